public import Bus
public import Countdown
public import Documents
public import FastJSON
public import Schema
public import Standups

/// Requests the meetings or standups that contain the given words.
public struct SearchRequested: DelegateMessage, Hashable {
  /// A page of the documents that contain all the words, the best match first.
  public typealias Reply = FoundDocuments
  /// Wire name. Read-only.
  public static let target = "standups.searchRequested"
  /// Words to find, and the page of the result.
  public var query: TextQuery
  /// Requests one page of the matching documents.
  public init(query: TextQuery) { self.query = query }
}

/// Asks whether a team exists, before standups are added or moved to it.
///
/// The standups service sends it if the sender of a command may use all teams. Any other sender has
/// a role in the team, which therefore exists. Fails with `not_found` for an unknown team, and with
/// `unavailable` if the service of the teams is unavailable.
public struct StandupTeamNamed: DelegateMessage, Hashable {
  /// The team exists.
  public typealias Reply = Done
  /// Wire name. Read-only.
  public static let target = "standups.teamNamed"
  public static let errors: [BusError.Code] = [.notFound]
  /// Id of the team.
  public var team: String
  public static let bounds: MemberBounds<Self> = [\.team: .teamID]
  /// Asks about one team.
  public init(team: String) { self.team = team }
}

/// Asks which persons may be linked to attendees of a team's standups.
///
/// The standups service sends it before it saves links that a standup does not have yet. Fails with
/// `unavailable` if the service of the persons is unavailable.
public struct StandupPeopleNamed: DelegateMessage, Hashable {
  /// Wire name. Read-only.
  public static let target = "standups.peopleNamed"
  /// Id of the team.
  public var team: String
  /// Ids of the persons, at most 200.
  public var people: [Attendee.PersonID]
  public static let bounds: MemberBounds<Self> = [
    \.team: .teamID, \.people: .count(1...maxPeople),
  ]
  /// Maximum number of persons in a message.
  public static let maxPeople = 200
  /// Asks about persons in one team.
  public init(team: String, people: [Attendee.PersonID]) {
    self.team = team
    self.people = people
  }
  /// Those of the persons who may be linked.
  public struct Reply: Codable, Hashable, Sendable {
    /// Ids of the persons who exist, and have a role in the team or operate the installation.
    public var people: [Attendee.PersonID]
    /// Creates the reply.
    public init(people: [Attendee.PersonID]) { self.people = people }
  }
}

/// Decision whether the meetings of a standup may be recorded.
public struct RecordingConsent: Codable, Hashable, Sendable {
  /// Decision about recording a standup.
  public enum Status: String, Codable, CaseIterable, Hashable, Sendable {
    /// No decision was requested yet.
    case notDetermined
    /// Recording is allowed.
    case authorized
    /// A person denied recording.
    case denied
    /// Recording is impossible, for the given reason.
    case restricted
  }
  /// Decision that applies now.
  public var status: Status
  /// Reason why recording is restricted, as a sentence. Absent for any other status.
  public var reason: String?
  /// Creates a decision; `reason` is only for `restricted`.
  public init(status: Status, reason: String? = nil) {
    self.status = status
    self.reason = reason
  }
}

/// Asks whether speech may be recognised for a standup.
public struct AuthorizationRequested: DelegateMessage, Hashable {
  /// Decision for the standup. If it cannot be determined, the meeting treats recording as
  /// restricted.
  public typealias Reply = RecordingConsent
  /// Wire name. It begins with `meetings`, because it is sent when a meeting starts.
  public static let target = "meetings.authorizationRequested"
  /// Id of the standup that is about to meet.
  public var standup: Standup.ID
  /// Language of the meeting, a tag of BCP 47. Absent for the language of the speech engine.
  public var language: String?
  public static let bounds: MemberBounds<Self> = [\.language: .languageTag]
  /// Asks about one standup, whose meeting is in the language of the speech engine by default.
  public init(standup: Standup.ID, language: String? = nil) {
    self.standup = standup
    self.language = language
  }
}

/// Reports a decision about speech recognition for a standup.
public struct AuthorizationAnswered: DelegateMessage, Hashable {
  /// Decision that applies now; `restricted` even after a grant if speech cannot be recognised.
  public typealias Reply = RecordingConsent
  /// Wire name. Idempotent.
  public static let target = "meetings.authorizationAnswered"
  /// Id of the standup.
  public var standup: Standup.ID
  /// True if its meetings may be recorded from now on.
  public var isGranted: Bool
  /// Reports the decision, which also applies to later meetings.
  public init(standup: Standup.ID, isGranted: Bool) {
    self.standup = standup
    self.isGranted = isGranted
  }
}

/// A live meeting and the work that it needs: a clock, and a recognition stream if it is recorded.
public struct RunningMeeting: FastCodable, Hashable, Sendable, Bounded {
  /// Id of the live meeting; its countdown and its stream have the id `meeting/` and this id.
  public var id: Meeting.ID
  /// Id of the standup, the subject for which speech is authorised.
  public var standup: Standup.ID
  /// Id of the team to which the standup belongs.
  public var team: String
  /// Duration of the meeting, in milliseconds.
  public var durationMs: Int64
  /// Number of turns.
  public var speakers: Int
  /// Length of each turn, in milliseconds, for at most 1000 turns. Absent for turns of equal
  /// length.
  public var turnsMs: [Int64]?
  /// Index of the last speaker whose turn was announced, from 0.
  public var speaker: Int
  /// Clock of the meeting as it was saved.
  public var clock: CountdownClock
  /// Start of recognition. Absent if the meeting is not recorded, or if only its clock is reported.
  public var listening: Listening?
  /// Persons in the meeting whose voices can be recognised if they have agreed. Absent if none of the
  /// attendees is linked to a person, if the meeting is not recorded, or if only its clock is reported.
  public var voices: Voices?
  /// Turns from the current one on, in order, at most 64; the last one has no person if more follow. Absent
  /// if no voices are recognised or can be.
  public var turns: [Turn]?
  /// The last lines of the room's microphone whose speaker was corrected, in order of time, at most 64. Absent for
  /// none, and if no voices are recognised.
  public var corrected: [Corrected]?
  public static let bounds: MemberBounds<Self> = [
    \.team: .teamID,
    \.durationMs: .atLeast(1),
    \.speakers: .atLeast(1),
    \.turnsMs: .count(1...Standup.maxAttendees).each(.atLeast(1)),
    \.turns: .count(1...maxTurns), \.corrected: .count(1...maxCorrected),
  ]
  /// Maximum number of turns, and of corrected lines, that are listed.
  public static let maxTurns = 64
  public static let maxCorrected = 64

  /// Creates a meeting as it was saved; `listening` is nil if only its clock is reported, `voices` and
  /// `turns` if no voices can be recognised, and `corrected` if no lines were corrected.
  public init(
    id: Meeting.ID, standup: Standup.ID, team: String, durationMs: Int64, speakers: Int,
    turnsMs: [Int64]? = nil, speaker: Int, clock: CountdownClock, listening: Listening? = nil,
    voices: Voices? = nil, turns: [Turn]? = nil, corrected: [Corrected]? = nil
  ) {
    self.id = id
    self.standup = standup
    self.team = team
    self.durationMs = durationMs
    self.speakers = speakers
    self.turnsMs = turnsMs
    self.speaker = speaker
    self.clock = clock
    self.listening = listening
    self.voices = voices
    self.turns = turns
    self.corrected = corrected
  }

  /// Persons in a meeting.
  public struct Voices: FastCodable, Hashable, Sendable, Bounded {
    /// Ids of the persons to whom attendees are linked, at most 100.
    public var people: [Attendee.PersonID]
    /// Number of the other attendees.
    public var others: Int
    /// Number of persons whose voices are recognised now. Absent for none.
    public var recognised: Int?
    public static let bounds: MemberBounds<Self> = [
      \.people: .count(1...maxPeople), \.others: .range(0...1000),
      \.recognised: .range(1...MeetingSession.maxVoices),
    ]
    /// Maximum number of persons.
    public static let maxPeople = 100
    /// Creates the persons of one meeting; `recognised` is nil if no voices are recognised.
    public init(people: [Attendee.PersonID], others: Int, recognised: Int? = nil) {
      self.people = people
      self.others = others
      self.recognised = recognised
    }
  }

  /// A turn of a meeting.
  public struct Turn: FastCodable, Hashable, Sendable {
    /// Beginning of the turn, in milliseconds since the meeting's start, including pauses.
    public var atMs: Int64
    /// Id of the person whose turn it is. Absent for an attendee who is not linked to a person.
    public var person: Attendee.PersonID?
    /// Creates a turn; `person` is nil for an attendee without a link.
    public init(atMs: Int64, person: Attendee.PersonID? = nil) {
      self.atMs = atMs
      self.person = person
    }
  }

  /// A line whose speaker was corrected.
  public struct Corrected: FastCodable, Hashable, Sendable, Bounded {
    /// Key of the line, as in its `HeardLine`.
    public var line: String
    /// Id of the person who spoke it. Absent for an attendee who is not linked to a person.
    public var person: Attendee.PersonID?
    public static let bounds: MemberBounds<Self> = [\.line: .text(1...maxKeyBytes)]
    /// Maximum length of a key, in bytes.
    public static let maxKeyBytes = 128
    /// Creates the line; `person` is nil for an attendee without a link.
    public init(line: String, person: Attendee.PersonID? = nil) {
      self.line = line
      self.person = person
    }
  }

  /// Start of recognition; times are since the meeting's start, including pauses.
  public struct Listening: FastCodable, Hashable, Sendable, Bounded {
    /// Time now since the meeting's start, including pauses, in milliseconds.
    public var startMs: Int64
    /// Time up to which the transcript is complete, since the meeting's start, including pauses, in
    /// milliseconds. Absent if nothing was recognised yet.
    public var settledMs: Int64?
    /// Language of the meeting, a tag of BCP 47. Absent for the language of the speech engine.
    public var language: String?
    public static let bounds: MemberBounds<Self> = [\.language: .languageTag]
    /// Creates the times, in milliseconds from 0; `settledMs` is nil if nothing was recognised yet.
    /// Default: the language of the speech engine.
    public init(startMs: Int64, settledMs: Int64? = nil, language: String? = nil) {
      self.startMs = startMs
      self.settledMs = settledMs
      self.language = language
    }
  }
}

/// Requests that the clocks of these live meetings be as they were saved, and that their speech is
/// recognised.
///
/// The standups service sends it once a start, a pause, the next turn or another change of a clock or
/// of turns is durable, and for all live meetings when the service itself starts. It repeats the
/// message until it is accepted.
public struct MeetingsStarted: DelegateMessage, FastCodable, Hashable {
  /// Empty reply. Services that are unavailable request their work when they are available again.
  public typealias Reply = Done
  /// Wire name. Idempotent: an existing countdown is set to the given clock and turns.
  public static let target = "meetings.started"
  /// Meetings with the work that they need. The service puts at most 200 into a message.
  public var meetings: [RunningMeeting]
  /// Requests the work for meetings whose state is durable.
  public init(meetings: [RunningMeeting]) { self.meetings = meetings }
}

/// Reports that a meeting is ending, to stop its clock and get its last words.
public struct MeetingEnding: DelegateMessage, Hashable {
  /// Lines of the meeting's stream; empty if it was not recorded.
  public typealias Reply = LastWords
  /// Wire name. Idempotent: repeated, it returns the same lines.
  public static let target = "meetings.ending"
  public static let errors: [BusError.Code] = [.conflict]
  /// Id of the meeting that ends, because its time is up or a person ended it.
  public var id: Meeting.ID
  /// True if there is a recognition stream to finish.
  public var isRecording: Bool
  /// Reports the end of a meeting before it is saved, so that its last words are saved with it.
  public init(id: Meeting.ID, isRecording: Bool) {
    self.id = id
    self.isRecording = isRecording
  }
}

/// Reports that recording was denied, so that the meeting's recognition stream is ended.
public struct RecordingStopped: DelegateMessage, Hashable {
  /// Empty reply, also if there was no stream.
  public typealias Reply = Done
  /// Wire name. Lines that are not reported yet are dropped.
  public static let target = "meetings.recordingStopped"
  /// Id of the meeting.
  public var id: Meeting.ID
  /// Reports the denial for a meeting, which continues.
  public init(id: Meeting.ID) { self.id = id }
}

/// Reports that a meeting is over, so that its clock and its stream are ended. Idempotent.
public struct MeetingDiscarded: DelegateMessage, Hashable {
  /// Empty reply, also if there was no clock and no stream.
  public typealias Reply = Done
  /// Wire name. The service sends it again until it is accepted.
  public static let target = "meetings.discarded"
  /// Id of the meeting, which was saved, discarded, or moved to another cell.
  public var id: Meeting.ID
  /// Reports that this meeting is over.
  public init(id: Meeting.ID) { self.id = id }
}

/// Lines of a meeting that ends.
public struct LastWords: Codable, Hashable, Sendable {
  /// Lines in order, including those that were reported before; each is stored once.
  public var lines: [HeardLine]
  /// Creates the reply; `lines` is empty if there was no stream.
  public init(lines: [HeardLine]) { self.lines = lines }
}
