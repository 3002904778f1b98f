public import Countdown

extension MeetingSession {
  /// Who speaks when. A standup without attendees has one speaker; of a meeting that runs over the last one has as much
  /// more time as it may.
  public var schedule: SpeakerSchedule {
    overMs == nil ? plan : plan.longer(byMs: Standup.maxOverrunMs)
  }

  /// Who speaks when, as it was meant: also of a meeting that runs over.
  public var plan: SpeakerSchedule { standup.schedule(agenda) }

  /// Whether it goes on when its time is up.
  public var willRunOver: Bool { standup.mayRunOver == true && overMs == nil }

  /// Elapsed meeting time at a moment, in milliseconds; never more than the meeting lasts.
  public func elapsedMs(at moment: ClockReading) -> Int64 {
    min(clock.elapsedMs(at: moment), schedule.durationMs)
  }

  /// Milliseconds of real time since the meeting started, pauses included; 0 before that.
  public func realMs(at moment: ClockReading) -> Int64 {
    startedAt.map { max(0, moment.milliseconds(since: $0)) } ?? 0
  }

  /// The alert that is open, if any.
  public var alert: Alert? {
    switch destination {
    case .alert(let alert): alert
    case nil: nil
    }
  }

  /// Whether nobody speaks after the one who has the floor.
  public var isLastSpeaker: Bool { speakerIndex >= schedule.speakers - 1 }

  /// Who takes the turn at that position, which is clamped to the speakers.
  public func attendee(at index: Int) -> Attendee {
    standup.attendee(at: min(max(index, 0), schedule.speakers - 1), agenda)
      ?? Attendee(id: Attendee.ID(id.rawValue))
  }
}
