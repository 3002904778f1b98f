public import Bus
public import FastJSON
public import Schema
public import Standups

/// A standup was created.
public struct StandupCreated: EventData, FastCodable, Hashable {
  public static let type = "standup.created"
  public static let traits = EventTraits(
    subject: "the standup’s id", source: "standups", families: [.standup, .team])
  /// The standup as it was saved.
  public var standup: Standup
  /// Creates the event for a new standup, from a command, an import or the samples.
  public init(standup: Standup) { self.standup = standup }
}

/// A standup was edited, or one of its past meetings was deleted.
public struct StandupUpdated: EventData, FastCodable, Hashable {
  public static let type = "standup.updated"
  public static let traits = EventTraits(
    subject: "the standup’s id", source: "standups", families: [.standup, .team])
  /// The whole standup after the change, not only the changed values.
  public var standup: Standup
  /// Id of the past meeting that was deleted. Absent if the standup was edited.
  public var deletedMeeting: Meeting.ID?
  /// True if an attendee was forgotten. The data of the standup's earlier events in the journal is
  /// then `{"erased":true}`. Absent otherwise.
  public var forgets: Bool?
  /// Creates the event for an edit, for an import that replaced the standup or, with
  /// `deletedMeeting`, for a deleted meeting.
  public init(standup: Standup, deletedMeeting: Meeting.ID? = nil, forgets: Bool? = nil) {
    self.standup = standup
    self.deletedMeeting = deletedMeeting
    self.forgets = forgets
  }
}

/// A standup was moved to another team, and the members of its former team can no longer see it. The
/// event belongs to the former team; the new one receives `standup.updated`.
public struct StandupLeftTeam: EventData, Hashable {
  public static let type = "standup.leftTeam"
  public static let traits = EventTraits(
    subject: "the standup’s id", source: "standups", families: [.standup, .team])
  /// Title of the standup.
  public var title: String
  /// Creates the event with the title, so that it can be displayed.
  public init(title: String) { self.title = title }
}

/// A standup was deleted with its past meetings.
public struct StandupDeleted: EventData, Hashable {
  public static let type = "standup.deleted"
  public static let traits = EventTraits(
    subject: "the standup’s id", source: "standups", families: [.standup, .team])
  /// Last title of the standup.
  public var title: String
  /// Creates the event with the title, so that it can be displayed.
  public init(title: String) { self.title = title }
}

/// A standup moved to another cell, with its past meetings and its live meeting, if any. The events
/// about it in this journal are erased.
public struct StandupMoved: EventData, Hashable {
  /// The event is also published in the topic family of the live meeting.
  public static let type = "standup.moved"
  public static let traits = EventTraits(
    subject: "the standup’s id", source: "router", families: [.standup, .meeting])
  /// Address at which the routers of the new cell accept commands, as in `STANDUPS_ROUTER`.
  public var router: String
  /// Id of the live meeting. Absent if the standup is not meeting.
  public var meeting: Meeting.ID?
  public static let bounds: MemberBounds<Self> = [\.router: .cellRouter]
  /// Creates the event for a standup that is now in another cell.
  public init(router: String, meeting: Meeting.ID? = nil) {
    self.router = router
    self.meeting = meeting
  }
}

/// A standup arrived from another cell, with its past meetings and its live meeting, if any, or
/// from an archive, with its past meetings. A snapshot includes all of them.
public struct StandupArrived: EventData, Hashable {
  public static let type = "standup.arrived"
  public static let traits = EventTraits(
    subject: "the standup’s id", source: "router", families: [.standup, .meeting, .team])
  /// The standup on arrival.
  public var standup: Standup
  /// Id of the live meeting, which `meetings.get` returns. Absent if the standup is not meeting.
  public var meeting: Meeting.ID?
  /// Creates the event for a standup that has arrived in this cell.
  public init(standup: Standup, meeting: Meeting.ID? = nil) {
    self.standup = standup
    self.meeting = meeting
  }
}

/// The clock of a meeting started.
public struct MeetingStarted: EventData, FastCodable, Hashable {
  public static let type = "meeting.started"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// The standup as it was at the start, with the present attendees in the order in which they
  /// speak.
  public var standup: Standup
  /// True if speech is to be recognised. Recognition may still fail.
  public var isRecording: Bool
  /// Differences from the usual attendees and their order. Absent if all attendees speak as listed.
  public var lineup: MeetingSession.Lineup?
  /// Creates the event for a meeting whose clock runs from 0.
  public init(standup: Standup, isRecording: Bool, lineup: MeetingSession.Lineup? = nil) {
    self.standup = standup
    self.isRecording = isRecording
    self.lineup = lineup
  }
}

/// The current speaker changed. Live views ring a bell.
public struct MeetingSpeakerChanged: EventData, FastCodable, Hashable {
  public static let type = "meeting.speakerChanged"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// Index of the new speaker, from 0.
  public var speaker: Int
  /// Attendee whose turn it is, as in the standup at the start.
  public var attendee: Attendee
  /// Start of the turn in elapsed meeting time, in milliseconds, regardless of when the change is
  /// reported.
  public var elapsedMs: Int64
  /// Reason for the change.
  public var cause: Cause
  /// The last change of the turns by a person, if it can still be undone. Absent otherwise.
  public var undo: MeetingSession.Undo?
  /// Reason for a change of speaker.
  public enum Cause: String, Codable, Hashable, Sendable {
    /// The time of the previous turn was up.
    case time
    /// A person ended the previous turn.
    case skipped
  }
  /// Creates the event for one turn. If several turns were missed, each of them has its own event.
  public init(
    speaker: Int, attendee: Attendee, elapsedMs: Int64, cause: Cause,
    undo: MeetingSession.Undo? = nil
  ) {
    self.speaker = speaker
    self.attendee = attendee
    self.elapsedMs = elapsedMs
    self.cause = cause
    self.undo = undo
  }
}

/// A turn ends soon. The event is published `warnMs` of the standup before the end.
public struct MeetingTurnEnding: EventData, Hashable {
  public static let type = "meeting.turnEnding"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// Index of the current speaker, from 0.
  public var speaker: Int
  /// Attendee whose turn it is, as in the standup at the start.
  public var attendee: Attendee
  /// Elapsed meeting time, in milliseconds.
  public var elapsedMs: Int64
  /// Remaining time of the turn, in milliseconds.
  public var leftMs: Int64
  public static let bounds: MemberBounds<Self> = [\.leftMs: .atLeast(1)]
  /// Creates the event, which is published once for each turn, and again if the turn is extended.
  public init(speaker: Int, attendee: Attendee, elapsedMs: Int64, leftMs: Int64) {
    self.speaker = speaker
    self.attendee = attendee
    self.elapsedMs = elapsedMs
    self.leftMs = leftMs
  }
}

/// The time of a meeting is up, but the standup's `mayRunOver` lets the meeting continue until a
/// person ends it.
public struct MeetingRunningOver: EventData, Hashable {
  public static let type = "meeting.runningOver"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// Elapsed meeting time at which the time was up, in milliseconds, regardless of when that is
  /// reported.
  public var elapsedMs: Int64
  /// Elapsed meeting time at which the meeting ends automatically, four hours later, in
  /// milliseconds.
  public var endsMs: Int64
  public static let bounds: MemberBounds<Self> = [\.elapsedMs: .atLeast(1), \.endsMs: .atLeast(1)]
  /// Creates the event, once for each meeting.
  public init(elapsedMs: Int64, endsMs: Int64) {
    self.elapsedMs = elapsedMs
    self.endsMs = endsMs
  }
}

/// The turns of a meeting, or their lengths, change from now on.
public struct MeetingAgendaChanged: EventData, Hashable {
  public static let type = "meeting.agendaChanged"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// All turns, including those that are over.
  public var agenda: MeetingSession.Agenda
  /// New duration of the meeting, in milliseconds.
  public var durationMs: Int64
  /// Elapsed meeting time, in milliseconds.
  public var elapsedMs: Int64
  /// Reason for the change.
  public var cause: Cause
  /// Attendee who arrived late. The attendee is appended to the meeting's attendees unless already
  /// among them. Absent for other causes.
  public var attendee: Attendee?
  /// This change, if it can be undone. Absent otherwise.
  public var undo: MeetingSession.Undo?
  /// Reason for a change of the turns.
  public enum Cause: String, Codable, Hashable, Sendable {
    /// The current speaker got more time.
    case extended
    /// The speaker was postponed, and speaks again at the end.
    case postponed
    /// An attendee is absent.
    case absent
    /// An attendee arrived late, or returned.
    case present
    /// The turns that are still to come are in another order.
    case reordered
  }
  public static let bounds: MemberBounds<Self> = [\.durationMs: .atLeast(1)]
  /// Creates the event from the agenda of a session.
  public init(
    _ session: MeetingSession, elapsedMs: Int64, cause: Cause, attendee: Attendee? = nil
  ) {
    agenda = session.fullAgenda
    durationMs = session.schedule.durationMs
    self.elapsedMs = elapsedMs
    self.cause = cause
    self.attendee = attendee
    undo = session.undo
  }
}

/// The last change of the turns was undone: the turns, the current speaker and the elapsed time are
/// again those at the moment of the change.
public struct MeetingUndone: EventData, Hashable {
  public static let type = "meeting.undone"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// Id of the change, as in `undo` of the events that reported it.
  public var change: MeetingSession.Undo.ID
  /// The change that was undone.
  public var kind: MeetingSession.Undo.Kind
  /// Index of the current speaker, from 0. It may be lower than in earlier events.
  public var speaker: Int
  /// Attendee whose turn it is, as in the standup at the start.
  public var attendee: Attendee
  /// Elapsed meeting time from which the clock continues, in milliseconds. It may be lower than in
  /// earlier events.
  public var elapsedMs: Int64
  /// All turns, including those that are over.
  public var agenda: MeetingSession.Agenda
  /// Duration of the meeting, in milliseconds.
  public var durationMs: Int64
  /// Id of the attendee who had arrived late, and is removed from the meeting's attendees again. Absent
  /// if the change did not add an attendee.
  public var removed: Attendee.ID?
  public static let bounds: MemberBounds<Self> = [\.durationMs: .atLeast(1)]
  /// Creates the event from a session after the undo of a change.
  public init(_ session: MeetingSession, _ undo: MeetingSession.Undo, removed: Attendee.ID? = nil) {
    change = undo.change
    kind = undo.kind
    speaker = session.speakerIndex
    attendee = session.attendee(at: session.speakerIndex)
    elapsedMs = session.clock.elapsedMs
    agenda = session.fullAgenda
    durationMs = session.schedule.durationMs
    self.removed = removed
  }
}

/// An alert was opened; the clock is paused at `elapsedMs`.
///
/// An alert before the start precedes `meeting.started` and is then the first event of the meeting.
public struct MeetingAlertPresented: EventData, Hashable {
  public static let type = "meeting.alertPresented"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// Alert that was opened.
  public var alert: MeetingSession.Alert
  /// Answers that the alert offers, in the order in which they are shown.
  public var actions: [MeetingSession.AlertAction]
  /// Elapsed meeting time at which the clock is paused, in milliseconds; 0 before the start.
  public var elapsedMs: Int64
  /// The standup as it was at the start, because an alert before the start is the first event of
  /// the meeting. Absent in events of earlier versions.
  public var standup: Standup?
  /// Creates the event with the answers of the alert.
  public init(alert: MeetingSession.Alert, elapsedMs: Int64, standup: Standup) {
    self.alert = alert
    self.actions = alert.actions
    self.elapsedMs = elapsedMs
    self.standup = standup
  }
}

/// The alert was answered. Unless the meeting ends, the clock continues from `elapsedMs`.
public struct MeetingAlertDismissed: EventData, Hashable {
  public static let type = "meeting.alertDismissed"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// Answer that was given.
  public var action: MeetingSession.AlertAction
  /// Elapsed meeting time from which the clock continues, in milliseconds.
  public var elapsedMs: Int64
  /// Creates the event; the preceding `MeetingAlertPresented` contains the alert.
  public init(action: MeetingSession.AlertAction, elapsedMs: Int64) {
    self.action = action
    self.elapsedMs = elapsedMs
  }
}

/// The number of persons whose voices are recognised in the room has changed. Live views show it to
/// everyone in the meeting.
public struct MeetingVoicesRecognised: EventData, Hashable {
  public static let type = "meeting.voicesRecognised"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// Number of persons who have agreed, 0 to 32; 0 if voices are not recognised any more. Other voices in
  /// the room are compared with theirs, and nothing is stored about them.
  public var people: Int
  public static let bounds: MemberBounds<Self> = [\.people: .range(0...MeetingSession.maxVoices)]
  /// Creates the event with the new number.
  public init(people: Int) { self.people = people }
}

/// A segment of the transcript is final, except for its speaker; see `MeetingLineReassigned`.
public struct MeetingSegment: EventData, FastCodable, Hashable {
  public static let type = "meeting.segment"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// Segment with its speaker and its times in meeting time.
  public var segment: Segment
  /// Creates the event. Segments may arrive late and out of order.
  public init(segment: Segment) { self.segment = segment }
}

/// A segment of the transcript of a live meeting belongs to another attendee than before, because the voice was recognised
/// since, or because someone corrected its speaker; then the segment also has the recognised one.
public struct MeetingLineReassigned: EventData, Hashable {
  public static let type = "meeting.lineReassigned"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// Segment with its new speaker; its times and words are those of the `meeting.segment`.
  public var segment: Segment
  /// Id of the attendee to whom it belonged before.
  public var was: Attendee.ID
  /// The person who corrected the speaker. Absent if the voice was recognised, and for a tool; the event's own `by`
  /// names it.
  public var by: Attendee.PersonID?
  /// Creates the event; `was` is the attendee to whom the segment belonged, and `by` the person who corrected it.
  public init(segment: Segment, was: Attendee.ID, by: Attendee.PersonID? = nil) {
    self.segment = segment
    self.was = was
    self.by = by
  }
}

/// A follow-up was noted for an attendee.
public struct MeetingNoted: EventData, FastCodable, Hashable {
  public static let type = "meeting.noted"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// The follow-up, from a live or a past meeting.
  public var followUp: FollowUp
  /// Creates the event for an open follow-up.
  public init(followUp: FollowUp) { self.followUp = followUp }
}

/// A follow-up was marked as done.
///
/// The event is also published in the topic family of the standup's live meeting. It does not
/// contain the text, because it may belong to a later meeting than the follow-up, so the text in it
/// would survive the erasure of that follow-up.
public struct FollowUpDone: EventData, Hashable {
  /// The event is also published in the topic family of the live meeting.
  public static let type = "standup.followUpDone"
  public static let traits = EventTraits(
    subject: "the standup’s id", source: "standups", families: [.standup, .meeting, .team])
  /// Id of the follow-up that was marked as done.
  public var followUp: FollowUp.ID
  /// Id of the attendee who was to follow up.
  public var attendee: Attendee.ID
  /// Id of the meeting in which the matter came up.
  public var meeting: Meeting.ID
  /// Creates the event for a follow-up that is no longer shown.
  public init(_ followUp: FollowUp) {
    self.followUp = followUp.id
    attendee = followUp.attendee.id
    meeting = followUp.meeting
  }
}

/// An update of an attendee was written, for the live meeting or the next one. It replaces the
/// attendee's previous update.
///
/// The event is also published in the topic family of the standup's live meeting, and then contains
/// the text. Before a meeting it does not, because the text would survive the erasure of that
/// meeting; `standups.updates` returns it.
public struct UpdateWritten: EventData, Hashable {
  /// The event is also published in the topic family of the live meeting.
  public static let type = "update.written"
  public static let traits = EventTraits(
    subject: "the standup’s id", source: "standups", families: [.standup, .meeting, .team])
  /// The attendee whose update it is.
  public var attendee: Attendee
  /// Time of writing, in milliseconds since 1970-01-01 UTC.
  public var atMs: Int64
  /// The person who wrote it for the attendee. Absent if it was the person to whom the attendee is
  /// linked, or a tool.
  public var by: Attendee.PersonID?
  /// The text; only during a meeting.
  public var text: String?
  /// Creates the event for an update that was saved; `text` is nil before a meeting.
  public init(_ update: WrittenUpdate, text: String?) {
    attendee = update.attendee
    atMs = update.atMs
    by = update.by
    self.text = text
  }
}

/// The written update of an attendee was removed, also from the live meeting.
///
/// The event is also published in the topic family of the standup's live meeting.
public struct UpdateRemoved: EventData, Hashable {
  /// The event is also published in the topic family of the live meeting.
  public static let type = "update.removed"
  public static let traits = EventTraits(
    subject: "the standup’s id", source: "standups", families: [.standup, .meeting, .team])
  /// Id of the attendee whose update it was.
  public var attendee: Attendee.ID
  /// Creates the event for an update that no longer exists.
  public init(attendee: Attendee.ID) { self.attendee = attendee }
}

/// Speech recognition stopped.
public struct MeetingSpeechFailed: EventData, Hashable {
  public static let type = "meeting.speechFailed"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// Reason, as a human-readable sentence.
  public var reason: String
  /// Creates the event. The meeting continues. If an alert is opened, it has its own event.
  public init(reason: String) { self.reason = reason }
}

/// Recording was denied during the meeting. Words that are spoken from now on are not stored.
public struct MeetingRecordingStopped: EventData, Hashable {
  public static let type = "meeting.recordingStopped"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// Elapsed meeting time when recording was denied, in milliseconds.
  public var elapsedMs: Int64
  /// Creates the event; the meeting continues without recording.
  public init(elapsedMs: Int64) { self.elapsedMs = elapsedMs }
}

/// A person decided whether a standup may be recorded.
public struct StandupRecordingDecided: EventData, Hashable {
  public static let type = "standup.recordingDecided"
  public static let traits = EventTraits(
    subject: "the standup’s id", source: "router", families: [.standup, .team])
  /// Decision that applies from now on.
  public enum Decision: String, Codable, Hashable, Sendable {
    /// Meetings of the standup may be recorded.
    case allowed
    /// Meetings of the standup are not recorded.
    case denied
    /// No decision applies, so the next meeting asks again.
    case ask
  }
  /// Decision that applies from now on.
  public var decision: Decision
  /// Creates the event. The decision applies to the next meeting, and a denial also to the live
  /// one.
  public init(decision: Decision) { self.decision = decision }
}

/// A meeting ended and was saved.
public struct MeetingFinished: EventData, Hashable {
  public static let type = "meeting.finished"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// Id of the standup.
  public var standup: Standup.ID
  /// Title of the standup at the end of the meeting.
  public var title: String
  /// The meeting as it was saved; without its segments if they exceed about 50,000 bytes.
  public var meeting: Meeting
  /// The end, if `meetings.undo` can undo it: a person ended the meeting, and time is left. Absent
  /// otherwise.
  public var undo: MeetingSession.EndUndo?
  /// Creates the event for a meeting that is now a past one, with the same id.
  public init(
    standup: Standup.ID, title: String, meeting: Meeting, undo: MeetingSession.EndUndo? = nil
  ) {
    self.standup = standup
    self.title = title
    self.meeting = meeting
    self.undo = undo
  }
}

/// A past meeting was imported from a file or with the samples, or an imported file changed it.
public struct MeetingImported: EventData, Hashable {
  public static let type = "meeting.imported"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// The meeting, or the part of a long one, as it was saved. Its segments are omitted if they and
  /// the transcript exceed about 150,000 bytes each.
  public var meeting: Meeting
  /// Creates the event for a meeting that was not held here.
  public init(meeting: Meeting) { self.meeting = meeting }
}

/// The transcript of a meeting was erased. Subscribers that store it should erase it as well.
///
/// It was erased from the saved data, from the search index, and from the journal, where the data
/// of the meeting's earlier events becomes `{"erased":true}`.
public struct MeetingErased: EventData, Hashable {
  public static let type = "meeting.erased"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// Reason for the erasure.
  public enum Reason: String, Codable, Hashable, Sendable {
    /// The meeting was deleted, on its own or with its standup.
    case deleted
    /// The meeting is older than the retention time of transcripts.
    case age
    /// An attendee was forgotten.
    case person
    /// The meeting was discarded, and the time for the undo is over.
    case discarded
  }
  /// Id of the standup to which the meeting belongs, or belonged.
  public var standup: Standup.ID
  /// Reason for the erasure.
  public var reason: Reason
  /// Remaining data of the meeting, without its segments if they exceed about 50,000 bytes. Absent
  /// if nothing remains.
  public var meeting: Meeting?
  /// Creates the event. Without `meeting`, nothing remains of the meeting.
  public init(standup: Standup.ID, reason: Reason, meeting: Meeting? = nil) {
    self.standup = standup
    self.reason = reason
    self.meeting = meeting
  }
}

/// A meeting was discarded.
///
/// With `undo`, its earlier events stay in the journal while the end can be undone; then
/// `meeting.erased` with the reason `discarded` reports that they are erased. Without it, they are
/// erased at once.
public struct MeetingDiscardedEvent: EventData, Hashable {
  public static let type = "meeting.discarded"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// Elapsed meeting time, in milliseconds; 0 if the meeting never started.
  public var elapsedMs: Int64
  /// The end, if `meetings.undo` can undo it. Absent otherwise.
  public var undo: MeetingSession.EndUndo?
  /// Creates the event; `undo` is nil if the end is final.
  public init(elapsedMs: Int64, undo: MeetingSession.EndUndo? = nil) {
    self.elapsedMs = elapsedMs
    self.undo = undo
  }
}

/// The end of a meeting was undone: the meeting is live again, with the clock as it was at the end.
///
/// If the meeting had been saved, the past meeting no longer exists; subscribers that store it should
/// delete it. A later end emits its own event.
public struct MeetingReopened: EventData, Hashable {
  public static let type = "meeting.reopened"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// Id of the end, as in `undo` of the event that reported it.
  public var change: MeetingSession.Undo.ID
  /// The end that was undone.
  public var kind: MeetingSession.Ended.Kind
  /// The standup as it was at the start, with the attendees who take part.
  public var standup: Standup
  /// All turns, including those that are over.
  public var agenda: MeetingSession.Agenda
  /// Duration of the meeting, in milliseconds.
  public var durationMs: Int64
  /// Index of the current speaker, from 0.
  public var speaker: Int
  /// Elapsed meeting time from which the clock continues, in milliseconds.
  public var elapsedMs: Int64
  /// True if speech is to be recognised again.
  public var isRecording: Bool
  /// Differences from the usual attendees and their order at the start. Absent if all attendees spoke
  /// as listed.
  public var lineup: MeetingSession.Lineup?
  public static let bounds: MemberBounds<Self> = [\.durationMs: .atLeast(1)]
  /// Creates the event from a session that continues.
  public init(_ session: MeetingSession, _ ended: MeetingSession.Ended) {
    change = ended.change
    kind = ended.kind
    standup = session.standup
    agenda = session.fullAgenda
    durationMs = session.schedule.durationMs
    speaker = session.speakerIndex
    elapsedMs = session.clock.elapsedMs
    isRecording = session.isRecording
    lineup = session.lineup
  }
}

/// Event for each second of meeting time.
public enum MeetingTick: ForwardedEvent {
  public static let type = "meeting.tick"
  public static let data = "TickData"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "timer", families: [.standup, .meeting, .team],
    isDurable: false)
}

/// Best guess so far of the words that are being spoken.
public enum MeetingPartial: ForwardedEvent {
  public static let type = "meeting.partial"
  public static let data = "PartialData"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "transcription", families: [.standup, .meeting, .team],
    isDurable: false)
}
