import Bus
import Foundation
import Testing

/// Ids are written in lower case, and read in either case.
@Suite struct LowercaseUUIDTests {
  private static let text = "6ba7b810-9dad-41d1-80b4-00c04fd430c8"

  @Test func instancesAndRoutersAreWrittenInLowerCase() throws {
    let uuid = try #require(UUID(uuidString: Self.text))
    let manifest = Manifest(
      ServiceDefinition(name: "a", commands: CommandTable()), instance: uuid)
    for value in [manifest, Pulse(router: uuid)] as [any Codable] {
      let json = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
      #expect(json.contains("\"\(Self.text)\""))
    }
    #expect(
      try JSONDecoder().decode(Manifest.self, from: JSONEncoder().encode(manifest)) == manifest)
  }

  @Test(arguments: [text, text.uppercased()]) func bothAreRead(text: String) throws {
    let pulse = try JSONDecoder().decode(Pulse.self, from: Data("{\"router\":\"\(text)\"}".utf8))
    #expect(pulse.router.lowercaseText == Self.text)
  }

  @Test func whatIsNoUUIDIsRefused() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Pulse.self, from: Data("{\"router\":\"x\"}".utf8))
    }
  }
}
