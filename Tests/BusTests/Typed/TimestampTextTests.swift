import StandupsDependencies
import Foundation
import Testing

@testable import FastJSON

@Suite struct TimestampTextTests {
  @Test func isWhatFoundationWrites() {
    var random = SeededGenerator(seed: 3)
    // The limits of the calculation, leap days, and random moments.
    var moments: [Int64] = [
      0, 999, 1000, 951_782_399_999, 951_782_400_000, 4_107_542_399_999, 4_107_542_400_000,
      253_402_300_799_999, 1_795_260_600_123,
    ]
    for _ in 0..<2000 {
      moments.append(Int64.random(in: 0..<253_402_300_800_000, using: &random))
    }
    var text = TimestampText()
    // Never empty because it has 2,000 moments and those of the literal.
    for ms in moments {
      let date = Date(timeIntervalSince1970: Double(ms) / 1000)
      let expected = Timestamp.slowly(date)
      #expect(Timestamp.format(date) == expected)
      text.set(ms)
      #expect(text.withBytes { String(decoding: $0, as: UTF8.self) } == expected)
    }
  }

  @Test func changesWithinASecondAndOverItsEnds() {
    var text = TimestampText()
    for ms: Int64 in [5_000, 5_001, 5_999, 6_000, 5_999, -1, 5_999, 253_402_300_800_000, 7_000] {
      text.set(ms)
      let date = Date(timeIntervalSince1970: Double(ms) / 1000)
      #expect(text.withBytes { String(decoding: $0, as: UTF8.self) } == Timestamp.slowly(date))
    }
  }
}
