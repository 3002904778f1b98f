public import Bus
public import Standups

/// The standups service calls: this has been decided; make it durable and announce it.
public struct ChangesDecided: DelegateMessage, Hashable {
  public typealias Reply = Commit.Reply
  public static let target = "standups.changesDecided"
  public var commit: Commit
  public init(commit: Commit) { self.commit = commit }
}

/// The standups service calls: what was saved?
public struct DocumentsRequested: DelegateMessage, Hashable {
  public typealias Reply = Load.Reply
  public static let target = "standups.documentsRequested"
  public var load: Load
  public init(load: Load) { self.load = load }
}

/// The standups service calls: which replies were stored?
public struct RepliesRequested: DelegateMessage, Hashable {
  public typealias Reply = LoadReplies.Reply
  public static let target = "standups.repliesRequested"
  public var limit: Int
  public init(limit: Int) { self.limit = limit }
}

/// The standups service calls: which meetings have these words?
public struct SearchRequested: DelegateMessage, Hashable {
  public typealias Reply = SearchDocuments.Reply
  public static let target = "standups.searchRequested"
  public var search: SearchDocuments
  public init(search: SearchDocuments) { self.search = search }
}

/// The standups service calls: may speech be recognised for this standup?
public struct AuthorizationRequested: DelegateMessage, Hashable {
  public typealias Reply = SpeechAuthorization
  public static let target = "meetings.authorizationRequested"
  public var standup: Standup.ID
  public init(standup: Standup.ID) { self.standup = standup }
}

/// The standups service calls: somebody decided on speech recognition for this standup.
public struct AuthorizationAnswered: DelegateMessage, Hashable {
  public typealias Reply = SpeechAuthorization
  public static let target = "meetings.authorizationAnswered"
  public var standup: Standup.ID
  public var isGranted: Bool
  public init(standup: Standup.ID, isGranted: Bool) {
    self.standup = standup
    self.isGranted = isGranted
  }
}

/// The standups service calls: these meetings are live; let their clocks run and their words be heard.
///
/// Called when a meeting starts, and for all of them when the service itself starts.
public struct MeetingsStarted: DelegateMessage, Hashable {
  public typealias Reply = Done
  public static let target = "meetings.started"
  public var countdowns: [StartCountdown]
  public var streams: [StartRecognition]
  public init(countdowns: [StartCountdown], streams: [StartRecognition]) {
    self.countdowns = countdowns
    self.streams = streams
  }
}

/// The standups service calls: the clock of this meeting must stand still.
public struct ClockHeld: DelegateMessage, Hashable {
  public typealias Reply = CountdownStatus
  public static let target = "meetings.clockHeld"
  public var id: Meeting.ID
  public init(id: Meeting.ID) { self.id = id }
}

/// The standups service calls: the clock of this meeting may go on.
public struct ClockReleased: DelegateMessage, Hashable {
  public typealias Reply = CountdownStatus
  public static let target = "meetings.clockReleased"
  public var id: Meeting.ID
  public init(id: Meeting.ID) { self.id = id }
}

/// The standups service calls: somebody asked for the next speaker.
public struct SpeakerSkipped: DelegateMessage, Hashable {
  public typealias Reply = CountdownStatus
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
  public typealias Reply = FinishRecognition.Reply
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
