import Audio
import Foundation
import TranscriptionAPI

/// Raises quiet speech to the loudness for which the engine was made.
///
/// The engine detects and recognises quiet speech poorly, although the samples contain it. An
/// utterance is amplified as a whole, because amplifying its pauses more than its words would turn
/// noise into words.
enum SpeechLevel {
  /// Level of the louder frames to which a quiet utterance is raised, in decibels relative to full
  /// scale.
  static let target: Float = -26
  /// Maximum amplification, in decibels.
  static let maxGain: Float = 48
  /// Share of an utterance's frames that are louder than its level. A click or a cough in it is
  /// shorter.
  private static let louderShare = 0.1

  /// Level of the speech in an utterance, in decibels relative to full scale: nine of ten frames are
  /// quieter.
  static func level(of samples: [Int16]) -> Float {
    let starts = stride(
      from: 0, through: samples.count - AudioFrame.length, by: AudioFrame.length)
    let levels = starts.map { AudioFrame.level(samples[$0..<$0 + AudioFrame.length]) }.sorted()
    guard !levels.isEmpty else { return AudioFrame.minLevel }
    return levels[Int(Double(levels.count - 1) * (1 - louderShare))]
  }

  /// Level below which speech is very quiet, in decibels relative to full scale: more words than usual
  /// are wrong.
  static let quiet: Float = -55
  /// Share of the samples at full scale above which speech is clipped.
  static let clippedShare = 0.002
  /// Magnitude from which a sample is at full scale.
  private static let fullScale: UInt16 = 32_700

  /// Returns the problem of the signal in an utterance; nil if the signal is good.
  static func problem(of samples: [Int16]) -> SignalProblem? {
    let clipped = samples.count { $0.magnitude >= fullScale }
    if Double(clipped) > clippedShare * Double(samples.count) { return .clipped }
    return level(of: samples) < quiet ? .quiet : nil
  }

  /// Amplifies an utterance so that its speech has the target level. Louder speech is unchanged, and
  /// no sample exceeds full scale.
  static func raised(_ samples: [Int16]) -> [Float] {
    let gain = min(target - level(of: samples), maxGain)
    guard gain > 0 else { return PCM.float(samples) }
    let factor = pow(10, gain / 20) / 32_768
    return samples.map { min(max(Float($0) * factor, -1), 1) }
  }
}
