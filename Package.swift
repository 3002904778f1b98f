// swift-tools-version: 6.1
import PackageDescription

/// One list of settings for every target, so that no room is built by other rules than its neighbours.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  // An async function stays where its caller is: messages are begun in the order of their arrival.
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A shared library: it knows nothing of any one service.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/\(name)", swiftSettings: settings)
}

/// An executable: one service, and the one dependency that it owns.
func service(_ name: String, room: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Services/\(room)", swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

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
  ],
  targets: [
    // Without pkg-config: what libzmq.pc asks for (Kerberos include paths) SwiftPM refuses with a warning.
    system("CZeroMQ", apt: "libzmq3-dev"),
    system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    system("CSampleRate", pkgConfig: "samplerate", apt: "libsamplerate0-dev"),
    // Without pkg-config for the same reason: its .pc names GnuTLS.
    system("CMicroHTTPD", apt: "libmicrohttpd-dev"),
    system("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
    system("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
    .target(name: "CMoonshine", path: "Sources/CMoonshine", linkerSettings: [.linkedLibrary("dl")]),

    .target(name: "CProcess", path: "Sources/CProcess"),

    .target(name: "CMemory", path: "Sources/CMemory"),

    .target(name: "CThreads", path: "Sources/CThreads"),
    library("Threads", ["CThreads"]),
    library("ZeroMQ", ["CZeroMQ", "Threads"]),
    library("Dependencies"),
    library("Countdown"),
    library("Metrics", ["Threads"]),
    library("HTTPServer", ["CMicroHTTPD", "Threads"]),
    library("FastJSON"),
    library("Bus", ["ZeroMQ", "Dependencies", "FastJSON", "Metrics", "Threads"]),
    library("Standups", ["Countdown", "Dependencies"]),
    library("Messages", ["Bus", "Countdown", "FastJSON", "Standups"]),
    library(
      "Lifecycle",
      ["Bus", "CProcess", "Dependencies", "HTTPServer", "Messages", "Metrics", "Threads", "ZeroMQ"]),
    library("Audio", ["CSampleRate", "Threads"]),
    library("CommandLineKit", ["Lifecycle"]),
    library("Histogram"),
    library("TestSupport", ["Bus", "Messages", "Metrics", "Standups", "Threads", "ZeroMQ"]),

    service(
      "RouterService", room: "Router",
      ["Bus", "Lifecycle", "Messages", "Metrics", "Standups", "Threads", "ZeroMQ"]),
    service(
      "StandupsService", room: "Standups",
      ["Bus", "Countdown", "Dependencies", "Lifecycle", "Messages", "Metrics", "Standups"]),
    service(
      "TimerService", room: "Timer",
      ["Bus", "CMemory", "Countdown", "FastJSON", "Lifecycle", "Messages", "Metrics", "ZeroMQ"]),
    service(
      "TranscriptionService", room: "Transcription",
      ["Audio", "Bus", "CMoonshine", "Lifecycle", "Messages", "Metrics", "Threads"]),
    service(
      "PersistenceService", room: "Persistence",
      ["Bus", "CSQLite", "Lifecycle", "Messages", "Metrics", "Threads"]),
    service(
      "WebhooksService", room: "Webhooks",
      [
        "Bus", "CCrypto", "CCurl", "Dependencies", "Lifecycle", "Messages", "Metrics", "Threads",
      ]),
    service(
      "Command", room: "Command",
      [
        "Audio", "Bus", "CommandLineKit", "Countdown", "Dependencies", "Lifecycle",
        "Messages", "Standups", "Threads", "ZeroMQ",
      ]),
    service(
      "LoadTester", room: "Load",
      [
        "Bus", "CommandLineKit", "Countdown", "Dependencies", "Histogram", "Lifecycle",
        "Threads", "ZeroMQ",
      ]),

    .executableTarget(
      name: "codec-bench", dependencies: ["Bus", "Countdown", "Messages"],
      path: "deploy/bench/codec", swiftSettings: settings),

    tests("ThreadsTests", ["Threads"]),
    tests("MetricsTests", ["Metrics", "TestSupport"]),
    tests("HTTPServerTests", ["HTTPServer", "TestSupport", "Threads"]),
    tests("ZeroMQTests", ["Dependencies", "TestSupport", "Threads", "ZeroMQ"]),
    tests(
      "FastJSONTests",
      ["Bus", "Countdown", "Dependencies", "FastJSON", "Messages", "TestSupport"]),
    tests("CountdownTests", ["Countdown", "Dependencies"]),
    tests("BusTests", ["Bus", "Dependencies", "Metrics", "TestSupport", "Threads"]),
    tests("StandupsTests", ["Dependencies", "Standups"]),
    tests("MessagesTests", ["Bus", "Countdown", "Messages", "Standups", "TestSupport"]),
    tests("AudioTests", ["Audio", "Threads"]),
    tests(
      "LifecycleTests",
      ["HTTPServer", "Lifecycle", "Messages", "Metrics", "TestSupport", "Threads"]),
    tests("RouterServiceTests", ["RouterService", "TestSupport"]),
    tests(
      "StandupsServiceTests", ["StandupsService", "Metrics", "TestSupport", "Threads", "ZeroMQ"]),
    tests(
      "TimerServiceTests", ["Dependencies", "TimerService", "Metrics", "TestSupport", "Threads"]),
    tests(
      "TranscriptionServiceTests",
      ["TranscriptionService", "Audio", "Dependencies", "Metrics", "TestSupport", "Threads"]),
    tests(
      "PersistenceServiceTests",
      ["Dependencies", "PersistenceService", "Metrics", "TestSupport", "Threads", "ZeroMQ"]),
    tests("WebhooksServiceTests", ["WebhooksService", "Metrics", "TestSupport", "Threads"]),
    tests("CommandTests", ["Command", "CommandLineKit", "Dependencies", "TestSupport", "Threads"]),
    tests("HistogramTests", ["Histogram"]),
    // The services are built because these tests start them.
    tests(
      "LoadTests",
      [
        "Bus", "CommandLineKit", "Dependencies", "Lifecycle", "LoadTester", "Messages",
        "TestSupport", "Threads", "ZeroMQ",
        "TimerService", "RouterService", "StandupsService", "PersistenceService",
      ]),
    // The services are built because these tests start them; nothing of theirs is imported.
    tests(
      "IntegrationTests",
      [
        "Audio", "Bus", "Countdown", "Dependencies", "Lifecycle", "Messages", "Standups",
        "TestSupport", "Threads", "ZeroMQ",
        "RouterService", "StandupsService", "TimerService", "TranscriptionService",
        "PersistenceService", "WebhooksService", "Command",
      ]),
  ]
)
