extension MeetingSession {
  /// A turn that has begun, or will begin if nothing changes.
  public struct TurnAhead: Hashable, Sendable {
    /// Beginning of the turn, in milliseconds of real time since the meeting started.
    public var sinceMs: Int64
    /// The attendee whose turn it is; nil after the last turn that is listed.
    public var attendee: Attendee?

    /// Creates a turn; `attendee` is nil if it is not known.
    public init(sinceMs: Int64, attendee: Attendee?) {
      self.sinceMs = sinceMs
      self.attendee = attendee
    }
  }

  /// Returns the turns from the current one on, by the last change of the clock and by the schedule. While
  /// the clock is paused, there is only the current one.
  ///
  /// - Parameter limit: maximum number of turns, at least 1. If there are more, the last one has no
  ///   attendee.
  /// - Returns: an empty list before the start.
  public func turnsAhead(limit: Int) -> [TurnAhead] {
    guard let last = floor.last else { return [] }
    let log = FloorLog(entries: [last], schedule: schedule)
    let turns = log.stretches(
      fromReal: last.sinceMs, toReal: last.sinceMs + Standup.durationsMs.upperBound
    ).filter { $0.speaker >= speakerIndex }
    var ahead = turns.prefix(max(1, limit)).map {
      TurnAhead(sinceMs: $0.fromMs, attendee: attendee(at: $0.speaker))
    }
    if turns.count > ahead.count { ahead[ahead.count - 1].attendee = nil }
    return ahead
  }
}
