import StandupsDependencies
import Foundation

/// Synthetic audio, the same in every run.
struct Signal {
  private(set) var samples: [Int16] = []
  private var random: SeededGenerator

  init(seed: UInt64 = 1) { random = SeededGenerator(seed: seed) }

  /// Adds noise, in seconds and in decibels relative to full scale; loud noise stands for speech.
  mutating func noise(_ seconds: Double, _ decibels: Double) {
    let amplitude = pow(10, decibels / 20) * 32_768 * 3.0.squareRoot()
    samples += (0..<Int(seconds * 16_000)).map { _ in
      Int16(max(-32_767, min(32_767, (amplitude * unit()).rounded())))
    }
  }

  mutating func silence(_ seconds: Double) {
    samples += Array(repeating: 0, count: Int(seconds * 16_000))
  }

  /// A random integer in a range.
  mutating func pick(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(random.next() % UInt64(range.count))
  }

  private mutating func unit() -> Double { Double(random.next() >> 11) / Double(1 << 52) - 1 }
}
