import Foundation
import StandupsDependencies
import Testing

@testable import Voices

struct VoiceKeyTests {
  private let key: VoiceKey
  private let print: VoicePrint
  private let sealed: SealedVoicePrint

  init() throws {
    var generator = SeededGenerator(seed: 7)
    var voices = InventedVoices()
    key = VoiceKey.random(using: &generator)
    print = voices.print(1)
    sealed = try #require(key.seal(print, of: ann, using: &generator))
  }

  @Test func theKeyAndThePersonOpenAPrint() throws {
    let opened = try #require(key.open(sealed, of: ann))
    #expect(opened.weightMs == print.weightMs)
    #expect(opened.vector.cosine(print.vector) > 0.9999)
  }

  @Test func anotherKeyOrPersonOpensNothing() {
    var generator = SeededGenerator(seed: 8)
    #expect(VoiceKey.random(using: &generator).open(sealed, of: ann) == nil)
    #expect(key.open(sealed, of: ben) == nil)
  }

  @Test func aChangedPrintIsNotOpened() throws {
    for index in stride(from: 0, to: SealedVoicePrint.byteCount, by: 3) {
      var bytes = sealed.bytes
      bytes[index] ^= 1
      let changed = try #require(SealedVoicePrint(bytes: bytes))
      #expect(key.open(changed, of: ann) == nil, "byte \(index)")
    }
  }

  @Test func thePrintIsNotInTheSealedBytes() {
    let plain = Data(print.bytes[5..<21])
    #expect(Data(sealed.bytes).range(of: plain) == nil)
  }

  @Test func equalPrintsAreSealedDifferently() throws {
    var generator = SeededGenerator(seed: 9)
    let one = try #require(key.seal(print, of: ann, using: &generator))
    let two = try #require(key.seal(print, of: ann, using: &generator))
    #expect(one != two)
  }

  @Test func base64IsReadBack() throws {
    #expect(sealed.base64.count == SealedVoicePrint.base64Count)
    #expect(try #require(SealedVoicePrint(base64: sealed.base64)) == sealed)
  }

  @Test(arguments: [
    "", "?", "AAAA", String(repeating: "A", count: 10_000), String(repeating: "é", count: 364),
    String(repeating: "?", count: 728), String(repeating: "A", count: 728),
  ]) func otherTextIsNoPrint(_ text: String) {
    // All zeros have the right length, but cannot be opened.
    #expect(SealedVoicePrint(base64: text).flatMap { key.open($0, of: ann) } == nil)
  }

  @Test func aKeyHas32RandomBytes() {
    #expect(VoiceKey(bytes: []) == nil)
    #expect(VoiceKey(bytes: [UInt8](repeating: 0, count: 32)) == nil)
    #expect(VoiceKey(bytes: Array(1...31)) == nil)
    #expect(VoiceKey(bytes: Array(1...33)) == nil)
    #expect(VoiceKey(bytes: Array(1...32))?.bytes == Array(1...32))
  }

  @Test func theIdIdentifiesTheKey() {
    var generator = SeededGenerator(seed: 10)
    #expect(key.id.count == 16)
    #expect(key.id == VoiceKey(bytes: key.bytes)?.id)
    #expect(key.id != VoiceKey.random(using: &generator).id)
  }
}
