public import Bus
public import Standups

/// A live meeting as it stands at the moment of the answer.
public struct LiveMeeting: Codable, Hashable, Sendable {
  public var session: MeetingSession
  /// Elapsed meeting time now, in milliseconds.
  public var elapsedMs: Int64
  public init(session: MeetingSession, elapsedMs: Int64) {
    self.session = session
    self.elapsedMs = elapsedMs
  }
}

/// Starts a meeting of a standup. Refused, naming the one that runs, while it already meets.
public struct StartMeeting: BusCommand, Hashable {
  public typealias Reply = LiveMeeting
  public static let target = "meetings.start"
  public var standup: Standup.ID
  /// False meets without a transcript and asks nothing; otherwise speech authorisation decides.
  public var isRecorded: Bool?
  public init(standup: Standup.ID, isRecorded: Bool? = nil) {
    self.standup = standup
    self.isRecorded = isRecorded
  }
}

/// Reads a live meeting.
public struct GetMeeting: BusCommand, Hashable {
  public typealias Reply = LiveMeeting
  public static let target = "meetings.get"
  public var id: Meeting.ID
  public init(id: Meeting.ID) { self.id = id }
}

/// Lists the live meetings.
public struct ListLiveMeetings: BusCommand, Hashable {
  public static let target = "meetings.live"
  /// The `next` of the page before.
  public var after: Meeting.ID?
  /// From 1 to 1000. With it or `after` the meetings come in pages that fit a message, in the order of
  /// their ids; without both all come at once, without what was said if they are too long with it. If
  /// they are too many even so, it is the first page.
  public var limit: Int?
  /// Waits for the changes that are being saved, so that the answer holds all that the journal held
  /// when this was sent.
  public var settled: Bool?
  public init(after: Meeting.ID? = nil, limit: Int? = nil, settled: Bool? = nil) {
    self.after = after
    self.limit = limit
    self.settled = settled
  }

  public struct Reply: Codable, Hashable, Sendable {
    public var meetings: [LiveMeeting]
    /// To be given as `after`; nil at the end, and where all came at once.
    public var next: Meeting.ID?
    public init(meetings: [LiveMeeting], next: Meeting.ID? = nil) {
      self.meetings = meetings
      self.next = next
    }
  }
}

/// The next speaker's turn. On the last speaker it asks whether to end the meeting.
public struct NextSpeaker: BusCommand, Hashable {
  public typealias Reply = LiveMeeting
  public static let target = "meetings.next"
  public var id: Meeting.ID
  public init(id: Meeting.ID) { self.id = id }
}

/// Asks whether to end the meeting.
public struct EndMeeting: BusCommand, Hashable {
  public typealias Reply = LiveMeeting
  public static let target = "meetings.end"
  public var id: Meeting.ID
  public init(id: Meeting.ID) { self.id = id }
}

/// Answers the alert that is open over the meeting. An answer that it does not offer is refused.
public struct AnswerMeetingAlert: BusCommand, Hashable {
  public static let target = "meetings.answer"
  public var id: Meeting.ID
  public var action: MeetingSession.AlertAction
  public init(id: Meeting.ID, action: MeetingSession.AlertAction) {
    self.id = id
    self.action = action
  }
  /// What became of the meeting.
  public enum Reply: Hashable, Sendable {
    case live(LiveMeeting)
    case finished(Meeting)
    case discarded
  }
}

/// One member, named after what became of it: `{"live": {…}}`, `{"finished": {…}}`,
/// `{"discarded": {}}`.
extension AnswerMeetingAlert.Reply: Codable {
  private enum CodingKeys: String, CodingKey { case live, finished, discarded }

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
  public typealias Reply = Done
  public static let target = "meetings.speakerChanged"
  public var id: Meeting.ID
  public var speaker: Int
  public var elapsedMs: Int64
  public init(id: Meeting.ID, speaker: Int, elapsedMs: Int64) {
    self.id = id
    self.speaker = speaker
    self.elapsedMs = elapsedMs
  }
}

/// The parent tells: the time of a meeting is up.
public struct TellTimeUp: BusCommand, Hashable {
  public typealias Reply = Done
  public static let target = "meetings.timeUp"
  public var id: Meeting.ID
  public init(id: Meeting.ID) { self.id = id }
}

/// One line that was heard in a meeting.
public struct HeardLine: Codable, Hashable, Sendable {
  /// Names the line within its meeting, so that a line told twice is taken once.
  public var key: String
  /// When it began and ended, in milliseconds since the meeting's start, pauses included.
  public var fromMs: Int64
  public var toMs: Int64
  public var text: String
  /// Names who heard it: someone who begins to listen anew may hear once more what was told.
  public var stream: String?
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
  public typealias Reply = Done
  public static let target = "meetings.lineHeard"
  public var id: Meeting.ID
  public var line: HeardLine
  public init(id: Meeting.ID, line: HeardLine) {
    self.id = id
    self.line = line
  }
}

/// The parent tells: speech recognition of a meeting failed.
public struct TellSpeechFailed: BusCommand, Hashable {
  public typealias Reply = Done
  public static let target = "meetings.speechFailed"
  public var id: Meeting.ID
  public var reason: String
  public init(id: Meeting.ID, reason: String) {
    self.id = id
    self.reason = reason
  }
}

/// The parent asks: which meetings run, and what do they need?
public struct GetRunningMeetings: BusCommand, Hashable {
  public static let target = "meetings.running"

  /// The `next` of the page before; nil asks for the first.
  public var after: String?
  /// How many meetings a page has at most, from 1 to 1000; 1000 unless told.
  public var limit: Int?

  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }

  public struct Reply: Codable, Hashable, Sendable {
    public var meetings: [RunningMeeting]
    /// Pass it as `after` for the next page; nil on the last. A meeting may be on two pages when
    /// others end meanwhile; none is left out.
    public var next: String?
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
