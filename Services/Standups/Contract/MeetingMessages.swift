public import Bus
public import FastJSON
public import Schema
public import Standups

/// A live meeting at the time of the reply.
public struct LiveMeeting: FastCodable, Hashable, Sendable {
  /// Saved state of the meeting: its standup, clock, current speaker, transcript and open alert. If
  /// the transcript is long, only its end is included: about 300 kB in the reply to a query, 50 kB
  /// in the reply to a change.
  public var session: MeetingSession
  /// Elapsed meeting time now, in milliseconds.
  public var elapsedMs: Int64
  /// Creates a live meeting from its session and the elapsed time at the time of the reply.
  public init(session: MeetingSession, elapsedMs: Int64) {
    self.session = session
    self.elapsedMs = elapsedMs
  }
}

/// Starts a meeting of a standup.
///
/// Fails with `conflict` while the standup is meeting; `detail.meeting` is the id of that meeting.
/// An archived standup fails with `conflict`, too.
/// The reply arrives once the meeting is on disk; its countdown and its recognition stream are
/// opened immediately afterwards.
///
/// ```swift
/// let live = try await bus.send(StartMeeting(standup: standup.id, isRecorded: false))
/// print(live.session.id, live.elapsedMs)
/// ```
public struct StartMeeting: BusCommand, FastCodable, Hashable {
  /// The meeting, which either runs or waits for the answer to an alert about recording.
  public typealias Reply = LiveMeeting
  public static let target = "meetings.start"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, isDeferrable: true,
    errors: [.notFound, .conflict, .moved])
  /// Id of the standup. An unknown id fails with `not_found`.
  public var standup: Standup.ID
  /// False starts a meeting without recording and without asking. With any other value, the
  /// decision about recording applies: the meeting starts with recording, or the reply has an open
  /// alert.
  public var isRecorded: Bool?
  /// Ids of attendees who are absent, in addition to those who were marked absent before. Their
  /// time is shared among the others. A person who is not an attendee, or a meeting without any
  /// attendee, fails with `invalid`.
  public var absent: [Attendee.ID]?
  /// Ids of attendees who are present although they are marked absent, for this meeting only. A
  /// person who is not an attendee, or who is also in `absent`, fails with `invalid`.
  public var present: [Attendee.ID]?
  /// Order in which the attendees speak. Default: as listed.
  public var order: MeetingSession.Lineup.Order?
  /// Seed that determines a shuffled order, from 0 to 2⁵³ − 1. The same seed gives the same order.
  /// Fails with `invalid` for any other order. Default: random.
  public var seed: Int64?
  public static let bounds: MemberBounds<Self> = [\.seed: .range(MeetingSession.Lineup.seeds)]
  /// Starts a meeting. Default: with recording if that is allowed, and with all attendees as
  /// listed.
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
  /// The meeting with its transcript so far. A meeting that is over fails with `not_found`.
  public typealias Reply = LiveMeeting
  /// Wire name. Read-only.
  public static let target = "meetings.get"
  public static let traits = CommandTraits(
    access: .observer, in: .any, errors: [.notFound, .moved])
  /// Id of the live meeting. To read a past meeting, use `standups.get`.
  public var id: Meeting.ID
  /// Requests one live meeting.
  public init(id: Meeting.ID) { self.id = id }
}

/// Lists the live meetings.
public struct ListLiveMeetings: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "meetings.live"
  public static let traits = CommandTraits(access: .observer, in: .any, errors: [.invalid])
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: Meeting.ID?
  /// Maximum number of meetings per page, in the order of their ids, from 1 to 1000. Default: 1000.
  /// Meetings that are too long are returned without their transcripts, and a page contains fewer
  /// meetings if they are still too long.
  public var limit: Int?
  /// Waits for changes that are being saved, so that the reply includes every change that was in
  /// the journal when the command was sent. Default: false.
  public var settled: Bool?
  public static let bounds: MemberBounds<Self> = [\.limit: .range(1...1000, default: 1000)]
  /// Requests a page. Default: the first 1000 meetings, without waiting for changes that are being
  /// saved.
  public init(after: Meeting.ID? = nil, limit: Int? = nil, settled: Bool? = nil) {
    self.after = after
    self.limit = limit
    self.settled = settled
  }

  /// All live meetings, or a page of them.
  public struct Reply: Codable, Hashable, Sendable {
    /// Meetings that are running, and those that wait for an answer before they start. Their
    /// transcripts are omitted if they would not fit into a message.
    public var meetings: [LiveMeeting]
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: Meeting.ID?
    /// Other cells, whose live meetings are not included. Absent if all standups are here.
    public var elsewhere: [StandupsPlace]?
    /// Creates a page; `next` is nil on the last one.
    public init(
      meetings: [LiveMeeting], next: Meeting.ID? = nil, elsewhere: [StandupsPlace]? = nil
    ) {
      self.meetings = meetings
      self.next = next
      self.elsewhere = elsewhere
    }
  }
}

/// Ends the current turn, and begins that of the next speaker. If the current speaker is the last
/// one, it opens the alert `endMeeting`, which does not offer to discard the meeting.
///
/// Fails with `conflict` while an alert is open; `detail.actions` contains the answers that the
/// alert offers.
public struct NextSpeaker: BusCommand, FastCodable, Hashable {
  /// The meeting with the next speaker, or with the alert that asks whether to end it.
  public typealias Reply = LiveMeeting
  public static let target = "meetings.next"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .conflict, .moved])
  /// Id of the live meeting. Fails with `conflict` while an alert is open.
  public var id: Meeting.ID
  /// Index of the speaker whose turn ends, from 0. If that turn is already over, nothing changes,
  /// so that two simultaneous commands do not skip a speaker. A turn that has not begun fails with
  /// `conflict`. Default: the current speaker.
  public var from: Int?
  /// Ends the turn of one speaker. Default: the speaker at the time when the command is executed.
  public init(id: Meeting.ID, from: Int? = nil) {
    self.id = id
    self.from = from
  }
}

/// Postpones the current turn: the next attendee speaks, and the rest of the turn follows at the
/// end of the meeting.
///
/// Fails with `conflict` while an alert is open, or if the current speaker is the last one.
public struct PostponeTurn: BusCommand, Hashable {
  /// The meeting with the next speaker.
  public typealias Reply = LiveMeeting
  public static let target = "meetings.postpone"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .conflict, .moved])
  /// Id of the live meeting. Fails with `conflict` while an alert is open.
  public var id: Meeting.ID
  /// Index of the speaker whose turn is postponed, from 0. If that turn is already over, nothing
  /// changes. A turn that has not begun, or the last turn, fails with `conflict`. Default: the
  /// current speaker.
  public var from: Int?
  /// Postpones the turn of one speaker. Default: the speaker at the time when the command is
  /// executed.
  public init(id: Meeting.ID, from: Int? = nil) {
    self.id = id
    self.from = from
  }
}

/// Gives the current speaker more time; the meeting ends later by the same amount.
///
/// The meeting may be paused. Fails with `invalid` if it would last more than 24 hours.
///
/// ```swift
/// // One more minute.
/// let live = try await bus.send(ExtendTurn(id: id, from: 2))
/// print(live.session.schedule.durationMs)
/// ```
public struct ExtendTurn: BusCommand, Hashable {
  /// The meeting with its new agenda.
  public typealias Reply = LiveMeeting
  public static let target = "meetings.extend"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .conflict, .invalid, .moved])
  /// Default extension of a turn, in milliseconds.
  public static let usualMs: Int64 = 60_000
  /// Valid extensions of a turn, in milliseconds.
  public static let rangeMs: ClosedRange<Int64> = 1_000...3_600_000
  /// Id of the live meeting, which may be paused.
  public var id: Meeting.ID
  /// Index of the speaker whose turn is extended, from 0. If that turn is already over, nothing
  /// changes. A turn that has not begun fails with `conflict`. Default: the current speaker.
  public var from: Int?
  /// Extension of the turn, in milliseconds, from 1 second to 1 hour. Default: 1 minute. Fails with
  /// `invalid` if the meeting would last more than 24 hours.
  public var byMs: Int64?
  public static let bounds: MemberBounds<Self> = [\.byMs: .range(rangeMs)]
  /// Extends the turn of one speaker. Default: the speaker at the time when the command is
  /// executed.
  public init(id: Meeting.ID, from: Int? = nil, byMs: Int64? = nil) {
    self.id = id
    self.from = from
    self.byMs = byMs
  }
}

/// Removes the remaining turns of an absent attendee; their time is shared among the attendees who
/// still have turns.
///
/// Fails with `conflict` while an alert is open, for an attendee without a remaining turn, or if no
/// one would be left to speak.
public struct DropTurns: BusCommand, Hashable {
  /// The meeting with its new agenda.
  public typealias Reply = LiveMeeting
  public static let target = "meetings.absent"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .conflict, .moved])
  /// Id of the live meeting. Fails with `conflict` while an alert is open.
  public var id: Meeting.ID
  /// Id of the absent attendee, possibly the current speaker. Fails with `conflict` if the attendee
  /// has no remaining turn, or if no one would be left to speak.
  public var attendee: Attendee.ID
  /// Removes all remaining turns of one attendee.
  public init(id: Meeting.ID, attendee: Attendee.ID) {
    self.id = id
    self.attendee = attendee
  }
}

/// Gives a turn at the end to an attendee who was absent at the start or has left; the meeting ends
/// later by the length of that turn.
///
/// Fails with `conflict` while an alert is open, if the meeting runs over, and for an attendee who
/// is speaking or has a turn ahead; fails with `invalid` for a person who is not an attendee of the
/// meeting.
public struct AddTurn: BusCommand, Hashable {
  /// The meeting with its new agenda.
  public typealias Reply = LiveMeeting
  public static let target = "meetings.present"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .conflict, .invalid, .moved])
  /// Id of the live meeting. Fails with `conflict` while an alert is open, or if the meeting runs
  /// over.
  public var id: Meeting.ID
  /// Id of the attendee who has arrived. Fails with `conflict` if the attendee is speaking or has a
  /// turn ahead, or if the meeting would last more than 24 hours. A person who was not an attendee
  /// at the start fails with `invalid`.
  public var attendee: Attendee.ID
  /// Gives one attendee a turn at the end.
  public init(id: Meeting.ID, attendee: Attendee.ID) {
    self.id = id
    self.attendee = attendee
  }
}

/// Changes the order of the turns that are still to come. Each keeps its duration.
///
/// Fails with `conflict` while an alert is open, and unless `order` names each attendee who is still to
/// speak exactly once, for example because someone has arrived late since it was composed.
///
/// ```swift
/// // The last one speaks next.
/// var order = live.session.coming.map(\.id)
/// order.insert(order.removeLast(), at: 0)
/// _ = try await bus.send(
///   ReorderTurns(id: id, from: live.session.speakerIndex, order: order))
/// ```
public struct ReorderTurns: BusCommand, Hashable {
  /// The meeting with its new agenda.
  public typealias Reply = LiveMeeting
  public static let target = "meetings.reorder"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .conflict, .moved])
  /// Id of the live meeting. Fails with `conflict` while an alert is open.
  public var id: Meeting.ID
  /// Index of the current speaker, from 0. If that turn is already over, nothing changes. A turn that
  /// has not begun fails with `conflict`. Default: the current speaker.
  public var from: Int?
  /// Ids of the attendees who are still to speak, in their new order; not the current speaker. Fails
  /// with `conflict` unless each of them is named once.
  public var order: [Attendee.ID]
  public static let bounds: MemberBounds<Self> = [\.order: .count(1...Standup.maxAttendees)]
  /// Reorders the turns after that of one speaker. Default: after the speaker at the time when the
  /// command is executed.
  public init(id: Meeting.ID, from: Int? = nil, order: [Attendee.ID]) {
    self.id = id
    self.from = from
    self.order = order
  }
}

/// Undoes the last change of the turns, made by `meetings.next`, `meetings.postpone`,
/// `meetings.absent`, `meetings.present` or `meetings.reorder`, or the end of a meeting by `meetings.answer`.
///
/// The turns, the current speaker and the elapsed time are again those at the moment of the change:
/// a speaker who had 35 s left has 35 s again. Anyone who may change the meeting can undo a change for
/// 10 s, no matter who made it. Words that were recognised since then stay, and belong to the attendee
/// that had the floor.
///
/// It also undoes the end of a meeting by a person, saved or discarded: the meeting is live again with
/// the clock as it was at the end, and the past meeting no longer exists. The end becomes final before
/// the 10 s are over if the standup meets again, if its past meetings, follow-ups or written updates
/// change, or if it is moved to another team.
///
/// Fails with `conflict` if the change is older than 10 s, was undone, or is not the last one, and
/// while an alert is open. Fails with `not_found` if the meeting is over and its end is final.
///
/// ```swift
/// let live = try await bus.send(NextSpeaker(id: id))
/// if let undo = live.session.undo {
///   _ = try await bus.send(UndoChange(id: id, change: undo.change))
/// }
/// ```
public struct UndoChange: BusCommand, Hashable {
  /// The meeting as it was at the moment of the change, with the words recognised since then.
  public typealias Reply = LiveMeeting
  public static let target = "meetings.undo"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .conflict, .moved])
  /// Id of the meeting, which is live or was ended by a person. Fails with `conflict` while an alert is
  /// open.
  public var id: Meeting.ID
  /// Id of the change, from `undo` of the session or of an event. Fails with `conflict` if the change
  /// is older than 10 s, was undone, or is not the last one.
  public var change: MeetingSession.Undo.ID
  /// Undoes one change of this meeting.
  public init(id: Meeting.ID, change: MeetingSession.Undo.ID) {
    self.id = id
    self.change = change
  }
}

/// Pauses the clock of a meeting with the alert `paused`, until it is resumed.
///
/// Has no effect on a paused meeting. Fails with `conflict` while another alert is open.
public struct PauseMeeting: BusCommand, FastCodable, Hashable {
  /// The meeting, paused, with the alert `paused`.
  public typealias Reply = LiveMeeting
  public static let target = "meetings.pause"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .conflict, .moved])
  /// Id of the live meeting. Fails with `conflict` while another alert is open, or if the time is
  /// up.
  public var id: Meeting.ID
  /// Pauses the clock of this meeting.
  public init(id: Meeting.ID) { self.id = id }
}

/// Answers the alert `paused` or `endMeeting` with `resume`.
///
/// Has no effect on a running meeting. Fails with `conflict` while an alert is open that does not
/// offer `resume`.
public struct ResumeMeeting: BusCommand, FastCodable, Hashable {
  /// The meeting, whose clock continues where it was paused.
  public typealias Reply = LiveMeeting
  public static let target = "meetings.resume"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .conflict, .moved])
  /// Id of the live meeting. Fails with `conflict` while an alert is open that does not offer
  /// `resume`.
  public var id: Meeting.ID
  /// Resumes the meeting with this id.
  public init(id: Meeting.ID) { self.id = id }
}

/// Opens the alert `endMeeting`, which asks whether to end the meeting.
public struct EndMeeting: BusCommand, FastCodable, Hashable {
  /// The meeting, paused, with the open alert.
  public typealias Reply = LiveMeeting
  public static let target = "meetings.end"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .conflict, .moved])
  /// Id of the live meeting. Fails with `conflict` while an alert is open, or if the time is up.
  public var id: Meeting.ID
  /// Opens the alert. `AnswerMeetingAlert` then ends the meeting.
  public init(id: Meeting.ID) { self.id = id }
}

/// Answers the alert that is open in a meeting.
///
/// Fails with `conflict` for an answer that the alert does not offer.
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
  public static let target = "meetings.answer"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .conflict, .moved])
  /// Id of the live meeting. Fails with `conflict` if no alert is open.
  public var id: Meeting.ID
  /// One of the answers that the alert offers.
  public var action: MeetingSession.AlertAction
  /// Answers the open alert of this meeting.
  public init(id: Meeting.ID, action: MeetingSession.AlertAction) {
    self.id = id
    self.action = action
  }
  /// Result for the meeting.
  ///
  /// It is an object with one member, named after the result.
  public enum Reply: Hashable, Sendable {
    /// The meeting continues, or another alert is now open.
    case live(LiveMeeting)
    /// The meeting is over and saved.
    case finished(Meeting)
    /// The meeting is over, and is not saved as a past meeting.
    case discarded
  }
}

/// Encoded as an object with one member, named after the case: `{"live": {…}}`,
/// `{"finished": {…}}`, `{"discarded": {}}`.
extension AnswerMeetingAlert.Reply: Codable {
  private enum CodingKeys: String, CodingKey { case live, finished, discarded }

  /// Reads the first of the three members that is present.
  ///
  /// - Throws: `DecodingError` if none of them is present, or if its value is invalid.
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

  /// Writes an object with exactly one member. The value for `discarded` is `{}`.
  ///
  /// - Throws: the encoder's error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .live(let live): try container.encode(live, forKey: .live)
    case .finished(let meeting): try container.encode(meeting, forKey: .finished)
    case .discarded: try container.encode(Done(), forKey: .discarded)
    }
  }
}

// MARK: Commands from the router

/// Reports that the clock has reached the start of a turn.
public struct TellSpeakerChanged: BusCommand, FastCodable, Hashable {
  /// Empty reply, also if the turn was already known or the meeting is over.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "meetings.speakerChanged"
  public static let traits = CommandTraits(access: .parent, errors: [.notFound])
  /// Id of the live meeting.
  public var id: Meeting.ID
  /// Index of the speaker whose turn began, from 0. Earlier turns that were not reported are
  /// announced as well.
  public var speaker: Int
  /// Start of the turn in elapsed meeting time, in milliseconds.
  public var elapsedMs: Int64
  /// Forwards the timer's report, with the id of the meeting in place of that of the countdown.
  public init(id: Meeting.ID, speaker: Int, elapsedMs: Int64) {
    self.id = id
    self.speaker = speaker
    self.elapsedMs = elapsedMs
  }
}

/// Reports that the time of a meeting is up.
public struct TellTimeUp: BusCommand, FastCodable, Hashable {
  /// Empty reply. If the meeting must be saved, it arrives once the meeting is saved.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "meetings.timeUp"
  public static let traits = CommandTraits(access: .parent, errors: [.notFound])
  /// Id of the meeting. A meeting that is not live is already over.
  public var id: Meeting.ID
  /// Reports that the clock of this meeting has reached its end.
  public init(id: Meeting.ID) { self.id = id }
}

/// One recognised line of a meeting.
public struct HeardLine: FastCodable, Hashable, Sendable {
  /// Key of the line within its meeting. A line that is reported twice is stored once.
  public var key: String
  /// Start of the line, in milliseconds since the meeting's start, including pauses.
  public var fromMs: Int64
  /// End of the line, in milliseconds since the meeting's start, including pauses.
  public var toMs: Int64
  /// Recognised text; a blank line is not stored.
  public var text: String
  /// Id of the recognition stream. A line is rejected if another stream of the same microphone has
  /// already covered its time. Absent if the time at which the line was spoken is uncertain.
  public var stream: String?
  /// Id of the person whose own microphone recorded the line, which belongs to the attendee of this
  /// person. Absent for the microphone of the room, whose lines belong to the current speaker. A
  /// person who is not an attendee is recorded like the room.
  public var person: Attendee.PersonID?
  /// Id of the person whose voice was recognised in a line of the room, which belongs to the attendee of
  /// this person. Absent if no voice decided the line. A person who is not an attendee has no effect.
  public var voice: Attendee.PersonID?
  /// True if the line may have another voice than that of the current speaker, to whom it belongs. Absent
  /// otherwise.
  public var isDoubtful: Bool?
  /// True for a line that was sent before with the same key, and whose voice was recognised since. If it is
  /// in the transcript, it belongs to another attendee from now on. Absent otherwise.
  public var isReassigned: Bool?
  /// Creates a line with its times since the meeting's start, including pauses. `stream` is nil if
  /// these are only the times at which the audio arrived, `person` is nil for the microphone of the
  /// room, `voice` and `isDoubtful` if no voice was recognised, and `isReassigned` for a new line.
  public init(
    key: String, fromMs: Int64, toMs: Int64, text: String, stream: String? = nil,
    person: Attendee.PersonID? = nil, voice: Attendee.PersonID? = nil, isDoubtful: Bool? = nil,
    isReassigned: Bool? = nil
  ) {
    self.key = key
    self.fromMs = fromMs
    self.toMs = toMs
    self.text = text
    self.stream = stream
    self.person = person
    self.voice = voice
    self.isDoubtful = isDoubtful
    self.isReassigned = isReassigned
  }
}

/// Reports a recognised line.
public struct TellLineHeard: BusCommand, FastCodable, Hashable {
  /// Empty reply once the line is durable, or if it is not stored.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "meetings.lineHeard"
  public static let traits = CommandTraits(access: .parent, errors: [.notFound])
  /// Id of the meeting. A line for a meeting that is over is dropped, unless its end can be undone.
  public var id: Meeting.ID
  /// Text of the line, with its times.
  public var line: HeardLine
  /// Reports one line of a meeting.
  public init(id: Meeting.ID, line: HeardLine) {
    self.id = id
    self.line = line
  }
}

/// Reports that speech recognition of a meeting failed.
public struct TellSpeechFailed: BusCommand, Hashable {
  /// Empty reply, also if the meeting is over or not recorded.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "meetings.speechFailed"
  public static let traits = CommandTraits(access: .parent, errors: [.notFound])
  /// Id of the meeting that is no longer recorded.
  public var id: Meeting.ID
  /// Reason, as a human-readable sentence.
  public var reason: String
  /// Reports a failure, which opens an alert if no other alert is open and there is time left.
  public init(id: Meeting.ID, reason: String) {
    self.id = id
    self.reason = reason
  }
}

/// Reports the number of persons whose voices are recognised in a meeting.
public struct TellVoicesRecognised: BusCommand, Hashable {
  /// Empty reply, also if the number is known, or if the meeting is over or not recorded.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "meetings.voicesRecognised"
  public static let traits = CommandTraits(access: .parent, errors: [.notFound])
  /// Id of the live meeting.
  public var id: Meeting.ID
  /// Number of persons, 0 to 32; 0 if voices are not recognised any more.
  public var people: Int
  public static let bounds: MemberBounds<Self> = [\.people: .range(0...MeetingSession.maxVoices)]
  /// Reports the number, which the meeting shows to everyone in it.
  public init(id: Meeting.ID, people: Int) {
    self.id = id
    self.people = people
  }
}

/// Reports that a standup may no longer be recorded.
public struct TellRecordingDenied: BusCommand, Hashable {
  /// Empty reply, also if the standup is not meeting or not recorded.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "meetings.recordingDenied"
  public static let traits = CommandTraits(access: .parent)
  /// Id of the standup, whose live meeting, if any, is no longer recorded.
  public var standup: Standup.ID
  /// Reports a denial. Lines that are reported later are not stored, and the transcript is marked.
  public init(standup: Standup.ID) { self.standup = standup }
}

/// Lists the meetings whose clocks have started, and the work that they need.
public struct GetRunningMeetings: BusCommand, Hashable {
  public static let target = "meetings.running"
  public static let traits = CommandTraits(access: .parent)

  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Maximum number of meetings per page, from 1 to 1000. A page has fewer if they would not fit into a
  /// message. Default: 1000.
  public var limit: Int?
  /// Requests only the meetings that are recorded and in which this person takes part. Default: all.
  public var person: Attendee.PersonID?
  public static let bounds: MemberBounds<Self> = [\.limit: .range(1...1000, default: 1000)]

  /// Requests a page. Default: the first 1000 of all meetings.
  public init(after: String? = nil, limit: Int? = nil, person: Attendee.PersonID? = nil) {
    self.after = after
    self.limit = limit
    self.person = person
  }

  /// A page of meetings whose clocks have started, in the order of their starts.
  public struct Reply: FastCodable, Hashable, Sendable {
    /// Meetings with the work that they need, including paused ones. A meeting may be on two pages
    /// if others end between the requests; none is omitted.
    public var meetings: [RunningMeeting]
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    /// Creates a page; `next` is nil on the last one.
    public init(meetings: [RunningMeeting], next: String? = nil) {
      self.meetings = meetings
      self.next = next
    }
  }
}

extension Meeting.ID {
  /// Id of the work for a meeting, such as its countdown and its recognition stream:
  /// `meeting/<id>`.
  public var workID: String { OwnedID(Self.owner, description).description }

  /// Owner in every `workID`.
  public static let owner = "meeting"
}
