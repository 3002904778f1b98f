import Foundation
import StandupsDependencies
import Threads
import TranscriptionAPI
import Voices

@testable import TranscriptionService

/// Two persons for tests: the voice of one is loud noise, the voice of the other quiet noise.
enum ScriptedVoices {
  static let ann = UUID()
  static let bob = UUID()
  static let consent = UUID().uuidString.lowercased()
  static let key = VoiceKey(bytes: (0..<UInt8(VoiceKey.byteCount)).map { $0 })

  /// Level between the two voices, in decibels relative to full scale.
  private static let border: Float = -26

  /// The embedding of a voice, by its loudness.
  static func embedding(isLoud: Bool) -> VoiceEmbedding? {
    var vector = [Float](repeating: 0, count: VoiceEmbedding.dimensions)
    vector[isLoud ? 0 : 1] = 1
    return VoiceEmbedding(vector)
  }

  static func embedding(of samples: [Int16]) throws -> VoiceEmbedding {
    let isLoud = AudioFrame.level(samples[...]) > border
    guard let embedding = embedding(isLoud: isLoud) else {
      throw VoiceError(.embedding, "No voice.")
    }
    return embedding
  }

  /// A person who agreed, with a print of an earlier meeting.
  static func voice(_ person: UUID, isLoud: Bool, consent: String = consent) -> RoomVoice {
    var generator = SeededGenerator(seed: 1)
    let print = embedding(isLoud: isLoud).flatMap {
      key?.seal(VoicePrint($0, ms: 60_000), of: person, using: &generator)
    }
    return RoomVoice(
      person: person.uuidString.lowercased(), consent: consent, print: print?.base64)
  }

  static var both: [RoomVoice] { [voice(ann, isLoud: true), voice(bob, isLoud: false)] }

  /// Recognises the voices, and counts the pieces of audio that it compared.
  static func engine(
    counting count: Locked<Int> = Locked(0), before gate: Gate? = nil
  ) -> VoiceEngine {
    guard let key else { return .off }
    return VoiceEngine(key: key, generator: { SeededGenerator(seed: 2) }) { samples in
      count.withLock { $0 += 1 }
      await gate?.pass()
      return try embedding(of: samples)
    }
  }

  /// An engine whose words follow from the audio: two for each voice.
  static let words = SpeechEngine(
    status: .ready(model: "voices"), capacity: 2, findSpeech: { $0.indices },
    transcribe: { samples in
      if samples.count > 72_000 { return "one two three four" }
      // Quiet speech is raised to a lower level than that of loud speech.
      return samples.contains { abs($0) > 0.12 } ? "one two" : "three four"
    })

  /// Half a second of silence, three seconds of Ann, three of Bob, and silence.
  static var dialogue: [Int16] {
    var signal = Signal()
    signal.silence(0.5)
    signal.noise(3, -20)
    signal.noise(3, -32)
    signal.silence(1.5)
    return signal.samples
  }

  /// Half a second of silence, three seconds of a voice, and silence.
  static func monologue(isLoud: Bool) -> [Int16] {
    var signal = Signal()
    signal.silence(0.5)
    signal.noise(3, isLoud ? -20 : -32)
    signal.silence(1.5)
    return signal.samples
  }
}
