import StandupsDependencies
import TestSupport
import Testing

@testable import TranscriptionService

/// The page detects speech as the service does: examples of the noise floor for `vectors.test.mjs`.
@Suite struct NoiseFloorVectorTests {
  private struct Step: Encodable {
    /// Loudness of the frame, in decibels.
    let frame: Float
    let isSpeaking: Bool
    /// The estimate afterwards, in thousandths of a decibel, and whether the frame counts as voice.
    let floor: Int
    let isVoice: Bool
  }

  private struct Case: Encodable {
    let seed: UInt64
    let steps: [Step]
  }

  @Test func thePageHasTheSameFloor() throws {
    let cases = (UInt64(1)...6).map { seed in
      var random = SeededGenerator(seed: seed)
      var floor = NoiseFloor()
      // Stretches of a loudness each, as rooms and speakers have.
      let steps = (0..<20).flatMap { _ -> [Step] in
        let level = Float(Int.random(in: -88 ... -12, using: &random))
        let isSpeaking = Bool.random(using: &random)
        return (0..<Int.random(in: 1...12, using: &random)).compactMap { _ in
          let frame = level + Float(Int.random(in: -3...3, using: &random))
          floor.learn(frame, speaking: isSpeaking)
          return Step(
            frame: frame, isSpeaking: isSpeaking, floor: Int((floor.level * 1000).rounded()),
            isVoice: floor.isVoice(frame))
        }
      }
      return Case(seed: seed, steps: steps)
    }
    try #require(cases.contains { $0.steps.contains(where: \.isVoice) })
    try PageVectors.check(
      "noiseFloor",
      about:
        "Loudness of frames in decibels; the floor in thousandths of a decibel, and whether the frame is voice.",
      cases)
  }
}
