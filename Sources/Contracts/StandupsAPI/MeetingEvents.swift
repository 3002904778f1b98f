public import Bus
public import Standups

/// A standup was created.
public struct StandupCreated: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the standup's id.
  public static let type = "standup.created"
  /// The standup as it was saved.
  public var standup: Standup
  /// Tells of a new standup, by a command, an import or the samples.
  public init(standup: Standup) { self.standup = standup }
}

/// A standup was edited, or one of its past meetings deleted.
public struct StandupUpdated: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the standup's id.
  public static let type = "standup.updated"
  /// The whole standup as it is now, not only what changed.
  public var standup: Standup
  /// The past meeting that was deleted, if that is what happened.
  public var deletedMeeting: Meeting.ID?
  /// True where somebody who took part was forgotten: what the journal had of the standup before is erased.
  public var forgets: Bool?
  /// An edit or an import that replaced it, unless a deleted meeting is named.
  public init(standup: Standup, deletedMeeting: Meeting.ID? = nil, forgets: Bool? = nil) {
    self.standup = standup
    self.deletedMeeting = deletedMeeting
    self.forgets = forgets
  }
}

/// A standup was deleted, with its past meetings.
public struct StandupDeleted: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the id of the standup that is gone.
  public static let type = "standup.deleted"
  /// The title that it had last.
  public var title: String
  /// Keeps of the standup what a line for a person needs.
  public init(title: String) { self.title = title }
}

/// A standup is in another cell now, with its past meetings, and the one that is under way. What the journal had of it is
/// emptied here.
public struct StandupMoved: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the standup's id. Whoever follows its meeting gets it, too.
  public static let type = "standup.moved"
  /// Where it is: what clients connect to, as `STANDUPS_ROUTER`.
  public var router: String
  /// The meeting that it is in; nil for none.
  public var meeting: Meeting.ID?
  /// Tells where a standup is.
  public init(router: String, meeting: Meeting.ID? = nil) {
    self.router = router
    self.meeting = meeting
  }
}

/// A standup came from another cell, with its past meetings, and the one that is under way; or from an archive, with its
/// past meetings. A snapshot has all of it.
public struct StandupArrived: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the standup's id.
  public static let type = "standup.arrived"
  /// As it is.
  public var standup: Standup
  /// The meeting that it is in; nil for none. `meetings.get` has it.
  public var meeting: Meeting.ID?
  /// Tells of a standup that is here now.
  public init(standup: Standup, meeting: Meeting.ID? = nil) {
    self.standup = standup
    self.meeting = meeting
  }
}

/// The clock of a meeting began to run.
public struct MeetingStarted: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the meeting's id.
  public static let type = "meeting.started"
  /// The standup as it was at the start, with those who are there, in the order in which they speak.
  public var standup: Standup
  /// Whether what is said is to be recognised; recognition may still fail.
  public var isRecording: Bool
  /// Why the standup's attendees are other than usual; nil for all of them as they are listed.
  public var lineup: MeetingSession.Lineup?
  /// Tells of a meeting whose clock runs from 0 on.
  public init(standup: Standup, isRecording: Bool, lineup: MeetingSession.Lineup? = nil) {
    self.standup = standup
    self.isRecording = isRecording
    self.lineup = lineup
  }
}

/// Another speaker has the floor. Clients ding.
public struct MeetingSpeakerChanged: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the meeting's id.
  public static let type = "meeting.speakerChanged"
  /// From 0.
  public var speaker: Int
  /// Who takes that turn, as in the standup at the start.
  public var attendee: Attendee
  /// Where the turn begins, in milliseconds of meeting time, however late it is told.
  public var elapsedMs: Int64
  /// Why it changed.
  public var cause: Cause
  /// What gave the floor to the next speaker.
  public enum Cause: String, Codable, Hashable, Sendable {
    /// The turn was over.
    case time
    /// Somebody asked for the next speaker.
    case skipped
  }
  /// Tells of one turn; of several that were missed, each is told.
  public init(speaker: Int, attendee: Attendee, elapsedMs: Int64, cause: Cause) {
    self.speaker = speaker
    self.attendee = attendee
    self.elapsedMs = elapsedMs
    self.cause = cause
  }
}

/// A turn ends soon: who has the floor should come to an end. Only where the standup's `warnMs` asks for it.
public struct MeetingTurnEnding: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the meeting's id.
  public static let type = "meeting.turnEnding"
  /// Who has the floor, from 0.
  public var speaker: Int
  /// Who takes that turn, as in the standup at the start.
  public var attendee: Attendee
  /// The elapsed meeting time, in milliseconds.
  public var elapsedMs: Int64
  /// How much is left of the turn, in milliseconds.
  public var leftMs: Int64
  /// Tells of the end of a turn once; once more if it was put off meanwhile.
  public init(speaker: Int, attendee: Attendee, elapsedMs: Int64, leftMs: Int64) {
    self.speaker = speaker
    self.attendee = attendee
    self.elapsedMs = elapsedMs
    self.leftMs = leftMs
  }
}

/// The time is up, and the meeting goes on until somebody ends it. Only where the standup's `mayRunOver` allows it.
public struct MeetingRunningOver: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the meeting's id.
  public static let type = "meeting.runningOver"
  /// When the time was up, in milliseconds of meeting time, however late it is told.
  public var elapsedMs: Int64
  /// When the meeting ends if nobody ends it, in milliseconds of meeting time.
  public var endsMs: Int64
  /// Tells of the end of the time, once.
  public init(elapsedMs: Int64, endsMs: Int64) {
    self.elapsedMs = elapsedMs
    self.endsMs = endsMs
  }
}

/// Who has which turn, or for how long, is another than at the start from now on.
public struct MeetingAgendaChanged: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the meeting's id.
  public static let type = "meeting.agendaChanged"
  /// All turns, those that are over included.
  public var agenda: MeetingSession.Agenda
  /// How long the meeting lasts now, in milliseconds.
  public var durationMs: Int64
  /// The elapsed meeting time, in milliseconds.
  public var elapsedMs: Int64
  /// Why it changed.
  public var cause: Cause
  /// Who came late, and is the last of the meeting's attendees from now on, unless among them already; nil for other
  /// causes.
  public var attendee: Attendee?
  /// What changes the turns of a meeting.
  public enum Cause: String, Codable, Hashable, Sendable {
    /// The one who has the floor got more time.
    case extended
    /// The one who had the floor comes back at the end.
    case postponed
    /// Somebody is not there.
    case absent
    /// Somebody came late, or is back.
    case present
  }
  /// Takes the agenda of a session.
  public init(
    _ session: MeetingSession, elapsedMs: Int64, cause: Cause, attendee: Attendee? = nil
  ) {
    agenda = session.fullAgenda
    durationMs = session.schedule.durationMs
    self.elapsedMs = elapsedMs
    self.cause = cause
    self.attendee = attendee
  }
}

/// An alert was opened; the clock is held at `elapsedMs`.
///
/// One that asks before the start comes before `MeetingStarted`: it is the first that is heard of the meeting.
public struct MeetingAlertPresented: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the meeting's id.
  public static let type = "meeting.alertPresented"
  /// What is asked.
  public var alert: MeetingSession.Alert
  /// The answers that it takes, in the order in which they are shown.
  public var actions: [MeetingSession.AlertAction]
  /// Where the clock stands, in milliseconds of meeting time; 0 before the start.
  public var elapsedMs: Int64
  /// The standup as it was at the start; nil in events that were written before they told it.
  public var standup: Standup?
  /// Takes the answers from the alert itself.
  public init(alert: MeetingSession.Alert, elapsedMs: Int64, standup: Standup) {
    self.alert = alert
    self.actions = alert.actions
    self.elapsedMs = elapsedMs
    self.standup = standup
  }
}

/// The alert was answered; unless the meeting ends with it, the clock goes on from `elapsedMs`.
public struct MeetingAlertDismissed: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the meeting's id.
  public static let type = "meeting.alertDismissed"
  /// The answer that was given.
  public var action: MeetingSession.AlertAction
  /// Where the clock stood meanwhile, in milliseconds of meeting time.
  public var elapsedMs: Int64
  /// Which alert it was is told by the `MeetingAlertPresented` before.
  public init(action: MeetingSession.AlertAction, elapsedMs: Int64) {
    self.action = action
    self.elapsedMs = elapsedMs
  }
}

/// A piece of the transcript is final.
public struct MeetingSegment: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the meeting's id.
  public static let type = "meeting.segment"
  /// Who said what, and when in meeting time; it does not change any more.
  public var segment: Segment
  /// Segments may come late, and not in the order of their times.
  public init(segment: Segment) { self.segment = segment }
}

/// Something was written down for an attendee to come back to.
public struct MeetingNoted: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the meeting's id.
  public static let type = "meeting.noted"
  /// What was written down, in a live or a past meeting.
  public var followUp: FollowUp
  /// Tells of a follow-up that is open from now on.
  public init(followUp: FollowUp) { self.followUp = followUp }
}

/// What somebody had to come back to is done.
///
/// It has no words, as it may be told in a later meeting than that in which they came up, and outlive them.
public struct FollowUpDone: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the standup's id. Whoever follows its live meeting gets it, too.
  public static let type = "standup.followUpDone"
  /// Which one.
  public var followUp: FollowUp.ID
  /// Whose it was.
  public var attendee: Attendee.ID
  /// The meeting in which it came up.
  public var meeting: Meeting.ID
  /// Tells of a follow-up that is shown no more.
  public init(_ followUp: FollowUp) {
    self.followUp = followUp.id
    attendee = followUp.attendee.id
    meeting = followUp.meeting
  }
}

/// Speech recognition stopped.
public struct MeetingSpeechFailed: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the meeting's id.
  public static let type = "meeting.speechFailed"
  /// Why, in a sentence for a person.
  public var reason: String
  /// The meeting goes on; if it is held for an alert, that is told by an event of its own.
  public init(reason: String) { self.reason = reason }
}

/// Recording was forbidden while the meeting ran: nothing that is said from now on is kept.
public struct MeetingRecordingStopped: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the meeting's id.
  public static let type = "meeting.recordingStopped"
  /// When that was, in milliseconds of meeting time.
  public var elapsedMs: Int64
  /// The meeting goes on without recording.
  public init(elapsedMs: Int64) { self.elapsedMs = elapsedMs }
}

/// Somebody decided whether a standup may be recorded.
public struct StandupRecordingDecided: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the standup's id.
  public static let type = "standup.recordingDecided"
  /// What holds from now on.
  public enum Decision: String, Codable, Hashable, Sendable {
    case allowed, denied
    /// As if nobody had been asked.
    case ask
  }
  /// What holds from now on.
  public var decision: Decision
  /// It holds for the next meeting; a denial also for the one that is live.
  public init(decision: Decision) { self.decision = decision }
}

/// A meeting is over and saved.
public struct MeetingFinished: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the meeting's id.
  public static let type = "meeting.finished"
  /// Whose meeting it is.
  public var standup: Standup.ID
  /// The title that the standup has by then.
  public var title: String
  /// The meeting as it was saved; without its segments where they come to more than about 50,000
  /// bytes.
  public var meeting: Meeting
  /// Tells of a meeting that is now a past one, under the same id.
  public init(standup: Standup.ID, title: String, meeting: Meeting) {
    self.standup = standup
    self.title = title
    self.meeting = meeting
  }
}

/// A past meeting came from a file or with the samples, or changed as a file has it otherwise.
public struct MeetingImported: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the meeting's id.
  public static let type = "meeting.imported"
  /// The meeting, or the part of a long one, as it was saved; without its segments where they and the
  /// transcript come to more than about 150,000 bytes each.
  public var meeting: Meeting
  /// Tells of a meeting that was not held here.
  public init(meeting: Meeting) { self.meeting = meeting }
}

/// What was said in a meeting was erased: from what is saved, from searches and from the journal, whose
/// earlier events of the meeting say only that they were erased. Whoever keeps them should do the same.
public struct MeetingErased: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the meeting's id.
  public static let type = "meeting.erased"
  /// Why it was.
  public enum Reason: String, Codable, Hashable, Sendable {
    /// The meeting was deleted, by itself or with its standup.
    case deleted
    /// It is older than words are kept.
    case age
    /// Somebody who took part was forgotten.
    case person
  }
  /// Whose meeting it is, or was.
  public var standup: Standup.ID
  /// Why it was.
  public var reason: Reason
  /// What is left of it; nil for nothing. Without its segments where they come to more than about 50,000
  /// bytes.
  public var meeting: Meeting?
  /// Tells of a meeting that is gone, unless something is left of it.
  public init(standup: Standup.ID, reason: Reason, meeting: Meeting? = nil) {
    self.standup = standup
    self.reason = reason
    self.meeting = meeting
  }
}

/// A meeting was given up; nothing of it is saved, and what the journal had of it is erased.
public struct MeetingDiscardedEvent: EventData, Hashable {
  /// The CloudEvents 1.0 type; the subject is the meeting's id.
  public static let type = "meeting.discarded"
  /// How long it had run, in milliseconds of meeting time; 0 if it never began.
  public var elapsedMs: Int64
  /// The one trace of such a meeting, besides the earlier events.
  public init(elapsedMs: Int64) { self.elapsedMs = elapsedMs }
}

/// The types of the events about standups and meetings.
public enum MeetingEvents {
  /// What the journal keeps.
  public static let durable = [
    StandupCreated.type, StandupUpdated.type, StandupDeleted.type, StandupMoved.type,
    StandupArrived.type, StandupRecordingDecided.type, FollowUpDone.type, MeetingStarted.type,
    MeetingSpeakerChanged.type, MeetingTurnEnding.type, MeetingRunningOver.type,
    MeetingAgendaChanged.type, MeetingAlertPresented.type, MeetingAlertDismissed.type,
    MeetingSegment.type, MeetingNoted.type, MeetingSpeechFailed.type, MeetingRecordingStopped.type,
    MeetingFinished.type, MeetingImported.type, MeetingErased.type, MeetingDiscardedEvent.type,
  ]
  /// A second of meeting time passed; the data is the timer's `TickData`. Not kept.
  public static let tick = "meeting.tick"
  /// The best guess of what is being said; the data is transcription's `PartialData`. Not kept.
  public static let partial = "meeting.partial"
}
