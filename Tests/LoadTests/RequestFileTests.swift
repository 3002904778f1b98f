import Foundation
import Testing

@testable import LoadTester

@Suite struct RequestFileTests {
  /// Reads a file with this content.
  private func read(_ text: String) throws -> [RequestRun.Request] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    return try RequestFile.read(file.path)
  }

  @Test func eachLineIsARequest() throws {
    let person = "622c553c-5e42-4695-8963-56dc595572b7"
    let requests = try read(
      """
      {"target":"standups.list","body":{ "limit" : 50 },"for":"\(person)"}

      {"target":"standups.create","body":{"title":"000000000000"},"isIdempotent":true}

      """)
    #expect(requests.map(\.target) == ["standups.list", "standups.create"])
    #expect(requests.map(\.body) == [#"{"limit":50}"#, #"{"title":"000000000000"}"#])
    #expect(requests.map(\.person) == [person, nil])
    #expect(requests.map(\.isIdempotent) == [false, true])
  }

  @Test(arguments: [
    "{}", "standups.list", #"{"target":"standups.list"}"#, #"{"target":"","body":{}}"#,
    #"{"target":"standups list","body":{}}"#, #"{"target":"standups.list","body":[]}"#,
    #"{"target":"standups.list","body":{},"for":"Ann"}"#,
  ])
  func anInvalidLineIsNamed(line: String) throws {
    let error = #expect(throws: LoadFailure.self) {
      try read(#"{"target":"standups.list","body":{}}"# + "\n" + line)
    }
    #expect(error?.message.hasPrefix("Invalid line 2 of ") == true)
  }

  @Test func aFileThatIsMissingOrEmptyIsRefused() {
    #expect(throws: LoadFailure.self) { try RequestFile.read("/nowhere") }
    #expect(throws: LoadFailure.self) { try read("\n") }
  }
}
