public import Bus
public import Standups

/// A standup was created.
public struct StandupCreated: EventData, Hashable {
  public static let type = "standup.created"
  public var standup: Standup
  public init(standup: Standup) { self.standup = standup }
}

/// A standup was edited, or one of its past meetings deleted.
public struct StandupUpdated: EventData, Hashable {
  public static let type = "standup.updated"
  public var standup: Standup
  /// The past meeting that was deleted, if that is what happened.
  public var deletedMeeting: Meeting.ID?
  public init(standup: Standup, deletedMeeting: Meeting.ID? = nil) {
    self.standup = standup
    self.deletedMeeting = deletedMeeting
  }
}

/// A standup was deleted, with its past meetings.
public struct StandupDeleted: EventData, Hashable {
  public static let type = "standup.deleted"
  public var title: String
  public init(title: String) { self.title = title }
}

/// The clock of a meeting began to run.
public struct MeetingStarted: EventData, Hashable {
  public static let type = "meeting.started"
  /// The standup as it was at the start.
  public var standup: Standup
  public var isRecording: Bool
  public init(standup: Standup, isRecording: Bool) {
    self.standup = standup
    self.isRecording = isRecording
  }
}

/// Another speaker has the floor. Clients ding.
public struct MeetingSpeakerChanged: EventData, Hashable {
  public static let type = "meeting.speakerChanged"
  /// From 0.
  public var speaker: Int
  public var attendee: Attendee
  public var elapsedMs: Int64
  public var cause: Cause
  public enum Cause: String, Codable, Hashable, Sendable {
    /// The turn was over.
    case time
    /// Somebody asked for the next speaker.
    case skipped
  }
  public init(speaker: Int, attendee: Attendee, elapsedMs: Int64, cause: Cause) {
    self.speaker = speaker
    self.attendee = attendee
    self.elapsedMs = elapsedMs
    self.cause = cause
  }
}

/// An alert was opened; the clock is held at `elapsedMs`.
public struct MeetingAlertPresented: EventData, Hashable {
  public static let type = "meeting.alertPresented"
  public var alert: MeetingSession.Alert
  public var actions: [MeetingSession.AlertAction]
  public var elapsedMs: Int64
  public init(alert: MeetingSession.Alert, elapsedMs: Int64) {
    self.alert = alert
    self.actions = alert.actions
    self.elapsedMs = elapsedMs
  }
}

/// The alert was answered; unless the meeting ends with it, the clock goes on from `elapsedMs`.
public struct MeetingAlertDismissed: EventData, Hashable {
  public static let type = "meeting.alertDismissed"
  public var action: MeetingSession.AlertAction
  public var elapsedMs: Int64
  public init(action: MeetingSession.AlertAction, elapsedMs: Int64) {
    self.action = action
    self.elapsedMs = elapsedMs
  }
}

/// A piece of the transcript is final.
public struct MeetingSegment: EventData, Hashable {
  public static let type = "meeting.segment"
  public var segment: Segment
  public init(segment: Segment) { self.segment = segment }
}

/// Speech recognition stopped.
public struct MeetingSpeechFailed: EventData, Hashable {
  public static let type = "meeting.speechFailed"
  public var reason: String
  public init(reason: String) { self.reason = reason }
}

/// A meeting is over and saved.
public struct MeetingFinished: EventData, Hashable {
  public static let type = "meeting.finished"
  public var meeting: Meeting
  public init(meeting: Meeting) { self.meeting = meeting }
}

/// A meeting was given up; nothing of it is saved.
public struct MeetingDiscardedEvent: EventData, Hashable {
  public static let type = "meeting.discarded"
  public var elapsedMs: Int64
  public init(elapsedMs: Int64) { self.elapsedMs = elapsedMs }
}

/// The types of the events about standups and meetings.
public enum MeetingEvents {
  /// What the journal keeps.
  public static let durable = [
    StandupCreated.type, StandupUpdated.type, StandupDeleted.type, MeetingStarted.type,
    MeetingSpeakerChanged.type, MeetingAlertPresented.type, MeetingAlertDismissed.type,
    MeetingSegment.type, MeetingSpeechFailed.type, MeetingFinished.type,
    MeetingDiscardedEvent.type,
  ]
  /// A second of meeting time passed; the data is the timer's `TickData`. Not kept.
  public static let tick = "meeting.tick"
  /// The best guess of what is being said; the data is transcription's `PartialData`. Not kept.
  public static let partial = "meeting.partial"
}
