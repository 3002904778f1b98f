import Foundation
import Testing

@testable import Bus

@Suite struct MessageIDTests {
  private static func read(_ text: [UInt8]) -> UUID? {
    text.withUnsafeBytes { MessageID($0)?.uuid }
  }

  @Test func itIsTheUUID() {
    for _ in 0..<1000 {
      let uuid = UUID()
      #expect(MessageID(uuid).uuid == uuid)
      #expect(Self.read(Array(uuid.uuidString.utf8)) == uuid)
      #expect(Self.read(Array(uuid.uuidString.lowercased().utf8)) == uuid)
    }
  }

  /// Foundation also accepts "+1", " 1" and "0x" as two digits; such ids are passed on to
  /// Foundation.
  @Test func digitsAndDashesAreReadInTheirPlacesAndNothingElse() {
    let text = Array("6f1d0b86-2F5c-4f6E-9d6b-2f6a3c1e7a01".utf8)
    // Never empty because it is a UUID string.
    for place in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[place] = byte
        let isDash = byte == UInt8(ascii: "-")
        let isDigit = byte < 0x80 && Character(Unicode.Scalar(byte)).isHexDigit
        let expected =
          (text[place] == UInt8(ascii: "-") ? isDash : isDigit)
          ? UUID(uuidString: String(decoding: changed, as: UTF8.self)) : nil
        if Self.read(changed) != expected { Issue.record("\(byte) at \(place)") }
      }
    }
    #expect(Self.read(Array(text.dropLast())) == nil)
    #expect(Self.read(text + text) == nil)
    #expect(Self.read([]) == nil)
  }
}
