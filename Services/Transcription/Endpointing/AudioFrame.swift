import Foundation

/// What is kept of 20 ms of audio beside its samples.
struct AudioFrame: Sendable, Equatable {
  /// Samples in a frame.
  static let length = 320
  /// Frames in a second.
  static let rate = 50

  /// The loudness in decibels relative to full scale.
  let level: Float
  let isVoice: Bool

  /// The mean power of samples, in decibels relative to full scale; −90 at the least.
  static func level(_ samples: ArraySlice<Int16>) -> Float {
    // In integers, so that the result does not depend on how a compiler orders a sum.
    let power = samples.reduce(into: Int64(0)) { $0 += Int64($1) * Int64($1) }
    let mean = Float(power) / Float(max(1, samples.count)) / (32_768 * 32_768)
    return 10 * log10(mean + 1e-9)
  }
}
