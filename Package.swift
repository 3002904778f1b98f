// swift-tools-version: 6.1
import Foundation
import PackageDescription

/// Settings shared by all targets, so that all modules are built by the same rules.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  // Async functions run on their caller's actor, so messages are started in the order in which they
  // arrive.
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A shared library, which does not depend on any particular service.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/\(name)", swiftSettings: settings)
}

/// A library product for other packages that consists of other modules, which it re-exports.
func umbrella(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  library(name, dependencies)
}

/// The messages of a feature, the only module of it that other features may import.
func contract(_ feature: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: "\(feature)API", dependencies: dependencies, path: "Services/\(feature)/Contract",
    swiftSettings: settings)
}

/// The executable of a feature: its logic and its one external dependency.
func service(_ feature: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: "\(feature)Service", dependencies: dependencies, path: "Services/\(feature)/Service",
    swiftSettings: settings)
}

/// The contents of a directory of the package, except for these parts of it. A target that compiles only the parts
/// excludes the rest, because SwiftPM warns about each file below its path that it neither compiles nor excludes. Read
/// from the directory, because SwiftPM also warns about an excluded file that is missing.
func everything(in path: String, but parts: [String], below parent: String = "") -> [String] {
  let directory = URL(fileURLWithPath: Context.packageDirectory).appendingPathComponent(path)
    .appendingPathComponent(parent)
  let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
  return names.filter { !$0.hasPrefix(".") }.sorted().flatMap { name in
    let place = parent + name
    if parts.contains(place) { return [String]() }
    guard parts.contains(where: { $0.hasPrefix("\(place)/") }) else { return [place] }
    return everything(in: path, but: parts, below: "\(place)/")
  }
}

/// The part of a feature that several programs share, if it needs more than the feature's messages.
func tools(_ feature: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: "\(feature)Tools", dependencies: dependencies, path: "Services/\(feature)/Tools",
    swiftSettings: settings)
}

/// A program that combines the features: its own directory, and the one that each feature has for
/// it.
func composer(_ name: String, of directories: [String], _ dependencies: [Target.Dependency])
  -> Target
{
  .executableTarget(
    name: name, dependencies: dependencies, path: "Services",
    exclude: everything(in: "Services", but: directories), sources: directories,
    swiftSettings: settings)
}

/// The tests of a library.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

/// The tests of a service.
func tests(service feature: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: "\(feature)ServiceTests", dependencies: dependencies, path: "Tests/\(feature)/Service",
    swiftSettings: settings)
}

/// The tests of a composer, in the directories of the same names.
func tests(_ name: String, of directories: [String], _ dependencies: [Target.Dependency]) -> Target
{
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests",
    exclude: everything(in: "Tests", but: directories), sources: directories,
    swiftSettings: settings)
}

/// Directories of the router: its service, and the bindings that connect each feature to the other
/// services.
let bindings =
  ["Router/Service"]
  + [
    "Archive", "Bridge", "Cells", "Focus", "Gateway", "Outside", "People", "Persistence",
    "Schedule",
    "Snapshot", "Standups", "Timer", "Transcription", "Webhooks",
  ].map { "\($0)/Bindings" }

/// Directories of the command line: the program, and the commands of each feature.
let verbs =
  ["Command"]
  + [
    "Archive", "Assistant", "Bridge", "Cells", "Focus", "Gateway", "People", "Persistence",
    "Router",
    "Schedule", "Standups", "Transcription", "Webhooks",
  ].map { "\($0)/Verbs" }

let testedBindings =
  ["Router/Service"]
  + [
    "Archive", "Cells", "Focus", "Outside", "People", "Persistence", "Schedule", "Snapshot",
    "Standups", "Webhooks",
  ].map { "\($0)/Bindings" }

let testedVerbs =
  ["Command"]
  + [
    "Archive", "Assistant", "Bridge", "Cells", "Focus", "Gateway", "People", "Router", "Schedule",
    "Standups", "Transcription", "Webhooks",
  ].map { "\($0)/Verbs" }

/// A C library from the system's package manager, found with pkg-config.
func system(_ name: String, pkgConfig: String? = nil, apt: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
  name: "standups",
  products: [
    .executable(name: "standups", targets: ["Command"]),
    .executable(name: "router-service", targets: ["RouterService"]),
    .executable(name: "standups-service", targets: ["StandupsService"]),
    .executable(name: "timer-service", targets: ["TimerService"]),
    .executable(name: "transcription-service", targets: ["TranscriptionService"]),
    .executable(name: "persistence-service", targets: ["PersistenceService"]),
    .executable(name: "standups-load", targets: ["LoadTester"]),
    .executable(name: "webhooks-service", targets: ["WebhooksService"]),
    .executable(name: "focus-service", targets: ["FocusService"]),
    .executable(name: "people-service", targets: ["PeopleService"]),
    .executable(name: "schedule-service", targets: ["ScheduleService"]),
    .executable(name: "gateway-service", targets: ["GatewayService"]),
    .executable(name: "bridge-service", targets: ["BridgeService"]),
    .executable(name: "cells-service", targets: ["CellsService"]),
    // The kit for other packages; CONTRIBUTING.md states the promises of its versions.
    .library(name: "StandupsBus", targets: ["StandupsBus"]),
    .library(name: "StandupsContracts", targets: ["StandupsContracts"]),
    .library(name: "StandupsTestKit", targets: ["StandupsTestKit"]),
    .library(name: "fuzzing", type: .static, targets: ["Fuzzing"]),
    .library(name: "simulation", type: .static, targets: ["Simulation"]),
  ],
  targets: [
    // Without pkg-config: SwiftPM rejects the flags in libzmq.pc (Kerberos include paths) with a
    // warning.
    system("CZeroMQ", apt: "libzmq3-dev"),
    system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    // Without pkg-config for the same reason: libpq.pc names OpenSSL and Kerberos.
    system("CPostgreSQL", apt: "libpq-dev"),
    system("CSoundFile", pkgConfig: "sndfile", apt: "libsndfile1-dev"),
    system("CSampleRate", pkgConfig: "samplerate", apt: "libsamplerate0-dev"),
    // Without pkg-config for the same reason: libmicrohttpd.pc names GnuTLS.
    system("CMicroHTTPD", apt: "libmicrohttpd-dev"),
    system("CIcal", pkgConfig: "libical", apt: "libical-dev"),
    system("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
    system("CNATS", pkgConfig: "libnats", apt: "libnats-dev"),
    system("CWslay", apt: "libwslay-dev"),
    system("CZlib", apt: "zlib1g-dev"),
    system("CQREncode", apt: "libqrencode-dev"),
    system("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
    // Without pkg-config: cjose.pc names jansson, whose .pc is in a package that is not needed otherwise.
    system("CJose", apt: "libcjose-dev"),
    .target(name: "CMoonshine", path: "Sources/CMoonshine", linkerSettings: [.linkedLibrary("dl")]),

    .target(
      name: "COnnxRuntime", path: "Sources/COnnxRuntime", linkerSettings: [.linkedLibrary("dl")]),

    .target(name: "CProcess", path: "Sources/CProcess"),
    // TLS of a server, with OpenSSL.
    .target(
      name: "CTLS", path: "Sources/CTLS",
      linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),

    .target(name: "CMemory", path: "Sources/CMemory"),

    .target(name: "CThreads", path: "Sources/CThreads"),
    library("Threads", ["CThreads"]),
    library("ZeroMQ", ["CZeroMQ", "Threads"]),
    library("StandupsDependencies"),
    library("StandupsCollections"),
    // Names and terms in recognised lines, by their sounds.
    library("Spelling"),
    // Tables in CSV.
    library("Spreadsheets"),
    library("Digests", ["CCrypto"]),
    // Models of other languages for the speech engine: manifests, and the directory with them.
    library("SpeechModels", ["Digests", "Schema"]),
    // Persons by their voices, if they agreed.
    library("Voices", ["CCrypto", "COnnxRuntime", "Digests"]),
    library("StandupsSQLite", ["CSQLite"]),
    library("PostgreSQL", ["CPostgreSQL"]),
    library("Leases", ["PostgreSQL", "StandupsSQLite", "Threads"]),
    library("Countdown", ["FastJSON"]),
    library("StandupsMetrics", ["Threads"]),
    library("WebClient", ["CCurl", "StandupsConfiguration", "Threads"]),
    // Sign-in with a provider of OpenID Connect.
    library("OpenID", ["CCrypto", "CJose", "FastJSON", "StandupsConfiguration", "WebClient"]),
    library(
      "OTLP",
      [
        "Bus", "StandupsConfiguration", "FastJSON", "StandupsLogging", "StandupsMetrics", "Threads",
        "WebClient",
      ]),
    library("HTTPServer", ["CMicroHTTPD", "Threads"]),
    library("WebServer", ["CCrypto", "CMicroHTTPD", "CTLS", "CWslay", "HTTPServer", "ZeroMQ"]),
    library("QRCode", ["CQREncode"]),
    library("FastJSON"),
    library("Schema"),
    library("ServiceCatalog"),
    library("Bus", ["FastJSON", "Schema", "Threads", "ZeroMQ"]),
    // Connections of the router: their number, their traffic, and the bytes that wait for them.
    library("RouterConnections"),
    // Permissions of keys, and the topics that exist.
    library("AccessRights", ["Bus", "FastJSON", "RouterConnections", "ZeroMQ"]),
    // The ring of the messages that passed the router.
    library("MessageTrace", ["Bus", "ZeroMQ"]),
    // Bindings: the effects of the delegate messages of each service.
    library("Composition", ["Bus", "FastJSON", "Threads", "ZeroMQ"]),
    library(
      "BusRouter",
      [
        "AccessRights", "Bus", "Composition", "MessageTrace", "RouterConnections",
        "StandupsMetrics", "ZeroMQ",
      ]),
    // Answers of the router that read or change the store.
    library(
      "DeadLetterQueue",
      ["Bus", "BusRouter", "Documents", "FastJSON", "PersistenceAPI", "RouterAPI"]),
    library(
      "TraceReading",
      [
        "Bus", "BusRouter", "Documents", "MessageTrace", "OTLP", "PersistenceAPI", "RouterAPI",
        "StandupsLogging", "StandupsMetrics", "Threads", "WebClient", "ZeroMQ",
      ]),
    library("Documents", ["Bus", "CCrypto", "Cells", "FastJSON", "Schema"]),
    library(
      "Standups",
      [
        "Countdown", "StandupsCollections", "StandupsDependencies", "FastJSON", "Schema",
        "Spelling", "Spreadsheets",
      ]
    ),
    library("Links", ["Schema", "Standups"]),
    // The Model Context Protocol, without any tools.
    library("MCP", ["Bus", "FastJSON"]),
    contract("Timer", ["Bus", "Countdown", "FastJSON", "Schema"]),
    contract("Transcription", ["Bus", "FastJSON", "Schema"]),
    contract("Persistence", ["Bus", "Documents", "FastJSON", "Schema"]),
    contract(
      "Standups",
      [
        "Bus", "Cells", "Countdown", "Documents", "FastJSON", "Schema", "Spreadsheets", "Standups",
      ]),
    contract("Webhooks", ["Bus", "Documents", "Schema"]),
    contract("Focus", ["Bus", "Countdown", "Documents", "Schema"]),
    // Assignment of standups to cells.
    library("Cells", ["Schema"]),
    contract("Cells", ["Bus", "Cells", "Documents", "Schema"]),
    // Archive of everything that users own, as one file.
    contract("Archive", ["Bus", "Cells", "CellsAPI", "Documents", "Schema", "StandupsAPI"]),
    contract("Schedule", ["Bus", "Documents", "FastJSON", "Schema"]),
    contract("People", ["Bus", "Documents", "Schema"]),
    contract("Gateway", ["Bus", "Cells", "Schema"]),
    contract("Bridge", ["Bus", "Documents"]),
    contract("Router", ["Bus", "Documents", "FastJSON", "Schema", "ServiceCatalog"]),
    contract("Snapshot", ["Bus", "Schema", "StandupsAPI"]),
    library("StandupsLogging", ["Bus", "StandupsDependencies", "Threads", "ZeroMQ"]),
    library(
      "StandupsConfiguration",
      ["Cells", "CommandLineKit", "StandupsLogging", "ServiceCatalog", "ZeroMQ"]),
    library("Connecting", ["Bus", "CommandLineKit", "StandupsConfiguration", "ZeroMQ"]),
    library("Processes", ["CProcess"]),
    library(
      "StandupsLifecycle",
      [
        "Bus", "CommandLineKit", "StandupsConfiguration", "Connecting", "HTTPServer",
        "StandupsLogging", "StandupsMetrics",
        "Processes", "RouterAPI", "ServiceCatalog", "Threads", "ZeroMQ",
      ]),
    library("Following", ["Bus", "Documents", "RouterAPI"]),
    library("OutsideStore", ["Bus", "Documents", "RouterAPI"]),
    // The page's files, which are in Services/*/Page, embedded in the program that serves them.
    .target(name: "CPage", path: "Sources/CPage"),
    library(
      "ServiceShell",
      [
        "Bus", "StandupsCollections", "StandupsDependencies", "Documents", "FastJSON",
        "StandupsLogging", "ZeroMQ",
      ]),
    library("Audio", ["CProcess", "CSampleRate", "Threads"]),
    library("SoundFiles", ["Audio", "CSoundFile"]),
    library("CommandLineKit"),
    umbrella(
      "StandupsBus",
      [
        "Bus", "Connecting", "Documents", "FastJSON", "Following", "RouterAPI", "Schema",
        "ServiceShell", "StandupsConfiguration", "StandupsLifecycle", "StandupsLogging",
        "StandupsMetrics", "ZeroMQ",
      ]),
    umbrella(
      "StandupsContracts",
      [
        "ArchiveAPI", "BridgeAPI", "Cells", "CellsAPI", "Countdown", "Documents", "FocusAPI",
        "GatewayAPI", "PeopleAPI", "PersistenceAPI", "RouterAPI", "ScheduleAPI", "SnapshotAPI",
        "Standups", "StandupsAPI", "TimerAPI", "TranscriptionAPI", "WebhooksAPI",
      ]),
    library(
      "StandupsTestKit",
      [
        "Bus", "BusRouter", "Composition", "Documents", "OutsideStore", "RouterAPI",
        "RouterConnections", "Threads", "ZeroMQ",
      ]),
    library(
      "TestSupport",
      [
        "Bus", "BusRouter", "CCrypto", "CNATS", "CProcess", "Documents", "FastJSON",
        "RouterConnections", "StandupsConfiguration", "StandupsMetrics", "StandupsTestKit",
        "Threads", "ZeroMQ",
      ]),

    // The tools that assistants use.
    tools(
      "Assistant",
      ["Bus", "CommandLineKit", "FastJSON", "Links", "MCP", "Standups", "StandupsAPI"]),

    composer(
      "RouterService", of: bindings,
      [
        "AccessRights", "ArchiveAPI", "BridgeAPI", "Bus", "BusRouter", "Cells", "CellsAPI",
        "StandupsCollections", "CommandLineKit", "Composition",
        "StandupsConfiguration",
        "Connecting", "DeadLetterQueue", "Documents", "FastJSON", "FocusAPI",
        "GatewayAPI", "Leases", "RouterConnections",
        "StandupsLifecycle",
        "Links", "StandupsLogging", "StandupsMetrics", "OutsideStore", "OTLP", "PeopleAPI",
        "PersistenceAPI",
        "Processes",
        "RouterAPI",
        "ScheduleAPI",
        "ServiceCatalog", "SnapshotAPI", "Standups", "StandupsAPI", "Threads", "TimerAPI",
        "TraceReading", "TranscriptionAPI", "WebhooksAPI", "ZeroMQ",
      ]),
    service(
      "Standups",
      [
        "Bus", "Cells", "StandupsCollections", "StandupsConfiguration", "Countdown",
        "StandupsDependencies", "Documents",
        "FastJSON", "StandupsLifecycle", "StandupsLogging", "StandupsMetrics", "Schema",
        "ServiceShell", "Standups", "StandupsAPI",
        "ZeroMQ",
      ]),
    service(
      "Timer",
      [
        "Bus", "CMemory", "StandupsCollections", "StandupsConfiguration", "Connecting", "Countdown",
        "FastJSON",
        "StandupsLifecycle", "StandupsLogging", "StandupsMetrics", "ServiceCatalog", "TimerAPI",
        "ZeroMQ",
      ]),
    service(
      "Transcription",
      [
        "Audio", "Bus", "CMoonshine", "StandupsCollections", "StandupsConfiguration",
        "Schema", "SpeechModels", "StandupsLifecycle",
        "StandupsLogging", "StandupsMetrics", "Threads",
        "TranscriptionAPI", "Voices",
      ]),
    service(
      "Persistence",
      [
        "Bus", "Cells", "CommandLineKit", "StandupsConfiguration", "Documents", "FastJSON",
        "StandupsLifecycle",
        "StandupsLogging",
        "StandupsMetrics", "PersistenceAPI", "PostgreSQL", "StandupsSQLite", "Threads",
      ]),
    service(
      "Webhooks",
      [
        "Bus", "CCrypto", "CommandLineKit", "StandupsConfiguration", "Connecting",
        "StandupsDependencies",
        "Documents", "FastJSON", "StandupsLifecycle", "StandupsLogging", "StandupsMetrics",
        "Schema", "ServiceShell", "WebClient",
        "WebhooksAPI", "ZeroMQ",
      ]),
    service(
      "Schedule",
      [
        "Bus", "CIcal", "StandupsCollections", "CommandLineKit", "StandupsConfiguration",
        "StandupsDependencies",
        "Documents", "FastJSON", "StandupsLifecycle", "StandupsLogging", "StandupsMetrics",
        "ScheduleAPI", "Schema", "ServiceShell",
        "Threads", "WebClient", "ZeroMQ",
      ]),
    service(
      "Focus",
      [
        "Bus", "StandupsCollections", "StandupsConfiguration", "Countdown", "StandupsDependencies",
        "Documents",
        "FastJSON", "FocusAPI", "StandupsLifecycle", "StandupsLogging", "StandupsMetrics",
        "ServiceShell", "ZeroMQ",
      ]),
    service(
      "People",
      [
        "Bus", "Documents", "FastJSON", "PeopleAPI", "ServiceShell", "StandupsCollections",
        "StandupsDependencies", "StandupsLifecycle", "StandupsLogging", "StandupsMetrics", "ZeroMQ",
      ]),
    service(
      "Gateway",
      [
        "AssistantTools", "Bus", "CCrypto", "CPage", "CZlib", "Cells", "CellsAPI",
        "StandupsCollections",
        "StandupsConfiguration",
        "Connecting", "Countdown", "StandupsDependencies",
        "Documents", "FastJSON", "Following", "GatewayAPI", "HTTPServer", "StandupsLifecycle",
        "Links", "OpenID", "StandupsLogging", "StandupsMetrics", "MCP", "PeopleAPI", "Processes",
        "QRCode",
        "RouterAPI",
        "ScheduleAPI", "Schema", "ServiceCatalog",
        "ServiceShell", "Standups", "StandupsAPI",
        "Threads", "TranscriptionAPI", "WebClient", "WebServer", "ZeroMQ",
      ]),
    service(
      "Bridge",
      [
        "BridgeAPI", "Bus", "CNATS", "StandupsConfiguration", "Connecting", "StandupsDependencies",
        "Documents",
        "FastJSON", "StandupsLifecycle", "StandupsLogging", "StandupsMetrics", "ServiceShell",
        "Threads", "ZeroMQ",
      ]),
    service(
      "Cells",
      [
        "Bus", "Cells", "CellsAPI", "StandupsConfiguration", "Connecting", "StandupsDependencies",
        "FastJSON",
        "StandupsLifecycle", "StandupsLogging", "StandupsMetrics", "PostgreSQL", "ServiceShell",
        "Threads", "ZeroMQ",
      ]),
    composer(
      "Command", of: verbs,
      [
        "ArchiveAPI", "AssistantTools", "Audio", "BridgeAPI", "Bus", "CZlib", "Cells",
        "CellsAPI",
        "CommandLineKit", "StandupsConfiguration",
        "Connecting", "Countdown",
        "StandupsDependencies", "Digests", "Documents", "FastJSON", "FocusAPI", "Following",
        "GatewayAPI",
        "Links", "MCP", "PeopleAPI",
        "PersistenceAPI", "Processes", "QRCode", "RouterAPI", "ScheduleAPI", "Schema",
        "ServiceCatalog",
        "SnapshotAPI", "SoundFiles", "SpeechModels",
        "Standups", "StandupsAPI", "Threads", "TimerAPI", "TranscriptionAPI", "WebhooksAPI",
        "ZeroMQ",
      ]),
    composer(
      "LoadTester", of: ["Load"],
      [
        "Bus", "CommandLineKit", "StandupsConfiguration", "Connecting", "Countdown", "FastJSON",
        "StandupsDependencies",
        "Processes", "Spreadsheets", "Threads", "ZeroMQ",
      ]),

    .executableTarget(
      name: "codec-bench", dependencies: ["Bus", "Countdown", "FastJSON", "TimerAPI"],
      path: "deploy/bench/codec", swiftSettings: settings),

    // Prints the values of every message, which scripts/contracts reads.
    .executableTarget(
      name: "contract-facts",
      dependencies: [
        "ArchiveAPI", "AssistantTools", "BridgeAPI", "Bus", "Cells", "CellsAPI", "Countdown",
        "Documents", "FocusAPI",
        "GatewayAPI", "PeopleAPI", "PersistenceAPI", "RouterAPI", "ScheduleAPI", "Schema",
        "ServiceCatalog", "SnapshotAPI", "Standups", "StandupsAPI", "TimerAPI", "TranscriptionAPI",
        "WebhooksAPI",
      ],
      path: "Tests/Contract/Facts", swiftSettings: settings),

    // Runs the inputs of the corpora as tests, and is a static library that scripts/fuzz links with
    // libFuzzer. It imports the gateway as @testable, which release builds do not allow by default;
    // those builds omit that part.
    .target(
      name: "Fuzzing",
      dependencies: [
        "AccessRights", "AssistantTools", "Audio", "Bus", "CommandLineKit", "StandupsConfiguration",
        "Countdown",
        "Documents",
        "FastJSON", "GatewayAPI", "GatewayService", "Links", "MCP", "OpenID", "PersistenceAPI",
        "RouterAPI",
        "ScheduleService",
        "Standups", "StandupsAPI", "Threads", "TimerAPI", "TranscriptionAPI", "WebServer", "ZeroMQ",
      ],
      path: "Tests/Fuzzing", exclude: ["Corpora"], swiftSettings: settings),
    tests("FuzzingTests", ["StandupsDependencies", "Fuzzing", "TestSupport"]),

    // Has its own tests, and is a static library that scripts/simulate links with the services that
    // it runs. It imports them as @testable, which release builds do not allow by default; in those
    // builds the library is empty.
    .target(name: "CSimulation", path: "Tests/CSimulation"),
    .target(
      name: "Simulation",
      dependencies: [
        "AccessRights", "Bus", "BusRouter", "CSimulation", "Composition", "Countdown",
        "StandupsDependencies", "Documents", "FastJSON", "RouterConnections",
        "StandupsLogging", "PeopleAPI", "PeopleService", "PersistenceAPI", "RouterAPI",
        "RouterService", "ScheduleAPI", "ScheduleService", "ServiceShell", "Standups",
        "StandupsAPI", "StandupsService", "Threads", "TimerAPI", "TimerService", "WebClient",
        "WebhooksAPI", "WebhooksService", "ZeroMQ",
      ],
      path: "Tests/Simulation", swiftSettings: settings),
    tests(
      "SimulationTests",
      [
        "AccessRights", "Bus", "Countdown", "Documents", "FastJSON", "PeopleAPI", "Simulation",
        "Standups", "StandupsAPI", "TestSupport",
      ]),
    tests("StructureTests", ["ServiceCatalog"]),
    tests("KitTests", ["StandupsBus", "StandupsContracts", "StandupsTestKit"]),
    tests("QRCodeTests", ["QRCode"]),
    tests("ThreadsTests", ["Threads"]),
    tests(
      "OTLPTests",
      [
        "Bus", "StandupsConfiguration", "StandupsLogging", "StandupsMetrics", "OTLP", "TestSupport",
        "Threads",
        "WebClient",
      ]),
    tests("LeasesTests", ["Leases", "TestSupport", "Threads"]),
    tests("MetricsTests", ["StandupsMetrics", "TestSupport"]),
    tests(
      "OpenIDTests",
      ["CJose", "FastJSON", "OpenID", "Threads", "WebClient", "WebServer", "ZeroMQ"]),
    tests("HTTPServerTests", ["HTTPServer", "TestSupport", "Threads"]),
    // A client with TLS, for tests of the server.
    .target(
      name: "CTLSClient", path: "Tests/CTLSClient",
      linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
    tests(
      "WebServerTests",
      ["CTLS", "CTLSClient", "HTTPServer", "TestSupport", "Threads", "WebServer", "ZeroMQ"]),
    tests("ZeroMQTests", ["StandupsDependencies", "TestSupport", "Threads", "ZeroMQ"]),
    tests(
      "FastJSONTests",
      [
        "Bus", "Countdown", "StandupsDependencies", "Documents", "FastJSON", "FocusAPI",
        "GatewayAPI",
        "PersistenceAPI", "RouterAPI", "ScheduleAPI", "ServiceShell", "Standups", "StandupsAPI",
        "TimerAPI", "TranscriptionAPI", "WebhooksAPI",
      ]),
    tests("CountdownTests", ["Countdown", "StandupsDependencies"]),
    tests("CellsTests", ["Cells", "StandupsDependencies"]),
    tests("SpellingTests", ["Spelling"]),
    tests("SpreadsheetsTests", ["Spreadsheets"]),
    tests("VoicesTests", ["SpeechModels", "StandupsDependencies", "Voices"]),
    tests("CollectionsTests", ["StandupsCollections", "StandupsDependencies"]),
    tests(
      "BusTests",
      [
        "AccessRights", "Bus", "BusRouter", "Composition", "HTTPServer", "MessageTrace",
        "RouterConnections", "StandupsDependencies", "FastJSON", "StandupsMetrics",
        "StandupsTestKit", "TestSupport",
        "Threads",
        "ZeroMQ",
      ]),
    tests(
      "AccessRightsTests",
      ["AccessRights", "Bus", "CMemory", "RouterConnections", "StandupsDependencies", "ZeroMQ"]),
    tests("MessageTraceTests", ["Bus", "MessageTrace"]),
    tests("RouterConnectionsTests", ["RouterConnections"]),
    tests("StandupsTests", ["Countdown", "StandupsDependencies", "Standups"]),
    tests("LinksTests", ["StandupsDependencies", "Links", "Standups"]),
    tests("MCPTests", ["FastJSON", "MCP"]),
    tests(
      "MessagesTests",
      [
        "Bus", "Documents", "PersistenceAPI", "Standups", "StandupsAPI", "TimerAPI",
        "TranscriptionAPI",
      ]),
    tests("AudioTests", ["Audio", "Threads"]),
    tests("SoundFilesTests", ["Audio", "CSoundFile", "SoundFiles"]),
    tests(
      "LoggingTests",
      ["Bus", "StandupsDependencies", "StandupsLogging", "Processes", "TestSupport"]),
    tests(
      "ConfigurationTests",
      ["CommandLineKit", "StandupsConfiguration", "StandupsLogging", "ServiceCatalog"]),
    tests(
      "ConnectingTests",
      ["Bus", "CommandLineKit", "StandupsConfiguration", "Connecting", "TestSupport", "ZeroMQ"]),
    tests("ProcessesTests", ["StandupsLifecycle", "Processes", "TestSupport"]),
    tests(
      "LifecycleTests",
      [
        "Bus", "BusRouter", "CommandLineKit", "Composition", "StandupsConfiguration", "HTTPServer",
        "StandupsLifecycle", "StandupsLogging",
        "StandupsMetrics", "RouterAPI", "ServiceCatalog", "TestSupport", "Threads", "TimerAPI",
        "ZeroMQ",
      ]),
    tests(
      "ServiceShellTests",
      ["Bus", "Documents", "FastJSON", "ServiceShell", "TestSupport", "ZeroMQ"]),
    tests(
      "RouterServiceTests", of: testedBindings,
      [
        "AccessRights", "ArchiveAPI", "Bus", "BusRouter", "Cells", "CellsAPI", "Composition",
        "StandupsConfiguration", "Connecting", "DeadLetterQueue", "MessageTrace",
        "Countdown",
        "Documents", "FastJSON",
        "FocusAPI", "GatewayAPI", "Leases", "StandupsLifecycle", "StandupsLogging", "OutsideStore",
        "OTLP",
        "PeopleAPI", "PeopleService", "PersistenceAPI", "PersistenceService", "PostgreSQL",
        "RouterAPI",
        "RouterService",
        "ScheduleAPI", "ServiceCatalog", "SnapshotAPI", "Standups", "StandupsAPI",
        "StandupsDependencies", "TestSupport",
        "Threads",
        "TimerAPI", "TraceReading", "TranscriptionAPI", "WebhooksAPI", "ZeroMQ",
      ]),
    tests(
      service: "Standups",
      [
        "Bus", "Cells", "Countdown", "StandupsDependencies", "Documents", "FastJSON",
        "StandupsLogging",
        "StandupsMetrics",
        "ServiceShell", "Standups", "StandupsAPI", "StandupsService", "TestSupport", "Threads",
        "ZeroMQ",
      ]),
    tests(
      service: "Timer",
      [
        "Bus", "CommandLineKit", "StandupsConfiguration", "Countdown", "StandupsDependencies",
        "StandupsMetrics",
        "ServiceCatalog", "TestSupport", "Threads", "TimerAPI", "TimerService", "ZeroMQ",
      ]),
    tests(
      service: "Transcription",
      [
        "Audio", "Bus", "StandupsConfiguration", "StandupsDependencies", "StandupsMetrics",
        "Schema", "ServiceCatalog", "SpeechModels", "TestSupport",
        "Threads", "TranscriptionAPI", "TranscriptionService", "Voices", "ZeroMQ",
      ]),
    tests(
      service: "Persistence",
      [
        "Bus", "Cells", "CommandLineKit", "StandupsConfiguration", "StandupsDependencies",
        "Documents", "FastJSON",
        "StandupsLogging",
        "StandupsMetrics", "PersistenceAPI", "PersistenceService", "PostgreSQL", "StandupsSQLite",
        "ServiceCatalog",
        "TestSupport", "Threads", "ZeroMQ",
      ]),
    tests(
      service: "Webhooks",
      [
        "Bus", "StandupsConfiguration", "StandupsDependencies", "Documents", "FastJSON",
        "StandupsMetrics", "ServiceShell",
        "TestSupport",
        "Threads", "WebClient", "WebhooksAPI", "WebhooksService", "ZeroMQ",
      ]),
    tests(
      service: "Bridge",
      [
        "BridgeAPI", "BridgeService", "Bus", "StandupsConfiguration", "StandupsDependencies",
        "Documents",
        "FastJSON", "StandupsMetrics", "ServiceCatalog", "TestSupport", "Threads", "ZeroMQ",
      ]),
    tests(
      service: "Cells",
      [
        "Bus", "Cells", "CellsAPI", "CellsService", "StandupsConfiguration", "Connecting",
        "StandupsDependencies",
        "Documents",
        "FastJSON",
        "PostgreSQL", "ServiceCatalog", "TestSupport", "Threads", "ZeroMQ",
      ]),
    tests(
      "CommandTests", of: testedVerbs,
      [
        "ArchiveAPI", "AssistantTools", "Audio", "BridgeAPI", "Bus", "Cells", "CellsAPI", "Command",
        "CommandLineKit", "StandupsConfiguration", "Connecting",
        "Countdown",
        "StandupsDependencies", "Documents", "FastJSON", "FocusAPI", "GatewayAPI", "Links",
        "PeopleAPI", "PersistenceAPI", "RouterAPI", "ScheduleAPI",
        "ServiceCatalog", "SnapshotAPI", "SpeechModels", "Standups", "StandupsAPI", "TestSupport",
        "Threads",
        "TimerAPI", "TranscriptionAPI", "WebhooksAPI", "ZeroMQ",
      ]),
    tests(
      service: "Focus",
      [
        "Bus", "Countdown", "StandupsDependencies", "Documents", "FastJSON", "FocusAPI",
        "FocusService", "StandupsMetrics", "ServiceCatalog", "ServiceShell", "TestSupport",
        "Threads",
        "ZeroMQ",
      ]),
    tests(
      service: "People",
      [
        "Bus", "Documents", "FastJSON", "PeopleAPI", "PeopleService", "ServiceShell",
        "StandupsDependencies", "StandupsMetrics", "TestSupport", "Threads", "ZeroMQ",
      ]),
    tests(
      service: "Schedule",
      [
        "Bus", "StandupsConfiguration", "StandupsDependencies", "Documents", "FastJSON",
        "StandupsMetrics", "ScheduleAPI",
        "ScheduleService", "ServiceCatalog", "ServiceShell", "TestSupport", "Threads", "WebClient",
        "ZeroMQ",
      ]),
    tests(
      service: "Gateway",
      [
        "Bus", "StandupsConfiguration", "Countdown", "StandupsDependencies", "Documents",
        "FastJSON", "GatewayAPI",
        "GatewayService", "MCP", "OpenID", "PeopleAPI", "Schema", "ServiceCatalog",
        "StandupsMetrics", "ServiceShell",
        "Standups",
        "StandupsAPI", "TestSupport", "Threads", "WebServer", "ZeroMQ",
      ]),
    tests(
      "LoadTests",
      [
        "Bus", "CommandLineKit", "StandupsDependencies", "LoadTester", "TestSupport", "Threads",
        "TimerAPI",
        "ZeroMQ",
      ]),
    // The services are listed so that they are built: these tests start them, but import nothing
    // from them.
    tests(
      "IntegrationTests",
      [
        "Audio", "BridgeAPI", "BridgeService", "Bus", "CProcess", "Cells", "CellsAPI",
        "CellsService",
        "CommandLineKit",
        "StandupsConfiguration",
        "Connecting", "Countdown",
        "StandupsDependencies", "Documents", "FastJSON", "FocusAPI", "GatewayAPI", "LoadTester",
        "PeopleAPI", "RouterAPI",
        "Processes", "ScheduleAPI", "ServiceCatalog", "SnapshotAPI", "Standups",
        "StandupsAPI", "TestSupport", "Threads", "TimerAPI", "TranscriptionAPI", "WebhooksAPI",
        "ZeroMQ", "FocusService", "GatewayService", "PeopleService", "ScheduleService",
        "RouterService",
        "StandupsService",
        "TimerService",
        "TranscriptionService", "PersistenceService", "WebhooksService", "Command",
      ]),
  ]
)
