public import Countdown

/// Log of the floor, which determines the speaker of words from the real time at which they were
/// spoken.
///
/// Meeting time stops while an alert is open, and jumps when a speaker is skipped. Between two
/// entries of the log it runs steadily, so the schedule determines the speaker, and turns that
/// begin on schedule are not logged. The entries of a change that was undone name the speaker, because
/// the schedule is that before the change.
public struct FloorLog: Hashable, Sendable {
  /// An entry of the log: the speaker at a moment, and whether the clock runs from then on.
  public typealias Entry = MeetingSession.FloorChange

  /// Entries in order of time; the first one is the start of the meeting.
  public var entries: [Entry]
  /// Schedule by meeting time, which determines the speaker between two entries.
  public var schedule: SpeakerSchedule

  /// Creates a log; `entries` must be in order of `sinceMs`. Without entries, the first speaker has
  /// the floor throughout and no meeting time passes.
  public init(entries: [Entry], schedule: SpeakerSchedule) {
    self.entries = entries
    self.schedule = schedule
  }

  /// Returns the elapsed meeting time at a real time. Both are in milliseconds; real time counts
  /// from the start of the meeting.
  public func elapsedMs(atReal ms: Int64) -> Int64 {
    guard let entry = entry(atReal: ms) else { return 0 }
    return min(max(elapsedMs(of: entry, at: ms), 0), schedule.durationMs)
  }

  /// Returns the index of the speaker who had the floor at a real time, in milliseconds since the
  /// meeting started.
  public func speaker(atReal ms: Int64) -> Int {
    guard let entry = entry(atReal: ms) else { return schedule.speaker(at: 0) }
    return speaker(of: entry, atElapsed: elapsedMs(atReal: ms))
  }

  /// Minimum time, and share in percent, that words without a pause have before the scheduled end of a turn
  /// for them to be those of its speaker, who finishes a sentence. With a third, more words of
  /// people who began early were given to the wrong person.
  static let minOwnMs: Int64 = 1_000
  static let minOwnPercent: Int64 = 45

  /// Returns the index of the speaker of words without a pause.
  ///
  /// Words that run over the scheduled end of a turn stay with the speaker who began them. If the
  /// floor changed in another way, for example because a turn was ended by command, they belong to the
  /// speaker who had it for most of the time; if two had it equally long, to the lower index.
  ///
  /// - Parameters:
  ///   - fromMs: start of the words, in milliseconds since the meeting started.
  ///   - toMs: end of the words. If they have no length, the result is the speaker at `fromMs`.
  public func speaker(fromReal fromMs: Int64, toReal toMs: Int64) -> Int {
    let stretches = stretches(fromReal: fromMs, toReal: toMs)
    if let first = stretches.first, stretches.count > 1, first.isFollowed(by: stretches[1]),
      first.lengthMs >= Self.minOwnMs, 100 * first.lengthMs >= Self.minOwnPercent * (toMs - fromMs)
    {
      return first.speaker
    }
    let longest = Self.parts(stretches).max { ($0.value, -$0.key) < ($1.value, -$1.key) }
    return longest?.key ?? speaker(atReal: fromMs)
  }

  /// Returns the time for which each speaker had the floor in a stretch of real time, in
  /// milliseconds, by index.
  public func parts(fromReal fromMs: Int64, toReal toMs: Int64) -> [Int: Int64] {
    Self.parts(stretches(fromReal: fromMs, toReal: toMs))
  }

  private static func parts(_ stretches: [Stretch]) -> [Int: Int64] {
    stretches.reduce(into: [:]) { $0[$1.speaker, default: 0] += $1.lengthMs }
  }

  /// A stretch of real time in which one speaker had the floor.
  struct Stretch: Hashable {
    var speaker: Int
    /// Start and end, in milliseconds since the meeting started.
    var fromMs, toMs: Int64
    /// Elapsed meeting time at the start, in milliseconds.
    var elapsedMs: Int64
    var isRunning: Bool

    /// Length in milliseconds.
    var lengthMs: Int64 { toMs - fromMs }

    /// Returns true if the next stretch begins on schedule.
    func isFollowed(by next: Stretch) -> Bool {
      isRunning && next.isRunning && next.elapsedMs == elapsedMs + lengthMs
    }
  }

  /// Divides a stretch of real time, which is in milliseconds since the meeting started, among the
  /// speakers who had the floor.
  func stretches(fromReal fromMs: Int64, toReal toMs: Int64) -> [Stretch] {
    var stretches: [Stretch] = []
    for (position, entry) in entries.enumerated() {
      let begins = position == 0 ? Int64.min : entry.sinceMs
      let ends = position + 1 < entries.count ? entries[position + 1].sinceMs : Int64.max
      var at = max(begins, fromMs)
      let end = min(ends, toMs)
      while at < end {
        let elapsed = elapsedMs(of: entry, at: at)
        let index = speaker(of: entry, atElapsed: elapsed)
        let next = min(end, turnEnd(of: index, in: entry, after: at))
        stretches.append(
          Stretch(
            speaker: index, fromMs: at, toMs: next, elapsedMs: elapsed, isRunning: entry.isRunning))
        at = next
      }
    }
    return stretches
  }

  private func speaker(of entry: Entry, atElapsed elapsedMs: Int64) -> Int {
    entry.attendee == nil ? schedule.speaker(at: elapsedMs) : entry.speakerIndex
  }

  private func entry(atReal ms: Int64) -> Entry? {
    entries.last { $0.sinceMs <= ms } ?? entries.first
  }

  private func elapsedMs(of entry: Entry, at ms: Int64) -> Int64 {
    entry.elapsedMs + (entry.isRunning ? max(0, ms - entry.sinceMs) : 0)
  }

  /// Returns the real time at which the turn that is in progress at `ms` ends.
  private func turnEnd(of index: Int, in entry: Entry, after ms: Int64) -> Int64 {
    guard entry.isRunning, entry.attendee == nil, index < schedule.speakers - 1 else {
      return .max
    }
    return max(ms + 1, entry.sinceMs + schedule.start(of: index + 1) - entry.elapsedMs)
  }
}
