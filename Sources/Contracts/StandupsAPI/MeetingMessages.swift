public import Bus
public import Standups

/// A live meeting as it stands at the moment of the answer.
public struct LiveMeeting: Codable, Hashable, Sendable {
  /// What is saved of it: its standup, clock, speaker, words and open alert. Where much was said it has the
  /// last words, some 300 kB for who asks for them, 50 kB in the reply to a change.
  public var session: MeetingSession
  /// Elapsed meeting time now, in milliseconds.
  public var elapsedMs: Int64
  /// A session with the time that its clock shows at the moment of the answer.
  public init(session: MeetingSession, elapsedMs: Int64) {
    self.session = session
    self.elapsedMs = elapsedMs
  }
}

/// Starts a meeting of a standup. Refused, naming the one that runs, while it already meets.
///
/// ```swift
/// let live = try await bus.send(StartMeeting(standup: standup.id, isRecorded: false))
/// print(live.session.id, live.elapsedMs)
/// ```
public struct StartMeeting: BusCommand, Hashable {
  /// The meeting, which runs, or waits with an alert for a decision on recording.
  public typealias Reply = LiveMeeting
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "meetings.start"
  /// It begins something new.
  public static let isDeferrable = true
  /// Which standup meets; one that does not exist is refused as `not_found`.
  public var standup: Standup.ID
  /// False meets without a transcript and asks nothing; otherwise speech authorisation decides.
  public var isRecorded: Bool?
  /// Attendees who are not there, besides those of whom that was said before: their time is shared among the others. One
  /// who is no attendee is refused as `invalid`, and so is a meeting of nobody.
  public var absent: [Attendee.ID]?
  /// Attendees who are there though they were said to be absent until later; for this meeting alone. One who is no
  /// attendee, or named as absent too, is refused as `invalid`.
  public var present: [Attendee.ID]?
  /// In which order the others speak; as they are listed unless told.
  public var order: MeetingSession.Lineup.Order?
  /// What a shuffled order is drawn from, to have it again, from 0 to 2⁵³ − 1; drawn unless told. Refused as
  /// `invalid` for another order.
  public var seed: Int64?
  /// Records if it is allowed, unless told otherwise; nil counts as true. All attendees speak as they are listed, unless
  /// told otherwise.
  public init(
    standup: Standup.ID, isRecorded: Bool? = nil, absent: [Attendee.ID]? = nil,
    present: [Attendee.ID]? = nil,
    order: MeetingSession.Lineup.Order? = nil, seed: Int64? = nil
  ) {
    self.standup = standup
    self.isRecorded = isRecorded
    self.absent = absent
    self.present = present
    self.order = order
    self.seed = seed
  }
}

/// Reads a live meeting.
public struct GetMeeting: BusCommand, Hashable {
  /// The meeting with all that was said so far. One that is over is refused as `not_found`.
  public typealias Reply = LiveMeeting
  /// The name on the wire; it only reads.
  public static let target = "meetings.get"
  /// It changes nothing, and tells what who follows the events may know.
  public static let isForObservers = true
  /// Which live meeting; past ones are read with `GetStandup`.
  public var id: Meeting.ID
  /// Asks for one live meeting.
  public init(id: Meeting.ID) { self.id = id }
}

/// Lists the live meetings.
public struct ListLiveMeetings: BusCommand, Hashable {
  /// The name on the wire; it only reads.
  public static let target = "meetings.live"
  /// It changes nothing, and tells what who follows the events may know.
  public static let isForObservers = true
  /// The `next` of the page before.
  public var after: Meeting.ID?
  /// From 1 to 1000; 1000 unless told. They come in the order of their ids, without what was said if
  /// they are too long with it, and fewer of them where they are too long even so.
  public var limit: Int?
  /// Waits for the changes that are being saved, so that the answer holds all that the journal held
  /// when this was sent.
  public var settled: Bool?
  /// Without arguments it asks for the first 1000, and waits for no change that is being saved.
  public init(after: Meeting.ID? = nil, limit: Int? = nil, settled: Bool? = nil) {
    self.after = after
    self.limit = limit
    self.settled = settled
  }

  /// All live meetings, or a page of them.
  public struct Reply: Codable, Hashable, Sendable {
    /// Those that run and those that wait for an answer before they run.
    public var meetings: [LiveMeeting]
    /// To be given as `after`; nil at the end.
    public var next: Meeting.ID?
    /// Where others may be live, which are in no page; nil where all are here.
    public var elsewhere: [StandupsPlace]?
    /// Meetings, and where the next page begins if this is not the last.
    public init(
      meetings: [LiveMeeting], next: Meeting.ID? = nil, elsewhere: [StandupsPlace]? = nil
    ) {
      self.meetings = meetings
      self.next = next
      self.elsewhere = elsewhere
    }
  }
}

/// The next speaker's turn. On the last speaker it asks whether to end the meeting.
public struct NextSpeaker: BusCommand, Hashable {
  /// The meeting with the next speaker, or with the alert that asks whether to end it.
  public typealias Reply = LiveMeeting
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "meetings.next"
  /// Which live meeting. While an alert is open over it, it is refused as `conflict`.
  public var id: Meeting.ID
  /// Whose turn ends, from 0. If it is over already, nothing changes, so that two who ask at once skip
  /// nobody; one who has not had the floor yet is refused as `conflict`.
  public var from: Int?
  /// Ends the turn of one speaker; without `from`, of whoever has the floor when the command is run.
  public init(id: Meeting.ID, from: Int? = nil) {
    self.id = id
    self.from = from
  }
}

/// Ends the turn of the one who has the floor for now: what is left of it comes at the end of the meeting.
public struct PostponeTurn: BusCommand, Hashable {
  /// The meeting with the next speaker.
  public typealias Reply = LiveMeeting
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "meetings.postpone"
  /// Which live meeting. While an alert is open over it, it is refused as `conflict`.
  public var id: Meeting.ID
  /// Whose turn is put off, from 0. If it is over already, nothing changes. The last one cannot be put off.
  public var from: Int?
  /// Puts off the turn of one speaker; without `from`, of whoever has the floor when the command is run.
  public init(id: Meeting.ID, from: Int? = nil) {
    self.id = id
    self.from = from
  }
}

/// Gives more time to the one who has the floor. The meeting ends so much later.
///
/// ```swift
/// // One more minute.
/// let live = try await bus.send(ExtendTurn(id: id, from: 2))
/// print(live.session.schedule.durationMs)
/// ```
public struct ExtendTurn: BusCommand, Hashable {
  /// The meeting with its new agenda.
  public typealias Reply = LiveMeeting
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "meetings.extend"
  /// How much more time a turn gets unless told, in milliseconds.
  public static let usualMs: Int64 = 60_000
  /// How much more time it may get at once, in milliseconds.
  public static let rangeMs: ClosedRange<Int64> = 1_000...3_600_000
  /// Which live meeting. It may be paused.
  public var id: Meeting.ID
  /// Whose turn it is, from 0. If it is over already, nothing changes.
  public var from: Int?
  /// From 1 second to an hour, in milliseconds; a minute unless told. A meeting of more than a day is refused as
  /// `invalid`.
  public var byMs: Int64?
  /// Gives a minute, unless told, to one speaker; without `from`, to whoever has the floor when the command is run.
  public init(id: Meeting.ID, from: Int? = nil, byMs: Int64? = nil) {
    self.id = id
    self.from = from
    self.byMs = byMs
  }
}

/// Somebody is not there: the turns that this one still has are shared among those who are still to speak.
public struct DropTurns: BusCommand, Hashable {
  /// The meeting with its new agenda.
  public typealias Reply = LiveMeeting
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "meetings.absent"
  /// Which live meeting. While an alert is open over it, it is refused as `conflict`.
  public var id: Meeting.ID
  /// Who is not there; may have the floor. One who has no turn to come, or after whom nobody speaks, is refused as
  /// `conflict`.
  public var attendee: Attendee.ID
  /// Drops all turns of one attendee that are still to come.
  public init(id: Meeting.ID, attendee: Attendee.ID) {
    self.id = id
    self.attendee = attendee
  }
}

/// Somebody who was not there at the start, or went, is there now, and gets a turn at the end. The meeting ends so much
/// later.
public struct AddTurn: BusCommand, Hashable {
  /// The meeting with its new agenda.
  public typealias Reply = LiveMeeting
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "meetings.present"
  /// Which live meeting. While an alert is open over it, or when it runs over, it is refused as `conflict`.
  public var id: Meeting.ID
  /// Who has come. One who has a turn to come, or the floor, is refused as `conflict`, as is a meeting of more than a
  /// day; one who was no attendee at the start as `invalid`.
  public var attendee: Attendee.ID
  /// Gives one attendee a turn at the end.
  public init(id: Meeting.ID, attendee: Attendee.ID) {
    self.id = id
    self.attendee = attendee
  }
}

/// Holds the clock of the meeting, until somebody resumes it. A paused one stays as it is.
public struct PauseMeeting: BusCommand, Hashable {
  /// The meeting, held, with the alert `paused`.
  public typealias Reply = LiveMeeting
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "meetings.pause"
  /// Which live meeting. While another alert is open over it, or when its time is up, it is refused as `conflict`.
  public var id: Meeting.ID
  /// Holds the clock of this meeting.
  public init(id: Meeting.ID) { self.id = id }
}

/// Lets a meeting go on that was paused, or that asks whether to end. A running one stays as it is.
public struct ResumeMeeting: BusCommand, Hashable {
  /// The meeting, whose clock goes on from where it was held.
  public typealias Reply = LiveMeeting
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "meetings.resume"
  /// Which live meeting. While an alert is open that does not offer to resume, it is refused as `conflict`.
  public var id: Meeting.ID
  /// Lets this meeting go on.
  public init(id: Meeting.ID) { self.id = id }
}

/// Asks whether to end the meeting.
public struct EndMeeting: BusCommand, Hashable {
  /// The meeting, held, with the alert that is open now.
  public typealias Reply = LiveMeeting
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "meetings.end"
  /// Which live meeting. While an alert is open over it, or when its time is up, it is refused as
  /// `conflict`.
  public var id: Meeting.ID
  /// Asks; `AnswerMeetingAlert` ends it.
  public init(id: Meeting.ID) { self.id = id }
}

/// Answers the alert that is open over the meeting. An answer that it does not offer is refused.
///
/// ```swift
/// _ = try await bus.send(EndMeeting(id: id))
/// switch try await bus.send(AnswerMeetingAlert(id: id, action: .saveAndEnd)) {
/// case .live(let meeting): print("It goes on at \(meeting.elapsedMs) ms.")
/// case .finished(let meeting): print(meeting.transcript)
/// case .discarded: print("Nothing of it is saved.")
/// }
/// ```
public struct AnswerMeetingAlert: BusCommand, Hashable {
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "meetings.answer"
  /// Which live meeting. Without an open alert it is refused as `conflict`.
  public var id: Meeting.ID
  /// One of the answers that the alert offers.
  public var action: MeetingSession.AlertAction
  /// Answers the one alert that is open over this meeting.
  public init(id: Meeting.ID, action: MeetingSession.AlertAction) {
    self.id = id
    self.action = action
  }
  /// What became of the meeting.
  public enum Reply: Hashable, Sendable {
    /// It goes on, or another alert is open now.
    case live(LiveMeeting)
    /// It is over and saved.
    case finished(Meeting)
    /// It is over, and nothing of it is saved.
    case discarded
  }
}

/// One member, named after what became of it: `{"live": {…}}`, `{"finished": {…}}`,
/// `{"discarded": {}}`.
extension AnswerMeetingAlert.Reply: Codable {
  private enum CodingKeys: String, CodingKey { case live, finished, discarded }

  /// Reads the first of the three members that is there.
  ///
  /// - Throws: `DecodingError`, if none of them is there or its value is wrong.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let live = try container.decodeIfPresent(LiveMeeting.self, forKey: .live) {
      self = .live(live)
    } else if let meeting = try container.decodeIfPresent(Meeting.self, forKey: .finished) {
      self = .finished(meeting)
    } else {
      _ = try container.decode(Done.self, forKey: .discarded)
      self = .discarded
    }
  }

  /// Writes an object with exactly one member; that of `discarded` is `{}`.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .live(let live): try container.encode(live, forKey: .live)
    case .finished(let meeting): try container.encode(meeting, forKey: .finished)
    case .discarded: try container.encode(Done(), forKey: .discarded)
    }
  }
}

// MARK: What the parent tells the standups service

/// The parent tells: by the clock, the next speaker's turn began.
public struct TellSpeakerChanged: BusCommand, Hashable {
  /// Only that it was taken; also if it was known before, or the meeting is over.
  public typealias Reply = Done
  /// The name on the wire. Only the router may send it, and it may be told twice.
  public static let target = "meetings.speakerChanged"
  /// Which live meeting.
  public var id: Meeting.ID
  /// Whose turn began, from 0. Speakers that were left out are announced with it.
  public var speaker: Int
  /// Where the turn begins, in milliseconds of meeting time.
  public var elapsedMs: Int64
  /// Takes what the timer told, with the meeting in the place of the countdown.
  public init(id: Meeting.ID, speaker: Int, elapsedMs: Int64) {
    self.id = id
    self.speaker = speaker
    self.elapsedMs = elapsedMs
  }
}

/// The parent tells: the time of a meeting is up.
public struct TellTimeUp: BusCommand, Hashable {
  /// Only that it was taken. If the meeting had to be saved, it is saved by then.
  public typealias Reply = Done
  /// The name on the wire. Only the router may send it, and it may be told twice.
  public static let target = "meetings.timeUp"
  /// Which meeting; one that is not live is over already.
  public var id: Meeting.ID
  /// Tells that the clock of this meeting came to its end.
  public init(id: Meeting.ID) { self.id = id }
}

/// One line that was heard in a meeting.
public struct HeardLine: Codable, Hashable, Sendable {
  /// Names the line within its meeting, so that a line told twice is taken once.
  public var key: String
  /// When it began and ended, in milliseconds since the meeting's start, pauses included.
  public var fromMs: Int64
  /// When it ended, in the same milliseconds.
  public var toMs: Int64
  /// What was said; a blank line is not taken.
  public var text: String
  /// Names who heard it: someone who begins to listen anew may hear once more what was told.
  public var stream: String?
  /// Times count from the meeting's start, pauses included. `stream` is nil where they are only
  /// those at which the audio came.
  public init(key: String, fromMs: Int64, toMs: Int64, text: String, stream: String? = nil) {
    self.key = key
    self.fromMs = fromMs
    self.toMs = toMs
    self.text = text
    self.stream = stream
  }
}

/// The parent tells: a line was heard.
public struct TellLineHeard: BusCommand, Hashable {
  /// Only that it was taken, or need not be; then the line is durable.
  public typealias Reply = Done
  /// The name on the wire. Only the router may send it, and it may be told twice.
  public static let target = "meetings.lineHeard"
  /// Which meeting; for one that is over, the line is dropped.
  public var id: Meeting.ID
  /// What was heard, and when.
  public var line: HeardLine
  /// Tells one line of a meeting.
  public init(id: Meeting.ID, line: HeardLine) {
    self.id = id
    self.line = line
  }
}

/// The parent tells: speech recognition of a meeting failed.
public struct TellSpeechFailed: BusCommand, Hashable {
  /// Only that it was taken; also where the meeting is over, or is not recorded.
  public typealias Reply = Done
  /// The name on the wire. Only the router may send it, and it may be told twice.
  public static let target = "meetings.speechFailed"
  /// Which meeting will not be heard any more.
  public var id: Meeting.ID
  /// Why, in a sentence for a person.
  public var reason: String
  /// Tells of a failure; where no other alert is open and time is left, it opens one.
  public init(id: Meeting.ID, reason: String) {
    self.id = id
    self.reason = reason
  }
}

/// The parent tells: a standup may no longer be recorded.
public struct TellRecordingDenied: BusCommand, Hashable {
  /// Only that it was taken; also where the standup does not meet, or is not recorded.
  public typealias Reply = Done
  /// The name on the wire. Only the router may send it, and it may be told twice.
  public static let target = "meetings.recordingDenied"
  /// Whose live meeting, if there is one, is not recorded any more.
  public var standup: Standup.ID
  /// Tells of a denial: words that are told later are not taken, and the transcript says why.
  public init(standup: Standup.ID) { self.standup = standup }
}

/// The parent asks: which meetings run, and what do they need?
public struct GetRunningMeetings: BusCommand, Hashable {
  /// The name on the wire. Only the router may send it.
  public static let target = "meetings.running"

  /// The `next` of the page before; nil asks for the first.
  public var after: String?
  /// How many meetings a page has at most, from 1 to 1000; 1000 unless told.
  public var limit: Int?

  /// Without arguments it asks for the first 1000.
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }

  /// A page of meetings whose clock has begun, in the order of their beginning.
  public struct Reply: Codable, Hashable, Sendable {
    /// What each of them needs; those that are held are among them.
    public var meetings: [RunningMeeting]
    /// Pass it as `after` for the next page; nil on the last. A meeting may be on two pages when
    /// others end meanwhile; none is left out.
    public var next: String?
    /// A page; without `next` it is the last one.
    public init(meetings: [RunningMeeting], next: String? = nil) {
      self.meetings = meetings
      self.next = next
    }
  }
}

extension Meeting.ID {
  /// How those that work for a meeting, such as the timer and transcription, call it: `meeting/<id>`.
  public var workID: String { OwnedID(Self.owner, description).description }

  /// The owner of what works for meetings.
  public static let owner = "meeting"
}
