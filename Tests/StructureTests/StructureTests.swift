import Foundation
import ServiceCatalog
import Testing

/// Services do not depend on each other, and targets depend only on modules that they use: read from Package.swift and
/// the imports of every file.
@Suite struct StructureTests {
  let package: PackageText

  init() throws {
    package = try PackageText()
    try #require(package.targets.count > 40)
    for kind in ["contract", "library", "service", "composer", "tests"] {
      try #require(package.targets.contains { $0.kind == kind })
    }
  }

  /// The gateway talks to several services on behalf of browsers.
  private static let composers: Set<String> = ["GatewayService"]

  /// The programs that know only one feature, or none.
  private var services: [PackageText.Target] {
    package.targets.filter {
      ($0.kind == "service" && !Self.composers.contains($0.name)) || $0.name == "LoadTester"
    }
  }
  /// These tests start services that they do not import.
  private static let starters: Set<String> = ["IntegrationTests"]

  private var contracts: Set<String> {
    Set(package.targets.filter { $0.kind == "contract" }.map(\.name))
  }

  /// The contract that a service owns: `TimerService` has `TimerAPI`.
  private func ownContract(of service: String) -> String {
    service.replacing("Service", with: "") + "API"
  }

  // MARK: Dependencies of services

  @Test func aServiceNamesNoWordOfASibling() {
    // Never empty because the initializer requires targets of each kind.
    for service in services {
      let foreign = contracts.intersection(service.dependencies)
        .subtracting([ownContract(of: service.name)])
      #expect(foreign.isEmpty, "\(service.name) names the words of \(foreign.sorted()).")
    }
  }

  /// Nor do their unit tests: interactions of services belong to the router's tests.
  @Test func theTestsOfAServiceNameNoWordOfASibling() {
    // Never empty because the initializer requires targets of each kind.
    for service in services {
      guard let tests = package.target("\(service.name)Tests") else { continue }
      let foreign = contracts.intersection(tests.dependencies)
        .subtracting([ownContract(of: service.name)])
      #expect(foreign.isEmpty, "\(tests.name) names the words of \(foreign.sorted()).")
    }
  }

  @Test func contractsKnowNoOtherContract() {
    // Never empty because the initializer requires targets of each kind.
    for contract in package.targets where contract.kind == "contract" {
      // Snapshots and archives contain data of several services.
      guard !["SnapshotAPI", "ArchiveAPI"].contains(contract.name) else { continue }
      let others = contracts.intersection(contract.dependencies)
      #expect(others.isEmpty, "\(contract.name) knows \(others.sorted()).")
    }
  }

  /// Libraries that only a router needs.
  private static let routerParts: Set<String> = [
    "AccessRights", "BusRouter", "Composition", "DeadLetterQueue", "MessageTrace",
    "RouterConnections", "TraceReading",
  ]
  /// Those of them that answer commands from the store.
  private static let storeReaders: Set<String> = ["DeadLetterQueue", "TraceReading"]

  /// A library may query the router for a service's health, and depends on no other part of a
  /// service. Only the router's own answers may use the store.
  @Test func librariesKnowNoService() {
    // Never empty because the initializer requires targets of each kind.
    for library in package.targets where library.kind == "library" {
      let permitted: Set<String> =
        Self.storeReaders.contains(library.name) ? ["RouterAPI", "PersistenceAPI"] : ["RouterAPI"]
      let known = contracts.intersection(library.dependencies).subtracting(permitted)
      #expect(known.isEmpty, "\(library.name) knows \(known.sorted()).")
    }
  }

  @Test func onlyTheRouterHasARoutersParts() {
    let users = package.targets.filter {
      !Self.routerParts.isDisjoint(with: $0.dependencies) && $0.kind != "tests"
    }
    #expect(
      Set(users.map(\.name)).subtracting(Self.routerParts) == [
        "RouterService", "StandupsTestKit", "TestSupport",
      ])
  }

  /// The core passes messages without the libraries that answer the router's own commands.
  @Test func theRoutersCoreKnowsNoneOfItsAnswers() throws {
    let core = try #require(package.target("BusRouter"))
    #expect(Self.storeReaders.isDisjoint(with: core.dependencies))
    #expect(contracts.isDisjoint(with: core.dependencies))
  }

  /// A target's requirements are in its service's manifest, not in the bus.
  @Test(arguments: [
    "Sources/Bus", "Sources/BusRouter", "Sources/AccessRights", "Sources/Composition",
    "Sources/MessageTrace", "Sources/RouterConnections",
  ])
  func theBusNamesNoService(folder: String) throws {
    // The bus knows teams: the scope of a command.
    let names = ServiceCatalog.children.flatMap(\.words).filter { $0 != "teams" }
    let files = try package.files(in: folder)
    #expect(!names.isEmpty && !files.isEmpty)
    for file in files {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .filter { !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") }
      for name in names {
        let found = lines.first { $0.contains("\"\(name).") || $0.contains("\"\(name)\"") }
        #expect(found == nil, "\(file.lastPathComponent) names \(name): \(found ?? "")")
      }
    }
  }

  // MARK: Declared and used

  @Test func whatIsImportedIsDeclared() throws {
    let own = Set(package.targets.map(\.name)).union(try systemModules())
    // Never empty because the initializer requires targets of each kind.
    for target in package.targets {
      let undeclared = try package.imports(of: target).intersection(own)
        .subtracting(target.dependencies).subtracting([target.name])
      #expect(undeclared.isEmpty, "\(target.name) imports \(undeclared.sorted()), undeclared.")
    }
  }

  @Test func whatIsDeclaredIsImported() throws {
    let executables = Set(
      package.targets.filter { ["service", "composer"].contains($0.kind) }.map(\.name))
    // Never empty because the initializer requires targets of each kind.
    for target in package.targets {
      var unused = Set(target.dependencies).subtracting(try package.imports(of: target))
      if Self.starters.contains(target.name) { unused.subtract(executables) }
      #expect(unused.isEmpty, "\(target.name) declares \(unused.sorted()) and imports none of it.")
    }
  }

  /// The modules of C libraries.
  private func systemModules() throws -> Set<String> {
    let text = try String(
      contentsOf: package.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    return Set(text.matches(of: /(?:system\(|name: )"(C[A-Z]\w+)"/).map { String($0.1) })
  }

  // MARK: One list of services

  @Test func theServicesAreThoseOfTheCatalog() throws {
    let names = ServiceCatalog.all.map(\.name)
    #expect(Set(names).count == names.count)
    let programs = Set(package.products.keys.filter { $0.hasSuffix("-service") })
    #expect(programs == Set(ServiceCatalog.all.map(\.program)))
    #expect(names.first == ServiceCatalog.router.name)
    let folders = names.map { folder(of: $0) }
    let features = package.root.appendingPathComponent("Services")
    let deployed = try FileManager.default.contentsOfDirectory(atPath: features.path).filter {
      let description = features.appendingPathComponent("\($0)/deployment.toml")
      return FileManager.default.fileExists(atPath: description.path)
    }
    #expect(Set(deployed) == Set(folders))
  }

  /// The directory in `Services` of a service: `timer` has `Timer`.
  private func folder(of service: String) -> String {
    service.split(separator: "-").map(\.capitalized).joined()
  }

  // MARK: Events

  /// A service's key permits it to publish these types, and no others that begin with a reserved
  /// word.
  @Test func oneServicePublishesEachEphemeralEvent() throws {
    let types = ServiceCatalog.all.flatMap(\.ephemeral)
    #expect(types.sorted() == ServiceCatalog.ephemeralEvents.sorted())
    let timer = try #require(ServiceCatalog.all.first { $0.name == "timer" })
    #expect(Set(timer.ephemeral).isSuperset(of: ["meeting.tick", "focus.tick"]))
  }

  @Test func theFirstWordsOfTargetsAndEventsAreReserved() {
    #expect(
      ServiceCatalog.reservedWords.isSuperset(of: [
        "router", "events", "archive", "service", "bus", "countdown", "standups", "meetings",
        "standup", "meeting", "webhooks", "webhook", "bridge", "store",
      ]))
    #expect(!ServiceCatalog.reservedWords.contains("com"))
  }

  /// The journal contains no event that only a webhook or NATS receives.
  @Test func theTestOfAWebhookIsNotAnEventOfTheBus() {
    #expect(ServiceCatalog.events.contains { $0.type == "webhook.ping" })
    #expect(!ServiceCatalog.durableEvents.contains("webhook.ping"))
    #expect(Set(ServiceCatalog.durableEvents).isDisjoint(with: ServiceCatalog.ephemeralEvents))
  }

  // MARK: Rules and their tests

  /// docs/domain.md names a test for each rule, and all of them exist.
  @Test func everyRuleNamesTestsThatExist() throws {
    let page = try page("domain")
    #expect(try named(page, in: allTests()).count > 150)
    var numbers: Set<Substring> = []
    let rules = page.split(separator: "\n").filter { $0.contains(/^\| [A-Z][0-9]+ \|/) }
    #expect(rules.count > 100)
    for rule in rules {
      #expect(numbers.insert(rule.prefix(6)).inserted, "Twice: \(rule.prefix(60))")
      #expect(rule.contains(/`\w+[.\/]\w+/), "No test: \(rule.prefix(60))")
    }
  }

  /// docs/security.md names a test for each bound.
  @Test func everyBoundNamesTestsThatExist() throws {
    let page = try page("security")
    let section = try #require(page.firstRange(of: "## Bounds").map { page[$0.upperBound...] })
    let table = section.split(separator: "\n").drop { !$0.hasPrefix("| --") }.dropFirst()
      .prefix { $0.hasPrefix("|") }
    #expect(table.count > 20)
    let tests = try allTests()
    for bound in table {
      #expect(!named(bound, in: tests).isEmpty, "No test: \(bound.prefix(60))")
    }
  }

  private func page(_ name: String) throws -> String {
    try String(contentsOf: package.root.appendingPathComponent("docs/\(name).md"), encoding: .utf8)
  }

  /// The names of all functions in the tests.
  private func allTests() throws -> Set<String> {
    var names: Set<String> = []
    for file in try package.files(in: "Tests") {
      let text = try String(contentsOf: file, encoding: .utf8)
      for part in text.split(separator: "func ").dropFirst() {
        names.insert(String(part.prefix { $0.isLetter || $0.isNumber || $0 == "_" }))
      }
    }
    return names
  }

  /// The tests that a text names; requires all of them to exist.
  private func named(_ text: some StringProtocol, in tests: Set<String>) -> Set<String> {
    let named = Set(
      String(text).matches(of: /`(?:\w+\.)?(\w+)\/(\w+)`/).map { String($0.2) })
    let missing = named.subtracting(tests)
    #expect(missing.isEmpty, "There is no \(missing.sorted()).")
    return named
  }
}
