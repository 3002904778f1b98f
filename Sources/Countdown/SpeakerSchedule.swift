/// The schedule of a meeting: its duration, divided among its speakers.
///
/// If the duration D is divided evenly among n speakers, speaker k (from 0) speaks from D·k/n to
/// D·(k+1)/n. Starts are computed in integer milliseconds from the whole duration, so that the
/// turns add up to exactly D. Turns may also have given durations.
///
/// ```swift
/// if let schedule = SpeakerSchedule(durationMs: 100, speakers: 3) {
///   schedule.start(of: 1)  // 33
///   schedule.speaker(at: 33)  // 1
/// }
/// ```
public struct SpeakerSchedule: Hashable, Sendable {
  /// Duration of the whole meeting, in milliseconds; positive.
  public let durationMs: Int64
  /// Number of turns; at least 1.
  public let speakers: Int
  /// Start of each turn, followed by the end of the last one; nil if the turns are even.
  private let starts: [Int64]?

  /// Creates a schedule with even turns.
  ///
  /// - Parameters:
  ///   - durationMs: duration of the whole meeting in milliseconds, 1 or more.
  ///   - speakers: number of turns, from 1 to the number of milliseconds.
  /// - Returns: nil if a turn would have a length of 0.
  public init?(durationMs: Int64, speakers: Int) {
    guard speakers >= 1, durationMs >= Int64(speakers) else { return nil }
    self.durationMs = durationMs
    self.speakers = speakers
    starts = nil
  }

  /// Creates a schedule with turns by weight: with duration D and weights of sum W, a turn begins
  /// at D·w/W, where w is the sum of the weights before it. The turns add up to exactly D, and
  /// equal weights give even turns.
  ///
  /// ```swift
  /// SpeakerSchedule(durationMs: 100, weights: [1, 2, 1])?.turnsMs  // [25, 50, 25]
  /// ```
  ///
  /// - Parameters:
  ///   - durationMs: duration of the whole meeting in milliseconds, 1 or more.
  ///   - weights: weight of each speaker, 1 or more.
  /// - Returns: nil if a turn would have a length of 0.
  public init?(durationMs: Int64, weights: [Int]) {
    guard durationMs >= 1, weights.allSatisfy({ $0 >= 1 }) else { return nil }
    let whole = weights.reduce(Int128(0)) { $0 + Int128($1) }
    var (before, start) = (Int128(0), Int64(0))
    var turns: [Int64] = []
    turns.reserveCapacity(weights.count)
    for weight in weights {
      before += Int128(weight)
      // The product of a duration and a sum of weights may overflow even 128 bits.
      let (product, overflow) = Int128(durationMs).multipliedReportingOverflow(by: before)
      guard !overflow else { return nil }
      let end = Int64(product / whole)
      turns.append(end - start)
      start = end
    }
    self.init(turnsMs: turns)
  }

  /// Creates a schedule with turns of given durations.
  ///
  /// - Parameter turnsMs: duration of each turn, in milliseconds: at least one turn, each 1 ms or
  ///   more, with a sum that fits.
  /// - Returns: nil for any other values.
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
    // Equal schedules have the same representation.
    self.starts = starts.indices.allSatisfy { even.start(of: $0) == starts[$0] } ? nil : starts
  }

  /// Duration of each turn, in milliseconds; nil if the turns are even.
  public var turnsMs: [Int64]? { starts == nil ? nil : (0..<speakers).map(turn(of:)) }

  /// Returns the start of the turn `index`, in milliseconds of elapsed meeting time; the index
  /// `speakers` gives the end of the meeting.
  ///
  /// - Parameter index: from 0 to `speakers`; other values are clamped.
  public func start(of index: Int) -> Int64 {
    let index = min(max(index, 0), speakers)
    if let starts { return starts[index] }
    // The product is computed in 128 bits: that of a day of milliseconds and many speakers fits in
    // 64 bits, but an invalid request may have much larger values.
    return Int64(Int128(durationMs) * Int128(index) / Int128(speakers))
  }

  /// Returns the index of the speaker at an elapsed time; a boundary belongs to the turn that
  /// begins.
  ///
  /// - Parameter elapsedMs: milliseconds, clamped to the meeting; its end belongs to the last
  ///   speaker.
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
    // The division above may be off by one at a boundary that was rounded down.
    while index + 1 < speakers, start(of: index + 1) <= elapsed { index += 1 }
    while index > 0, start(of: index) > elapsed { index -= 1 }
    return index
  }

  /// Returns the schedule with more time for the last speaker.
  ///
  /// - Parameter ms: additional milliseconds; the schedule stays unchanged if the sum does not fit.
  public func longer(byMs ms: Int64) -> SpeakerSchedule {
    var turns = (0..<speakers).map(turn(of:))
    let (last, overflow) = turns[speakers - 1].addingReportingOverflow(ms)
    turns[speakers - 1] = last
    return (overflow ? nil : SpeakerSchedule(turnsMs: turns)) ?? self
  }

  /// Returns the duration of the turn `index`, in milliseconds.
  public func turn(of index: Int) -> Int64 {
    start(of: index + 1) - start(of: index)
  }
}
