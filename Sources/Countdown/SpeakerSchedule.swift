/// Who speaks when: the time of a meeting, split between its speakers.
///
/// Split evenly, with duration D and n speakers, speaker k (from 0) speaks from D·k/n to D·(k+1)/n. The division is
/// done in integer milliseconds and the remainder is kept, so that the turns add up to exactly D. Turns may also be as
/// long as they are told.
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
  /// When each speaker begins, and when the last one ends; nil where the time is split evenly.
  private let starts: [Int64]?

  /// - Parameters:
  ///   - durationMs: the whole meeting in milliseconds, 1 or more.
  ///   - speakers: how many take a turn, 1 or more, and no more than there are milliseconds.
  /// - Returns: nil where a turn would last no time at all.
  public init?(durationMs: Int64, speakers: Int) {
    guard speakers >= 1, durationMs >= Int64(speakers) else { return nil }
    self.durationMs = durationMs
    self.speakers = speakers
    starts = nil
  }

  /// A schedule in which turns are as long as their weights say: with duration D and weights that add up to W, a
  /// speaker begins at D·w/W, where w is what the speakers before weigh together. So the turns add up to exactly D, and
  /// equal weights split the time evenly.
  ///
  /// ```swift
  /// SpeakerSchedule(durationMs: 100, weights: [1, 2, 1])?.turnsMs  // [25, 50, 25]
  /// ```
  ///
  /// - Parameters:
  ///   - durationMs: the whole meeting in milliseconds, 1 or more.
  ///   - weights: of the speakers, each 1 or more.
  /// - Returns: nil where a turn would last no time at all.
  public init?(durationMs: Int64, weights: [Int]) {
    guard durationMs >= 1, weights.allSatisfy({ $0 >= 1 }) else { return nil }
    let whole = weights.reduce(Int128(0)) { $0 + Int128($1) }
    var (before, start) = (Int128(0), Int64(0))
    var turns: [Int64] = []
    turns.reserveCapacity(weights.count)
    for weight in weights {
      before += Int128(weight)
      // 63 bits times 64: a product of huge numbers may not fit even 128.
      let (product, overflow) = Int128(durationMs).multipliedReportingOverflow(by: before)
      guard !overflow else { return nil }
      let end = Int64(product / whole)
      turns.append(end - start)
      start = end
    }
    self.init(turnsMs: turns)
  }

  /// A schedule with turns of different lengths.
  ///
  /// - Parameter turnsMs: how long each turn is, in milliseconds; one or more of 1 ms or more, whose sum fits.
  /// - Returns: nil for anything else.
  public init?(turnsMs: [Int64]) {
    var starts: [Int64] = [0]
    starts.reserveCapacity(turnsMs.count + 1)
    for turn in turnsMs {
      let (end, overflow) = starts[starts.count - 1].addingReportingOverflow(turn)
      guard turn >= 1, !overflow else { return nil }
      starts.append(end)
    }
    guard let even = Self(durationMs: starts[starts.count - 1], speakers: turnsMs.count) else {
      return nil
    }
    durationMs = even.durationMs
    speakers = even.speakers
    // Equal schedules are written in one way.
    self.starts = starts.indices.allSatisfy { even.start(of: $0) == starts[$0] } ? nil : starts
  }

  /// How long each turn is, in milliseconds; nil where the time is split evenly.
  public var turnsMs: [Int64]? { starts == nil ? nil : (0..<speakers).map(turn(of:)) }

  /// When speaker `index` begins, in milliseconds of elapsed meeting time; `speakers` gives the end.
  ///
  /// - Parameter index: from 0 to `speakers`; values outside are clamped.
  public func start(of index: Int) -> Int64 {
    let index = min(max(index, 0), speakers)
    if let starts { return starts[index] }
    // 128 bits: a day of milliseconds times many speakers does fit 64, an absurd request may not.
    return Int64(Int128(durationMs) * Int128(index) / Int128(speakers))
  }

  /// Who speaks at that elapsed time; a boundary belongs to the one who begins.
  ///
  /// - Parameter elapsedMs: milliseconds; clamped to the meeting, whose end belongs to the last speaker.
  public func speaker(at elapsedMs: Int64) -> Int {
    let elapsed = min(max(elapsedMs, 0), durationMs)
    if let starts {
      var (low, high) = (0, speakers - 1)
      while low < high {
        let middle = low + (high - low + 1) / 2
        if starts[middle] <= elapsed { low = middle } else { high = middle - 1 }
      }
      return low
    }
    var index = Int(Int128(elapsed) * Int128(speakers) / Int128(durationMs))
    index = min(index, speakers - 1)
    // The division above may be one off at a boundary that was rounded down.
    while index + 1 < speakers, start(of: index + 1) <= elapsed { index += 1 }
    while index > 0, start(of: index) > elapsed { index -= 1 }
    return index
  }

  /// The schedule with more time for the last speaker.
  ///
  /// - Parameter ms: milliseconds; the schedule stays as it is where they do not fit.
  public func longer(byMs ms: Int64) -> SpeakerSchedule {
    var turns = (0..<speakers).map(turn(of:))
    let (last, overflow) = turns[speakers - 1].addingReportingOverflow(ms)
    turns[speakers - 1] = last
    return (overflow ? nil : SpeakerSchedule(turnsMs: turns)) ?? self
  }

  /// How long the speaker at `index` has, in milliseconds.
  public func turn(of index: Int) -> Int64 {
    start(of: index + 1) - start(of: index)
  }
}
