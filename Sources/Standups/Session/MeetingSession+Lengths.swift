/// Real lengths of a meeting, and the attendees who were absent or late, for its past meeting.
extension MeetingSession {
  /// Returns the real duration of the meeting, in milliseconds, without pauses.
  ///
  /// Meeting time differs from it when `meetings.next` skips the rest of a turn, and when a change is
  /// undone: the time until the undo is not meeting time, but it has passed.
  ///
  /// - Parameter elapsedMs: elapsed meeting time at the end, in milliseconds.
  func lastedMs(untilMs elapsedMs: Int64) -> Int64 {
    let skipped = zip(floor, floor.dropFirst()).reduce(Int64(0)) { skipped, pair in
      let (entry, next) = pair
      // A pause does not move the clock; the two clocks may differ by one millisecond.
      let isPause = entry.isRunning && !next.isRunning
      guard !isPause || entry.attendee != nil || next.attendee != nil else { return skipped }
      let passed = entry.isRunning ? max(0, next.sinceMs - entry.sinceMs) : 0
      return skipped + next.elapsedMs - entry.elapsedMs - passed
    }
    return min(max(elapsedMs - skipped, 0), Meeting.timesMs.upperBound)
  }

  /// Total time for which the meeting was paused and then resumed, in milliseconds.
  var pausedMs: Int64 {
    zip(floor, floor.dropFirst()).reduce(0) { paused, pair in
      paused + (pair.0.isRunning ? 0 : max(0, pair.1.sinceMs - pair.0.sinceMs))
    }
  }

  /// Returns the attendees who are absent: those who were left out at the start and did not arrive,
  /// and those who lost their turns and did not return.
  ///
  /// - Parameter current: the current standup, which has the names of the former.
  func absent(_ current: Standup?) -> [Attendee] {
    let present = Set(standup.attendees.map(\.id))
    let out = (lineup?.absent ?? []).filter { !present.contains($0) }
    let away = (agenda?.away ?? []).filter(standup.attendees.indices.contains)
    return out.map { current?.attendees[id: $0]?.participant ?? Attendee(id: $0) }
      + away.map { standup.attendees[$0].participant }
  }

  /// The ids of the attendees who are late: they were left out at the start, or lost their turns, and
  /// arrived or returned later. Nil for none. An undo of the arrival removes its attendee.
  public var latecomers: [Attendee.ID]? {
    let returned = (agenda?.returned ?? []).filter(standup.attendees.indices.contains)
    let arrived = (late ?? []).map(\.id) + returned.map { standup.attendees[$0].id }
    var seen = Set(absent(nil).map(\.id))
    let latecomers = arrived.filter { seen.insert($0).inserted }
    return latecomers.isEmpty ? nil : latecomers
  }
}
