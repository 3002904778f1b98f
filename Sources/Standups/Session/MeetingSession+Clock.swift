public import Countdown

extension MeetingSession {
  /// Schedule of the speakers. A standup without attendees has one speaker. In overtime, the
  /// maximum overtime is added to the turn of the last speaker.
  public var schedule: SpeakerSchedule {
    overMs == nil ? plan : plan.longer(byMs: Standup.maxOverrunMs)
  }

  /// The planned schedule, without overtime.
  public var plan: SpeakerSchedule { standup.schedule(agenda) }

  /// True if the meeting will continue when its time is up.
  public var willRunOver: Bool { standup.mayRunOver == true && overMs == nil }

  /// Returns the elapsed meeting time at a moment, in milliseconds; at most the duration of the
  /// schedule.
  public func elapsedMs(at moment: ClockReading) -> Int64 {
    min(clock.elapsedMs(at: moment), schedule.durationMs)
  }

  /// Returns the real time since the meeting started, in milliseconds, pauses included; 0 before
  /// the start.
  public func realMs(at moment: ClockReading) -> Int64 {
    startedAt.map { max(0, moment.milliseconds(since: $0)) } ?? 0
  }

  /// The open alert, if any.
  public var alert: Alert? {
    switch destination {
    case .alert(let alert): alert
    case nil: nil
    }
  }

  /// True if no other speaker follows the current one.
  public var isLastSpeaker: Bool { speakerIndex >= schedule.speakers - 1 }

  /// Returns the attendee who has the turn at that position, which is clamped to the existing
  /// turns.
  public func attendee(at index: Int) -> Attendee {
    standup.attendee(at: min(max(index, 0), schedule.speakers - 1), agenda)
      ?? Attendee(id: Attendee.ID(id.rawValue))
  }
}
