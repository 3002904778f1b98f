import StandupsConfiguration
import Testing

@testable import Command

@Suite struct InstalledServicesTests {
  private func environment(
    _ environment: [String: String], there: Set<String>
  ) throws -> [String: String] {
    try InstalledServices.environment(environment) { there.contains($0) }
  }

  @Test func theServicesOfTheMachineAreMeantWhereNothingElseIsSaid() throws {
    let said = ["HOME": "/home/ann", "XDG_RUNTIME_DIR": "/run/user/7"]
    #expect(
      try environment(said, there: ["/run/standups"])["STANDUPS_RUNTIME_DIR"] == "/run/standups")
    // Without the files nothing changes.
    #expect(try environment(said, there: []) == said)
  }

  @Test func whoStartedServicesMeansThese() throws {
    let said = ["XDG_RUNTIME_DIR": "/run/user/7"]
    let there: Set = ["/run/standups", "/run/user/7/standups/commands"]
    #expect(try environment(said, there: there) == said)
  }

  @Test(arguments: Contexts.variables)
  func whatTheEnvironmentSaysCounts(variable: String) throws {
    let said = [variable: variable.hasSuffix("DIR") ? "/elsewhere" : "tcp://elsewhere"]
    #expect(try environment(said, there: ["/run/standups"]) == said)
  }

  @Test func servicesAreBesideTheProgramOrWherePackagesHaveThem() throws {
    func services(_ there: Set<String>) throws -> String {
      try InstalledServices.services(of: "/usr/bin") { there.contains($0) }
    }
    #expect(
      try services(["/usr/bin/router-service", "/usr/lib/standups/router-service"]) == "/usr/bin")
    #expect(try services(["/usr/lib/standups/router-service"]) == "/usr/lib/standups")
    #expect {
      try services([])
    } throws: { error in
      (error as? Failure)?.exit == .unavailable && "\(error)".contains("standups-server")
    }
  }

  @Test func theEngineIsFetchedByThePackageOrTheCheckout() throws {
    func script(_ program: String, _ there: Set<String>) throws -> String {
      try InstalledServices.engineScript(of: program) { there.contains($0) }
    }
    let (packaged, checkout) = ("/usr/share/standups/scripts/engine", "/src/scripts/engine")
    #expect(try script("/usr/bin", [packaged, "/scripts/engine"]) == packaged)
    #expect(try script("/src/.build/x86_64-unknown-linux-gnu/debug", [checkout]) == checkout)
    #expect(throws: Failure.self) { try script("/usr/bin", []) }
  }
}
