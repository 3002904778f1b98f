import StandupsDependencies
import PostgreSQL
import Testing

@testable import PersistenceService

@Suite struct StoredTextTests {
  private func stored(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    StoredText.append(text, to: &bytes)
    return bytes
  }

  /// It is read back unchanged, contains no zero byte, and keeps its order.
  @Test func anyTextIsKeptAndKeepsItsPlace() throws {
    var generator = SeededGenerator(seed: 3)
    let pieces = ["\0", "\u{1}", "\u{2}", "a", "b", "é", "💥", ""]
    let texts = (0..<300).map { _ in
      (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
    }
    for text in texts {
      let bytes = stored(text)
      #expect(!bytes.contains(0))
      #expect(bytes.withUnsafeBufferPointer { StoredText.text($0) } == text)
      for other in texts {
        #expect(
          bytes.lexicographicallyPrecedes(stored(other))
            == text.utf8.lexicographicallyPrecedes(other.utf8))
      }
    }
  }
}
