import Foundation
import Testing

@testable import Lifecycle

/// What an operator reads is what the programs do.
@Suite struct DocumentationTests {
  static func file(_ path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(arguments: EnvironmentVariable.all.map(\.name) + EnvironmentVariable.ofCompose)
  func everyVariableIsInTheTable(name: String) throws {
    #expect(try Self.file("docs/operations.md").contains("| `\(name)` |"))
  }

  @Test func composeReadsNoVariableThatIsUnknown() throws {
    let known = Set(EnvironmentVariable.all.map(\.name) + EnvironmentVariable.ofCompose)
    let text = try Self.file("docker-compose.yml") + Self.file(".env.example")
    let names = text.matches(of: /STANDUPS_[A-Z_]+/).map { String($0.output) }
    #expect(names.count > 10)
    #expect(Set(names).subtracting(known) == [])
  }
}
