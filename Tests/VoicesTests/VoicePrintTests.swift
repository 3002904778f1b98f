import Foundation
import StandupsDependencies
import Testing

@testable import Voices

struct VoicePrintTests {
  @Test(arguments: [
    [], [1], [Float](repeating: 0, count: 256), [Float](repeating: .nan, count: 256),
    [.infinity] + [Float](repeating: 1, count: 255), [Float](repeating: 1, count: 257),
    [Float](repeating: 1e-30, count: 256),
  ]) func aVectorWithoutADirectionIsNoEmbedding(_ vector: [Float]) {
    #expect(VoiceEmbedding(vector) == nil)
  }

  @Test(arguments: [Float(1e-3), 1, 1e38]) func anEmbeddingHasUnitLength(_ size: Float) throws {
    let vector = (0..<256).map { size * (Float($0 % 7) - 3) / 3 }
    let embedding = try #require(VoiceEmbedding(vector))
    #expect(abs(embedding.values.reduce(0) { $0 + $1 * $1 } - 1) < 1e-4)
    #expect(embedding.cosine(embedding) > 0.9999)
    #expect(embedding.cosine(embedding) <= 1)
  }

  @Test func anEncodedPrintIsSmallAndIsDecoded() throws {
    var voices = InventedVoices()
    let print = voices.print(3)
    #expect(print.bytes.count == VoicePrint.encodedBytes)
    #expect(print.bytes.count <= 1_024)
    let decoded = try #require(VoicePrint(bytes: print.bytes))
    #expect(decoded.weightMs == print.weightMs)
    #expect(decoded.vector.cosine(print.vector) > 0.9999)
  }

  @Test func bytesThatAreNoPrintAreRejected() {
    var voices = InventedVoices()
    let bytes = voices.print(3).bytes
    #expect(VoicePrint(bytes: []) == nil)
    #expect(VoicePrint(bytes: bytes.dropLast()) == nil)
    #expect(VoicePrint(bytes: bytes + [0]) == nil)
    #expect(VoicePrint(bytes: [2] + bytes.dropFirst()) == nil)
    #expect(VoicePrint(bytes: [1, 0, 0, 0, 0] + bytes.dropFirst(5)) == nil)
    #expect(VoicePrint(bytes: [1, 255, 255, 255, 255] + bytes.dropFirst(5)) == nil)
    #expect(VoicePrint(bytes: bytes.prefix(5) + [UInt8](repeating: 0, count: 512)) == nil)
  }

  @Test(arguments: 1...20) func anyBytesGiveAUsablePrintOrNone(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes: [UInt8] =
      [1, .random(in: 0...255, using: &generator), .random(in: 0...255, using: &generator), 0, 0]
      + (0..<512).map { _ in .random(in: 0...255, using: &generator) }
    let print = VoicePrint(bytes: bytes)
    #expect(print.map { VoicePrint(bytes: $0.bytes)?.weightMs == $0.weightMs } ?? true)
    #expect(print?.vector.values.allSatisfy { $0.isFinite } ?? true)
  }

  @Test func theWeightOfAPrintIsBounded() {
    var voices = InventedVoices()
    let print = VoicePrint(voices.embedding(1), ms: .max).learning(voices.embedding(1), ms: .max)
    #expect(print.weightMs == VoicePrint.maxWeightMs)
    #expect(VoicePrint(voices.embedding(1), ms: .min).weightMs == 1)
  }

  @Test func aPrintFollowsTheVoiceThatItLearns() {
    var voices = InventedVoices()
    let old = voices.embedding(1)
    let new = voices.embedding(2)
    let print = (0..<100).reduce(VoicePrint(old, ms: 120_000)) { print, _ in
      print.learning(new, ms: 10_000)
    }
    #expect(print.vector.cosine(new) > 0.9)
  }

  @Test func theMeanOfOppositeVoicesIsTheKnownOne() throws {
    var voices = InventedVoices()
    let embedding = voices.embedding(1)
    let opposite = try #require(VoiceEmbedding(embedding.values.map { -$0 }))
    #expect(VoicePrint(embedding, ms: 1_000).learning(opposite, ms: 1_000).vector == embedding)
  }

  @Test func noVoiceIsInALogLine() {
    var voices = InventedVoices()
    let print = voices.print(1)
    let key = VoiceKey(bytes: Array(1...32))
    for value in [print, print.vector, key, RoomVoices(candidates: [], others: 0)] as [Any?] {
      var text = ""
      dump(value, to: &text)
      #expect(!"\(String(describing: value)) \(text)".contains("0.0"))
      #expect(!text.contains("[1, 2, 3"))
    }
  }
}
