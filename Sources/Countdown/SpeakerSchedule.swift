/// Who speaks when: the time of a meeting, split evenly between its speakers.
///
/// With duration D and n speakers, speaker k (from 0) speaks from D·k/n to D·(k+1)/n. The division is
/// done in integer milliseconds and the remainder is kept, so that the turns add up to exactly D.
///
/// ```swift
/// if let schedule = SpeakerSchedule(durationMs: 100, speakers: 3) {
///   schedule.start(of: 1)  // 33
///   schedule.speaker(at: 33)  // 1
/// }
/// ```
public struct SpeakerSchedule: Hashable, Sendable {
  /// The whole meeting, in milliseconds; positive.
  public let durationMs: Int64
  /// How many take a turn; at least 1.
  public let speakers: Int

  /// - Parameters:
  ///   - durationMs: the whole meeting in milliseconds, 1 or more.
  ///   - speakers: how many take a turn, 1 or more, and no more than there are milliseconds.
  /// - Returns: nil where a turn would last no time at all.
  public init?(durationMs: Int64, speakers: Int) {
    guard speakers >= 1, durationMs >= Int64(speakers) else { return nil }
    self.durationMs = durationMs
    self.speakers = speakers
  }

  /// When speaker `index` begins, in milliseconds of elapsed meeting time; `speakers` gives the end.
  ///
  /// - Parameter index: from 0 to `speakers`; values outside are clamped.
  public func start(of index: Int) -> Int64 {
    let index = Int64(min(max(index, 0), speakers))
    // 128 bits: a day of milliseconds times many speakers does fit 64, an absurd request may not.
    return Int64(Int128(durationMs) * Int128(index) / Int128(speakers))
  }

  /// Who speaks at that elapsed time; a boundary belongs to the one who begins.
  ///
  /// - Parameter elapsedMs: milliseconds; clamped to the meeting, whose end belongs to the last speaker.
  public func speaker(at elapsedMs: Int64) -> Int {
    let elapsed = min(max(elapsedMs, 0), durationMs)
    var index = Int(Int128(elapsed) * Int128(speakers) / Int128(durationMs))
    index = min(index, speakers - 1)
    // The division above may be one off at a boundary that was rounded down.
    while index + 1 < speakers, start(of: index + 1) <= elapsed { index += 1 }
    while index > 0, start(of: index) > elapsed { index -= 1 }
    return index
  }

  /// How long the speaker at `index` has, in milliseconds.
  public func turn(of index: Int) -> Int64 {
    start(of: index + 1) - start(of: index)
  }
}
