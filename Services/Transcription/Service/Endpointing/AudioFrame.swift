import Foundation

/// The properties of 20 ms of audio that are kept in addition to its samples.
struct AudioFrame: Sendable, Equatable {
  /// Number of samples in a frame.
  static let length = 320
  /// Number of frames in a second.
  static let rate = 50

  /// Loudness, in decibels relative to full scale.
  let level: Float
  let isVoice: Bool

  /// Mean power of the samples, in decibels relative to full scale; at least −90.
  static func level(_ samples: ArraySlice<Int16>) -> Float {
    // In integers, so that the result does not depend on the order in which a compiler adds.
    let power = samples.reduce(into: Int64(0)) { $0 += Int64($1) * Int64($1) }
    let mean = Float(power) / Float(max(1, samples.count)) / (32_768 * 32_768)
    return 10 * log10(mean + 1e-9)
  }
}
