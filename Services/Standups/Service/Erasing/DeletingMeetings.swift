import Bus
import Documents
import Standups
import StandupsAPI

/// Deletion of a past meeting. The summary of its standup is updated.
extension StandupsReduction {
  mutating func deleteMeeting(_ operation: Operation, _ command: DeleteMeeting) throws {
    try checkImports(of: record(command.standup, operation).standup.teamID)
    step(operation.id, .loading(.deleted(command)))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(collection: Collection.meetings, id: command.meeting.description)))
  }

  mutating func foundDeleted(
    _ operation: Operation, _ command: DeleteMeeting, _ page: DocumentPage
  ) throws {
    let found = page.documents.first {
      $0.id == command.meeting.description && $0.parent == command.standup.description
    }
    guard let found else {
      throw BusError(
        .notFound, "The standup has no past meeting \(command.meeting).",
        detail: ["meeting": "\(command.meeting)"])
    }
    // The number of parts of an unreadable meeting is unknown, so the maximum is assumed.
    let meeting = try? found.value(as: Meeting.self)
    let parts = meeting.map { $0.parts ?? 1 } ?? Meeting.maxParts
    step(operation.id, .loading(.newest(command, parts: parts)))
    // Two, because one of them may be the deleted meeting.
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: Collection.meetings, parent: command.standup.description, limit: 2,
          newestFirst: true, counts: true)))
  }

  mutating func foundNewest(
    _ operation: Operation, _ command: DeleteMeeting, parts: Int, _ page: DocumentPage
  ) throws {
    var record = try record(command.standup, operation)
    record.meetings = max(0, (page.total ?? 0) - 1)
    record.lastMeetingMs =
      page.documents.first { $0.id != command.meeting.description }?.sortKey
    step(operation.id, .loading(.deletedNotes(command, parts: parts, record)))
    effects.append(.load(operation.id, Self.openFollowUps(of: record.id)))
  }

  /// Deletes the meeting with its open follow-ups, even if the meeting is unreadable.
  mutating func foundNotes(
    _ operation: Operation, _ command: DeleteMeeting, parts: Int, _ record: StandupRecord,
    _ page: DocumentPage
  ) throws {
    let open = followUps(in: page.documents).filter { $0.meeting == command.meeting }
    try decide(
      operation,
      Decision(
        [.removeMeeting(command.meeting), .putStandup(record)]
          + Change.laterParts(of: command.meeting, parts)
          + open.map { .removeFollowUp($0.id) }
          + [.removeDiscarded(command.meeting), .erase(Erasure(meeting: command.meeting))],
        events: [
          try event(
            StandupUpdated(standup: record.standup, deletedMeeting: command.meeting),
            standup: record.id, operation),
          try erased(command.meeting, of: record.id, .deleted, operation),
        ],
        reply: .done))
  }
}
