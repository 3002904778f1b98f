import BridgeAPI
import Documents
import StandupsAPI

extension Feature {
  /// Standups and their meetings.
  static let standups = Feature(
    name: "standups", bind: { parent, _ in parent.bindStandups() }, countdowns: [.meetings],
    streams: [.meetings],
    chatTexts: [.meetingFinished, .meetingReopened, .meetingNoted, .updateWritten],
    answeredMessages: [ChangesDecided.target, BatchDecided.target],
    documents: [
      .sessionLines, .sessionStates, .meetingParts, .meetings, .discarded, .followUps, .updates,
      .standups, .sessions, .imports, .importParts, .retention, .glossaries,
    ], otherDocuments: [.notices], reloadsRestored: true,
    erasingEvents: [
      ErasingEvent(type: MeetingErased.type, view: .meeting),
      ErasingEvent(type: MeetingDiscardedEvent.type, view: .meeting, unless: "undo"),
      ErasingEvent(type: StandupDeleted.type, view: .standup),
      ErasingEvent(type: StandupMoved.type, view: .standup),
      ErasingEvent(type: StandupUpdated.type, view: .standup, member: "forgets"),
    ])
}
