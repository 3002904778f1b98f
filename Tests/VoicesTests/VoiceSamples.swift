import Foundation
import SpeechModels
import StandupsDependencies
import Testing

@testable import Voices

/// The tree that contains these tests.
enum Checkout {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Reads the samples of a recording: WAV with 16 kHz, mono, 16 bits, and a header of 44 bytes.
  static func samples(of path: String) throws -> [Int16] {
    let bytes = [UInt8](try Data(contentsOf: root.appendingPathComponent(path)))
    try #require(bytes.count > 44 && Array(bytes[36..<40]) == Array("data".utf8))
    return stride(from: 44, to: bytes.count - 1, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }
}

/// The installed speaker network, which `scripts/setup` writes.
enum InstalledNetwork {
  static let directory = EngineDirectory.path(in: ProcessInfo.processInfo.environment)
  private static let loaded = Result { try OnnxVoiceNetwork(engine: directory) }

  static func get() throws -> OnnxVoiceNetwork { try loaded.get() }
}

/// Embeddings of invented voices. Two windows of a voice have a cosine of about 0.5, those of two voices of about 0.
struct InventedVoices {
  private var generator: SeededGenerator

  init(seed: UInt64 = 1) { generator = SeededGenerator(seed: seed) }

  /// Returns an embedding of a voice, from 0 to 127.
  mutating func embedding(_ voice: Int, likeness: Float = 0.72) -> VoiceEmbedding {
    var vector = [Float](repeating: 0, count: VoiceEmbedding.dimensions)
    let noise = (1 - likeness * likeness).squareRoot()
    for index in vector.indices {
      // The sum of four has about the distribution of the noise.
      let sum = (0..<4).reduce(Float(0)) { sum, _ in
        sum + Float.random(in: -1...1, using: &generator)
      }
      vector[index] = sum * noise / 18.5
    }
    vector[voice] += likeness
    guard let embedding = VoiceEmbedding(vector) else {
      preconditionFailure("a vector with noise has a direction")
    }
    return embedding
  }

  /// Returns an utterance of several voices, each of which speaks for a number of windows.
  mutating func utterance(
    _ fromMs: Int64, _ parts: [(voice: Int, windows: Int)], turns: [VoiceTurn],
    levels: [Float]? = nil
  ) -> VoiceUtterance {
    var windows: [VoiceWindow] = []
    var start = fromMs
    for part in parts {
      for _ in 0..<part.windows {
        windows.append(
          VoiceWindow(fromMs: start, toMs: start + 1_500, embedding: embedding(part.voice)))
        start += 1_500
      }
    }
    return VoiceUtterance(
      fromMs: fromMs, toMs: start, windows: windows,
      levels: levels ?? [Float](repeating: -20, count: Int(start - fromMs) / 20), turns: turns)
  }

  /// Returns a print of a voice, learned from 20 s.
  mutating func print(_ voice: Int) -> VoicePrint {
    (0..<12).reduce(VoicePrint(embedding(voice), ms: 1_500)) { print, _ in
      print.learning(embedding(voice), ms: 1_500)
    }
  }
}

/// Persons of the tests.
let ann = UUID(number: 1)
let ben = UUID(number: 2)
let cid = UUID(number: 3)
