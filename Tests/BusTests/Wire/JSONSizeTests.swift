import Bus
import FastJSON
import Foundation
import Testing

struct JSONSizeTests {
  /// Compares the size with the length of the encoded string.
  @Test func everyCharacter() throws {
    for value in UInt32(0)..<0x3000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(Character(scalar))
      #expect(try JSONSize.bytes(of: text) == BusJSON.encode([text]).count - 4, "\(value)")
    }
    #expect(try JSONSize.bytes(of: "👩‍👩‍👧 /") == BusJSON.encode(["👩‍👩‍👧 /"]).count - 4)
  }
}
