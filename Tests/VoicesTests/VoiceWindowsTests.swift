import Foundation
import Testing

@testable import Voices

struct VoiceWindowsTests {
  /// Takes the first sample of a window for the number of its voice.
  private struct Network: VoiceNetwork {
    func embedding(of samples: [Int16]) throws -> VoiceEmbedding {
      guard samples[0] < 100 else { throw VoiceError(.embedding, "No voice.") }
      var vector = [Float](repeating: 0, count: VoiceEmbedding.dimensions)
      // A window with two voices is between them.
      vector[Int(samples[0])] += 1
      vector[Int(samples[samples.count - 2])] += 1
      return try #require(VoiceEmbedding(vector))
    }
  }

  /// Returns audio of voices, each with a number of seconds.
  private func audio(_ parts: [(voice: Int16, seconds: Double)]) -> [Int16] {
    parts.flatMap { part in
      (0..<Int(part.seconds * 16_000)).map { $0 % 2 == 0 ? part.voice : part.voice + 1 }
    }
  }

  @Test(arguments: [
    (0, []), (7_999, []), (8_000, [0..<8_000]), (24_000, [0..<24_000]), (35_999, [0..<35_999]),
    (36_000, [0..<24_000, 24_000..<36_000]), (50_000, [0..<24_000, 24_000..<50_000]),
  ]) func windowsCoverAnUtterance(_ samples: Int, _ expected: [Range<Int>]) {
    #expect(VoiceWindows.ranges(of: samples) == expected)
  }

  @Test func windowsOfALongUtteranceAreBounded() throws {
    #expect(VoiceWindows.ranges(of: 100_000_000).count == VoiceWindows.maxWindows)
    let parts = (0..<50).map { (voice: Int16($0), seconds: 1.5) }
    let windows = try VoiceWindows.windows(of: audio(parts), fromMs: 0, by: Network())
    #expect(windows.count <= VoiceWindows.maxWindows)
  }

  @Test func aWindowIsAddedWhereTheVoiceChanges() throws {
    let windows = try VoiceWindows.windows(
      of: audio([(1, 3), (5, 3)]), fromMs: 500, by: Network())
    #expect(windows.map(\.fromMs) == [500, 2_000, 2_750, 3_500, 5_000])
    #expect(windows.map(\.toMs) == [2_000, 3_500, 4_250, 5_000, 6_500])
  }

  @Test func aDeadlineEndsTheComputation() throws {
    var count = 0
    let windows = try VoiceWindows.windows(of: audio([(1, 9)]), fromMs: 0, by: Network()) {
      count += 1
      return count <= 2
    }
    #expect(windows.count == 2)
  }

  @Test func digitalSilenceHasNoWindow() throws {
    let samples = audio([(1, 1.5)]) + [Int16](repeating: 0, count: 24_000) + audio([(1, 1.5)])
    let windows = try VoiceWindows.windows(of: samples, fromMs: 0, by: Network())
    #expect(windows.map(\.fromMs) == [0, 3_000])
  }

  @Test func aFailureOfTheNetworkIsThrown() {
    #expect(throws: VoiceError.self) {
      try VoiceWindows.windows(of: audio([(100, 3)]), fromMs: 0, by: Network())
    }
  }
}
