import Foundation
import Testing

/// Defaults stated elsewhere match the programs.
@Suite struct DefaultsTests {
  private let root: URL

  init() throws { root = try PackageText().root }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The defaults of the programs' own settings, by variable.
  private func fallbacks() throws -> [String: String] {
    var found: [String: String] = [:]
    let services = root.appendingPathComponent("Services")
    let files = try #require(
      FileManager.default.enumerator(at: services, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.lastPathComponent.hasSuffix("Settings.swift") {
      let code = try String(contentsOf: file, encoding: .utf8)
      for match in code.matches(of: /"(STANDUPS_\w+)", form: [^,]+,\s*fallback: "([^"]*)"/) {
        found[String(match.1)] = String(match.2)
      }
    }
    return found
  }

  @Test func theExampleOfTheEnvironmentSaysTheTrueDefaults() throws {
    let fallbacks = try fallbacks()
    try #require(fallbacks["STANDUPS_JOURNAL_EVENTS"] == "5000000")
    let compose = Dictionary(
      try text("docker-compose.yml").matches(of: /\$\{(\w+):-([^}]*)\}/)
        .map { (String($0.1), String($0.2)) }, uniquingKeysWith: { first, _ in first })
    var compared = 0
    // Never empty because the number of comparisons is required below.
    for match in try text(".env.example").matches(of: /#(STANDUPS_\w+)=(\S+)/) {
      let (name, value) = (String(match.1), String(match.2))
      // Values without a default are examples.
      let said = [fallbacks[name], compose[name]].compactMap { $0 }.filter {
        !$0.isEmpty && $0 != "none"
      }
      for fallback in said { #expect(value == fallback, "\(name)") }
      compared += said.isEmpty ? 0 : 1
    }
    #expect(compared >= 14)
  }
}
