import Bus
import TimerAPI

/// Commands about existing countdowns.
extension CountdownEngine {
  /// Pauses the clock of a countdown; one that is not running stays as it is.
  mutating func pause(
    _ id: String, at now: TimerMoment, into sink: inout some CountdownSink
  ) throws(BusError) -> CountdownStatus {
    try setClock(id, now, into: &sink) { $0.hold(at: $1) }
  }

  /// Resumes the clock of a countdown; one that is not paused stays as it is.
  mutating func resume(
    _ id: String, at now: TimerMoment, into sink: inout some CountdownSink
  ) throws(BusError) -> CountdownStatus {
    try setClock(id, now, into: &sink) { $0.release(at: $1) }
  }

  private mutating func setClock(
    _ id: String, _ now: TimerMoment, into sink: inout some CountdownSink,
    _ change: (inout Countdown, _ ns: Int64) -> Void
  ) throws(BusError) -> CountdownStatus {
    let slot = try settled(id, now, into: &sink)
    change(&slots[slot], latest)
    reschedule(slot)
    return status(slot, now)
  }

  /// Jumps to the start of the next turn.
  ///
  /// - Parameter from: the speaker to skip; if another speaker has the floor, nothing happens.
  /// - Throws: `conflict` for the last speaker.
  mutating func skip(
    _ id: String, from: Int?, at now: TimerMoment, into sink: inout some CountdownSink
  ) throws(BusError) -> CountdownStatus {
    let slot = try settled(id, now, into: &sink)
    let speaker = slots[slot].speaker
    if from == nil || from == speaker {
      guard speaker + 1 < slots[slot].schedule.speakers else {
        throw BusError(
          .conflict,
          "The last speaker cannot be skipped; end the countdown with timer.cancel instead.",
          detail: ["speaker": String(speaker)])
      }
      slots[slot].skip(at: latest)
      reschedule(slot)
    }
    return status(slot, now)
  }

  /// Ends a countdown without reporting that it finished.
  ///
  /// - Returns: its last status.
  mutating func cancel(
    _ id: String, at now: TimerMoment, into sink: inout some CountdownSink
  ) throws(BusError) -> CountdownStatus {
    let slot = try settled(id, now, into: &sink)
    let status = status(slot, now)
    remove(slot, into: &sink)
    return status
  }

  /// Returns true if a countdown is unknown, or belongs to a team in the scope. One without a team
  /// is visible only to those who see all teams.
  private func isVisible(_ id: String, in scope: TeamScope) -> Bool {
    slotOfID[id].map { scope.contains(channels[$0]?.labels?.team) } ?? true
  }

  /// Returns the status of a countdown.
  ///
  /// - Throws: `not_found` if it does not exist, or belongs to a team outside the scope.
  mutating func get(
    _ id: String, in scope: TeamScope = .all, at now: TimerMoment,
    into sink: inout some CountdownSink
  ) throws(BusError) -> CountdownStatus {
    guard isVisible(id, in: scope) else { throw Self.missing(id) }
    // Two steps, because a single expression would call `status` on the old value of `self`.
    let slot = try settled(id, now, into: &sink)
    return status(slot, now)
  }

  /// Returns a page of the countdowns of the teams in a scope, in the order of their ids.
  mutating func list(
    _ command: ListCountdowns, in scope: TeamScope = .all, at now: TimerMoment,
    into sink: inout some CountdownSink
  ) throws(BusError) -> ListCountdowns.Reply {
    let limit = command.limit ?? 100
    guard (1...1000).contains(limit) else {
      throw BusError(
        .invalid, "Invalid limit \(limit); expected 1 to 1000.", detail: ["field": "limit"])
    }
    let page = ids.page(after: command.after, limit: limit) { isVisible($0, in: scope) }
    var statuses: [CountdownStatus] = []
    for id in page.ids {
      statuses.append(try get(id, at: now, into: &sink))
    }
    return ListCountdowns.Reply(countdowns: statuses, next: page.next)
  }
}
