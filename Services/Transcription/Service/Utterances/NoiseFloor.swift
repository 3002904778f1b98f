import Foundation

/// Estimate of the loudness without speech. It follows a quieter room immediately, a louder room
/// slowly, and even more slowly during speech.
struct NoiseFloor: Sendable, Equatable {
  /// The estimate, in decibels relative to full scale.
  private(set) var level: Float = -60

  /// Returns whether a frame is so much louder than the estimate that it may be speech.
  func isVoice(_ frame: Float) -> Bool { frame > max(level + Self.margin, Self.quietestVoice) }

  mutating func learn(_ frame: Float, speaking: Bool) {
    if frame < level {
      level += (frame - level) * Self.fall
    } else {
      level += speaking ? Self.riseSpeaking : Self.rise
    }
    level = min(max(level, Self.range.lowerBound), Self.range.upperBound)
  }

  // With 9 dB, a fifth of the words in noise at 10 dB was lost; with 4 dB, noise rarely lets an
  // utterance end. Noise that exceeds it is rejected by the engine's detector (`findSpeech`).
  private static let margin: Float = 6
  private static let quietestVoice: Float = -74
  private static let range: ClosedRange<Float> = -85 ... -35
  // Rates of change per frame of 20 ms.
  private static let fall: Float = 0.2
  private static let rise: Float = 0.04
  private static let riseSpeaking: Float = 0.01
}

/// The properties of 20 ms of audio that are kept in addition to its samples.
struct AudioFrame: Sendable, Equatable {
  /// Number of samples in a frame.
  static let length = 320
  /// Number of frames in a second.
  static let rate = 50

  /// Loudness, in decibels relative to full scale.
  let level: Float
  let isVoice: Bool

  /// Level of digital silence, in decibels relative to full scale.
  static let minLevel: Float = -90

  /// Mean power of the samples, in decibels relative to full scale; at least `minLevel`.
  static func level(_ samples: ArraySlice<Int16>) -> Float {
    // Integers make the result independent of the order in which the compiler adds.
    let power = samples.reduce(into: Int64(0)) { $0 += Int64($1) * Int64($1) }
    let mean = Float(power) / Float(max(1, samples.count)) / (32_768 * 32_768)
    return 10 * log10(mean + 1e-9)
  }
}
