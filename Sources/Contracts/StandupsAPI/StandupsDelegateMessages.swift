public import Bus
public import Countdown
public import Documents
public import Standups

/// The standups service calls: this was decided; make it durable and announce it.
public struct ChangesDecided: DelegateMessage, Hashable {
  /// That it is durable, or the reply that another decision under the same key got.
  public typealias Reply = CommitOutcome
  /// The name on the wire. What it says goes into one transaction.
  public static let target = "standups.changesDecided"
  /// What becomes of the documents, in order: all of it or nothing.
  public var changes: [DocumentChange]
  /// What other tools shall hear of it, in order.
  public var events: [NewEvent]
  /// What the command is answered with; kept under its idempotency key, if it has one.
  public var reply: StoredReply?
  /// The term in which it was decided; nil until it is sent.
  public var term: String?
  /// Without events nobody else hears of it; without a reply, none is stored for a repetition.
  public init(
    changes: [DocumentChange], events: [NewEvent] = [], reply: StoredReply? = nil,
    term: String? = nil
  ) {
    self.changes = changes
    self.events = events
    self.reply = reply
    self.term = term
  }
}

/// The standups service calls: my term begins, and whatever was decided before is no longer to be written.
public struct StandupsTermBegun: BegunTerm, Hashable {
  /// Only that it is durable.
  public typealias Reply = Done
  /// The name on the wire; what is asked for after the answer is all that was ever written.
  public static let target = "standups.termBegun"
  /// Names the term.
  public var id: String
  /// Begins a term of that name, which no other has.
  public init(id: String) { self.id = id }
}

/// The standups service calls: what was saved?
public struct DocumentsRequested: DelegateMessage, Hashable {
  /// The page that was asked for, as it was saved.
  public typealias Reply = DocumentPage
  /// The name on the wire; it only reads.
  public static let target = "standups.documentsRequested"
  /// Which documents: one by its id, or a page of a collection.
  public var query: DocumentQuery
  /// Asks for one document or one page.
  public init(query: DocumentQuery) { self.query = query }
}

/// The standups service calls: which reply was stored under this key?
public struct ReplyRequested: DelegateMessage, Hashable {
  /// The reply, if there is one; `conflict` if it is to another request.
  public typealias Reply = FoundReply
  /// The name on the wire; asked for a command that comes again, or would be refused.
  public static let target = "standups.replyRequested"
  /// The key, as the reply was stored under it.
  public var key: String
  /// Digest of the body of the command that came.
  public var request: String?
  /// Asks for one reply.
  public init(key: String, request: String? = nil) { (self.key, self.request) = (key, request) }
}

/// The standups service calls: which meetings have these words?
public struct SearchRequested: DelegateMessage, Hashable {
  /// A page of the documents that have all of the words, the best first.
  public typealias Reply = FoundDocuments
  /// The name on the wire; it only reads.
  public static let target = "standups.searchRequested"
  /// The words, and which page of what they find.
  public var query: TextQuery
  /// Asks for one page.
  public init(query: TextQuery) { self.query = query }
}

/// Whether what is said in the meetings of a standup may be recorded.
public struct RecordingConsent: Codable, Hashable, Sendable {
  /// What was decided on recording.
  public enum Status: String, Codable, CaseIterable, Hashable, Sendable {
    /// Nobody was asked yet.
    case notDetermined
    /// It may be recorded.
    case authorized
    /// Somebody decided that it may not.
    case denied
    /// It cannot be: the reason says why.
    case restricted
  }
  /// What holds now.
  public var status: Status
  /// Why it is restricted, in a sentence.
  public var reason: String?
  /// A status, and only where it is `restricted` a reason.
  public init(status: Status, reason: String? = nil) {
    self.status = status
    self.reason = reason
  }
}

/// The standups service calls: may speech be recognised for this standup?
public struct AuthorizationRequested: DelegateMessage, Hashable {
  /// What holds for the standup; if it cannot be told, the meeting asks as if it were restricted.
  public typealias Reply = RecordingConsent
  /// The name on the wire, with the word of meetings, as it is asked when one starts.
  public static let target = "meetings.authorizationRequested"
  /// Which standup wants to meet.
  public var standup: Standup.ID
  /// Asks about one standup.
  public init(standup: Standup.ID) { self.standup = standup }
}

/// The standups service calls: somebody decided on speech recognition for this standup.
public struct AuthorizationAnswered: DelegateMessage, Hashable {
  /// What holds now; `restricted` even after a grant, where speech cannot be recognised.
  public typealias Reply = RecordingConsent
  /// The name on the wire; told twice, it is the same.
  public static let target = "meetings.authorizationAnswered"
  /// For which standup it was decided.
  public var standup: Standup.ID
  /// True if its meetings may be recorded from now on.
  public var isGranted: Bool
  /// Tells the decision, which holds for later meetings, too.
  public init(standup: Standup.ID, isGranted: Bool) {
    self.standup = standup
    self.isGranted = isGranted
  }
}

/// A live meeting, and what it needs: a clock of so long, and ears if it is recorded.
public struct RunningMeeting: Codable, Hashable, Sendable {
  /// The live meeting; `workID` is what its countdown and its stream are called.
  public var id: Meeting.ID
  /// The standup that meets, for whom speech is authorised.
  public var standup: Standup.ID
  /// How long it lasts in all, in milliseconds.
  public var durationMs: Int64
  /// How many take a turn.
  public var speakers: Int
  /// How long each turn is, in milliseconds; nil for turns of equal length.
  public var turnsMs: [Int64]?
  /// The last one whose turn was announced, from 0.
  public var speaker: Int
  /// Its clock as it was saved.
  public var clock: CountdownClock
  /// How its words are heard; nil if they need not be, or if only the clock is told.
  public var listening: Listening?

  /// Takes a meeting as it was saved. Without `listening`, only its clock is told.
  public init(
    id: Meeting.ID, standup: Standup.ID, durationMs: Int64, speakers: Int, turnsMs: [Int64]? = nil,
    speaker: Int, clock: CountdownClock, listening: Listening? = nil
  ) {
    self.id = id
    self.standup = standup
    self.durationMs = durationMs
    self.speakers = speakers
    self.turnsMs = turnsMs
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
    /// Times are milliseconds from 0; without `settledMs`, nothing was heard yet.
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
  /// Only that it was heard. Children that are away ask for their work when they are back.
  public typealias Reply = Done
  /// The name on the wire; told twice, clocks are put where they are told to be.
  public static let target = "meetings.started"
  /// Each with what it needs; the service puts at most 200 into a message.
  public var meetings: [RunningMeeting]
  /// Tells of meetings whose start is durable.
  public init(meetings: [RunningMeeting]) { self.meetings = meetings }
}

/// The clock of a meeting as it stands, and who has the floor.
public struct MeetingClock: Codable, Hashable, Sendable {
  /// From 0.
  public var speaker: Int
  /// How much has elapsed, at which moment, and whether it runs.
  public var clock: CountdownClock
  /// Takes what the timer answered.
  public init(speaker: Int, clock: CountdownClock) {
    self.speaker = speaker
    self.clock = clock
  }
}

/// The standups service calls: the clock of this meeting must stand still.
public struct ClockHeld: DelegateMessage, Hashable {
  /// The clock as it was held, to the millisecond.
  public typealias Reply = MeetingClock
  /// The name on the wire; a clock that is held stays as it is.
  public static let target = "meetings.clockHeld"
  /// Which live meeting.
  public var id: Meeting.ID
  /// Holds the clock of this meeting, before an alert is opened over it.
  public init(id: Meeting.ID) { self.id = id }
}

/// The standups service calls: the clock of this meeting may go on.
public struct ClockReleased: DelegateMessage, Hashable {
  /// The clock, going on from where it stood.
  public typealias Reply = MeetingClock
  /// The name on the wire; a clock that runs stays as it is.
  public static let target = "meetings.clockReleased"
  /// Which live meeting.
  public var id: Meeting.ID
  /// Lets the clock of this meeting go on, before its alert is closed.
  public init(id: Meeting.ID) { self.id = id }
}

/// The standups service calls: somebody asked for the next speaker.
public struct SpeakerSkipped: DelegateMessage, Hashable {
  /// The clock at the next speaker's beginning, and who has the floor now.
  public typealias Reply = MeetingClock
  /// The name on the wire; told twice, it skips once.
  public static let target = "meetings.speakerSkipped"
  /// Which live meeting.
  public var id: Meeting.ID
  /// Who had the floor, from 0.
  public var from: Int
  /// Names the speaker to skip, so that another one who has the floor by now keeps it.
  public init(id: Meeting.ID, from: Int) {
    self.id = id
    self.from = from
  }
}

/// The standups service calls: this meeting is ending; stop its clock and say what else was heard.
public struct MeetingEnding: DelegateMessage, Hashable {
  /// What was heard in it; empty if it was not recorded.
  public typealias Reply = LastWords
  /// The name on the wire; told twice, it gets the same words.
  public static let target = "meetings.ending"
  /// Which meeting ends, by its time or by somebody's choice.
  public var id: Meeting.ID
  /// Whether there is a stream to be finished.
  public var isRecording: Bool
  /// Tells of an end that is not saved yet: the words belong to it.
  public init(id: Meeting.ID, isRecording: Bool) {
    self.id = id
    self.isRecording = isRecording
  }
}

/// The standups service calls: recording was forbidden; let nobody listen to this meeting any more.
public struct RecordingStopped: DelegateMessage, Hashable {
  /// Only that it was told; also where nobody listened.
  public typealias Reply = Done
  /// The name on the wire. What was heard and is not told yet is not wanted.
  public static let target = "meetings.recordingStopped"
  /// Which meeting.
  public var id: Meeting.ID
  /// Names the meeting, which goes on.
  public init(id: Meeting.ID) { self.id = id }
}

/// The standups service calls: this meeting was given up; its clock and its stream are not needed.
public struct MeetingDiscarded: DelegateMessage, Hashable {
  /// Only that it was heard; also where there was no clock and no stream.
  public typealias Reply = Done
  /// The name on the wire; nobody waits for its answer.
  public static let target = "meetings.discarded"
  /// Which meeting was given up.
  public var id: Meeting.ID
  /// Tells of a meeting that is not saved anywhere any more.
  public init(id: Meeting.ID) { self.id = id }
}

/// What was heard last in a meeting that ends.
public struct LastWords: Codable, Hashable, Sendable {
  /// Lines in order, those that were told before among them; each is taken once.
  public var lines: [HeardLine]
  /// Has no lines where nobody listened.
  public init(lines: [HeardLine]) { self.lines = lines }
}
