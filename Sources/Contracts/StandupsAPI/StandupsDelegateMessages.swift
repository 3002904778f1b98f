public import Bus
public import Countdown
public import Documents
public import Standups

/// The standups service calls: this was decided; make it durable and announce it.
public struct ChangesDecided: DelegateMessage, Hashable {
  public typealias Reply = CommitOutcome
  public static let target = "standups.changesDecided"
  public var changes: [DocumentChange]
  /// What other tools shall hear of it, in order.
  public var events: [NewEvent]
  /// What the command is answered with; kept under its idempotency key, if it has one.
  public var reply: StoredReply?
  public init(changes: [DocumentChange], events: [NewEvent] = [], reply: StoredReply? = nil) {
    self.changes = changes
    self.events = events
    self.reply = reply
  }
}

/// The standups service calls: what was saved?
public struct DocumentsRequested: DelegateMessage, Hashable {
  public typealias Reply = DocumentPage
  public static let target = "standups.documentsRequested"
  public var query: DocumentQuery
  public init(query: DocumentQuery) { self.query = query }
}

/// The standups service calls: which replies were stored?
public struct RepliesRequested: DelegateMessage, Hashable {
  public typealias Reply = StoredReplies
  public static let target = "standups.repliesRequested"
  /// How many, the newest first; from 1.
  public var limit: Int
  public init(limit: Int) { self.limit = limit }
}

/// The standups service calls: which meetings have these words?
public struct SearchRequested: DelegateMessage, Hashable {
  public typealias Reply = FoundDocuments
  public static let target = "standups.searchRequested"
  public var query: TextQuery
  public init(query: TextQuery) { self.query = query }
}

/// Whether what is said in the meetings of a standup may be recorded.
public struct RecordingConsent: Codable, Hashable, Sendable {
  public enum Status: String, Codable, CaseIterable, Hashable, Sendable {
    /// Nobody was asked yet.
    case notDetermined
    case authorized
    case denied
    /// It cannot be: the reason says why.
    case restricted
  }
  public var status: Status
  /// Why it is restricted, in a sentence.
  public var reason: String?
  public init(status: Status, reason: String? = nil) {
    self.status = status
    self.reason = reason
  }
}

/// The standups service calls: may speech be recognised for this standup?
public struct AuthorizationRequested: DelegateMessage, Hashable {
  public typealias Reply = RecordingConsent
  public static let target = "meetings.authorizationRequested"
  public var standup: Standup.ID
  public init(standup: Standup.ID) { self.standup = standup }
}

/// The standups service calls: somebody decided on speech recognition for this standup.
public struct AuthorizationAnswered: DelegateMessage, Hashable {
  public typealias Reply = RecordingConsent
  public static let target = "meetings.authorizationAnswered"
  public var standup: Standup.ID
  public var isGranted: Bool
  public init(standup: Standup.ID, isGranted: Bool) {
    self.standup = standup
    self.isGranted = isGranted
  }
}

/// A live meeting, and what it needs: a clock of so long, and ears if it is recorded.
public struct RunningMeeting: Codable, Hashable, Sendable {
  public var id: Meeting.ID
  public var standup: Standup.ID
  /// How long it lasts in all, in milliseconds.
  public var durationMs: Int64
  /// How many take a turn.
  public var speakers: Int
  /// The last one whose turn was announced, from 0.
  public var speaker: Int
  /// Its clock as it was saved.
  public var clock: CountdownClock
  /// How its words are heard; nil if they need not be, or if only the clock is told.
  public var listening: Listening?

  public init(
    id: Meeting.ID, standup: Standup.ID, durationMs: Int64, speakers: Int, speaker: Int,
    clock: CountdownClock, listening: Listening? = nil
  ) {
    self.id = id
    self.standup = standup
    self.durationMs = durationMs
    self.speakers = speakers
    self.speaker = speaker
    self.clock = clock
    self.listening = listening
  }

  /// From when on words are heard. Times count from the meeting's start, pauses included.
  public struct Listening: Codable, Hashable, Sendable {
    /// The time now, in milliseconds.
    public var startMs: Int64
    /// Up to here all that was said is known, in milliseconds; nil if nothing was heard yet.
    public var settledMs: Int64?
    public init(startMs: Int64, settledMs: Int64? = nil) {
      self.startMs = startMs
      self.settledMs = settledMs
    }
  }
}

/// The standups service calls: these meetings are live; let their clocks run and their words be heard.
///
/// Called when a meeting starts, and for all of them when the service itself starts.
public struct MeetingsStarted: DelegateMessage, Hashable {
  public typealias Reply = Done
  public static let target = "meetings.started"
  public var meetings: [RunningMeeting]
  public init(meetings: [RunningMeeting]) { self.meetings = meetings }
}

/// The clock of a meeting as it stands, and who has the floor.
public struct MeetingClock: Codable, Hashable, Sendable {
  /// From 0.
  public var speaker: Int
  public var clock: CountdownClock
  public init(speaker: Int, clock: CountdownClock) {
    self.speaker = speaker
    self.clock = clock
  }
}

/// The standups service calls: the clock of this meeting must stand still.
public struct ClockHeld: DelegateMessage, Hashable {
  public typealias Reply = MeetingClock
  public static let target = "meetings.clockHeld"
  public var id: Meeting.ID
  public init(id: Meeting.ID) { self.id = id }
}

/// The standups service calls: the clock of this meeting may go on.
public struct ClockReleased: DelegateMessage, Hashable {
  public typealias Reply = MeetingClock
  public static let target = "meetings.clockReleased"
  public var id: Meeting.ID
  public init(id: Meeting.ID) { self.id = id }
}

/// The standups service calls: somebody asked for the next speaker.
public struct SpeakerSkipped: DelegateMessage, Hashable {
  public typealias Reply = MeetingClock
  public static let target = "meetings.speakerSkipped"
  public var id: Meeting.ID
  /// Who had the floor, from 0.
  public var from: Int
  public init(id: Meeting.ID, from: Int) {
    self.id = id
    self.from = from
  }
}

/// The standups service calls: this meeting is ending; stop its clock and say what else was heard.
public struct MeetingEnding: DelegateMessage, Hashable {
  public typealias Reply = LastWords
  public static let target = "meetings.ending"
  public var id: Meeting.ID
  public var isRecording: Bool
  public init(id: Meeting.ID, isRecording: Bool) {
    self.id = id
    self.isRecording = isRecording
  }
}

/// The standups service calls: this meeting was given up; its clock and its stream are not needed.
public struct MeetingDiscarded: DelegateMessage, Hashable {
  public typealias Reply = Done
  public static let target = "meetings.discarded"
  public var id: Meeting.ID
  public init(id: Meeting.ID) { self.id = id }
}

/// What was heard last in a meeting that ends.
public struct LastWords: Codable, Hashable, Sendable {
  public var lines: [HeardLine]
  public init(lines: [HeardLine]) { self.lines = lines }
}
