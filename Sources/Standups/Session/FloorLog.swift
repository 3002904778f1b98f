public import Countdown

/// Who had the floor when: finds the speaker of words that were heard in real time.
///
/// Meeting time stands still while an alert is open and jumps when a speaker is skipped. Between
/// two entries of the log it runs evenly, so the schedule tells the speaker there: turns that begin
/// by the clock are not in the log.
public struct FloorLog: Hashable, Sendable {
  /// One line of the log: who has the floor at a moment, and whether the clock runs from then on.
  public typealias Entry = MeetingSession.FloorChange

  /// In order of time; the first is the start of the meeting.
  public var entries: [Entry]
  /// Who speaks when by the meeting's clock; tells the speaker between two entries.
  public var schedule: SpeakerSchedule

  /// A log for look-ups; `entries` must be in order of `sinceMs`. Without any, the first speaker
  /// has the floor throughout and no meeting time passes.
  public init(entries: [Entry], schedule: SpeakerSchedule) {
    self.entries = entries
    self.schedule = schedule
  }

  /// Elapsed meeting time at a real time, both in milliseconds since the meeting started.
  public func elapsedMs(atReal ms: Int64) -> Int64 {
    guard let entry = entries.last(where: { $0.sinceMs <= ms }) ?? entries.first else { return 0 }
    return min(max(elapsedMs(of: entry, at: ms), 0), schedule.durationMs)
  }

  /// Who had the floor at a real time.
  public func speaker(atReal ms: Int64) -> Int { schedule.speaker(at: elapsedMs(atReal: ms)) }

  /// Who spoke for most of a stretch of real time; of two with equal parts the earlier one.
  ///
  /// - Parameters:
  ///   - fromMs: where it begins, in milliseconds since the meeting started.
  ///   - toMs: where it ends; a stretch of no length belongs to whoever had the floor at `fromMs`.
  public func speaker(fromReal fromMs: Int64, toReal toMs: Int64) -> Int {
    let parts = parts(fromReal: fromMs, toReal: toMs)
    let longest = parts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
    return longest?.key ?? speaker(atReal: fromMs)
  }

  /// How long each speaker had the floor in a stretch of real time, in milliseconds, by index.
  public func parts(fromReal fromMs: Int64, toReal toMs: Int64) -> [Int: Int64] {
    var parts: [Int: Int64] = [:]
    for (position, entry) in entries.enumerated() {
      let begins = position == 0 ? Int64.min : entry.sinceMs
      let ends = position + 1 < entries.count ? entries[position + 1].sinceMs : Int64.max
      var at = max(begins, fromMs)
      let end = min(ends, toMs)
      while at < end {
        let index = schedule.speaker(at: elapsedMs(of: entry, at: at))
        let next = min(end, turnEnd(of: index, in: entry, after: at))
        parts[index, default: 0] += next - at
        at = next
      }
    }
    return parts
  }

  private func elapsedMs(of entry: Entry, at ms: Int64) -> Int64 {
    entry.elapsedMs + (entry.isRunning ? max(0, ms - entry.sinceMs) : 0)
  }

  /// The real time at which the turn ends that runs at `ms`.
  private func turnEnd(of index: Int, in entry: Entry, after ms: Int64) -> Int64 {
    guard entry.isRunning, index < schedule.speakers - 1 else { return .max }
    return max(ms + 1, entry.sinceMs + schedule.start(of: index + 1) - entry.elapsedMs)
  }
}
