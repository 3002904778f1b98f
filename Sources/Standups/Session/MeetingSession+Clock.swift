public import Countdown

extension MeetingSession {
  /// Who speaks when. A standup without attendees has one speaker.
  public var schedule: SpeakerSchedule {
    let speakers = max(1, standup.attendees.count)
    let duration = max(standup.durationMs, Int64(speakers))
    guard let schedule = SpeakerSchedule(durationMs: duration, speakers: speakers) else {
      preconditionFailure("one millisecond for each speaker is enough for a schedule")
    }
    return schedule
  }

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
    guard !standup.attendees.isEmpty else { return Attendee(id: Attendee.ID(id.rawValue)) }
    return standup.attendees[min(max(index, 0), standup.attendees.count - 1)]
  }
}
