import Bus
import Documents
import Standups
import StandupsAPI

/// Deletion of a standup with its past meetings.
extension StandupsReduction {
  /// The error message for a change that has to wait for the end of the standup's meeting.
  static let inMeeting = "This standup is in a meeting; end the meeting first."

  mutating func delete(_ operation: Operation, _ command: DeleteStandup) throws {
    let record = try record(command.id, operation)
    if let meeting = state.saved.live[command.id] {
      throw BusError(.conflict, Self.inMeeting, detail: ["meeting": "\(meeting)"])
    }
    try checkImports(of: record.standup.teamID)
    guard record.meetings > 0 else { return try delete(operation, record, []) }
    loadMeetings(operation, command, [], after: nil)
  }

  /// Loads the ids of the meetings, because each one gets an event; their content is not needed.
  mutating func loadMeetings(
    _ operation: Operation, _ command: DeleteStandup, _ meetings: [Meeting.ID], after: String?
  ) {
    step(operation.id, .loading(.deletedStandup(meetings)))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: Collection.meetings, parent: command.id.description, after: after,
          limit: 1000, rawFrom: Int(Int32.max))))
  }

  mutating func foundMeetings(
    _ operation: Operation, _ command: DeleteStandup, _ before: [Meeting.ID], _ page: DocumentPage
  ) throws {
    let meetings = before + page.documents.compactMap { Meeting.ID($0.id) }
    if let next = page.next {
      return loadMeetings(operation, command, meetings, after: next)
    }
    try delete(operation, try record(command.id, operation), meetings)
  }

  /// Maximum number of meetings that one commit deletes.
  private static let maxDeleted = 300

  /// Deletes a standup with its meetings. Meetings that do not fit in one commit are deleted first,
  /// so that the standup exists as long as any of its meetings.
  mutating func delete(
    _ operation: Operation, _ record: StandupRecord, _ meetings: [Meeting.ID]
  ) throws {
    var record = record
    var rest = meetings[...]
    var decisions: [Decision] = []
    // In the first commit: an open follow-up must not outlive the meeting in which it was noted.
    var followUps: [Change] = [.removeFollowUps(of: record.id)]
    if record.updates != nil { followUps.append(.removeUpdates(of: record.id)) }
    record.updates = nil
    while rest.count > Self.maxDeleted {
      let first = rest.prefix(Self.maxDeleted)
      rest = rest.dropFirst(Self.maxDeleted)
      record.meetings = max(0, record.meetings - first.count)
      decisions.append(
        Decision(
          first.map { .removeMeeting($0) } + followUps + [.putStandup(record)],
          events: try erased(first, of: record.id, operation), reply: .done))
      followUps = []
    }
    decisions.append(
      Decision(
        [
          .removeStandup(record.id), .removeMeetings(of: record.id),
        ] + followUps + [.erase(Erasure(standup: record.id))],
        events: try erased(rest, of: record.id, operation) + [
          try event(StandupDeleted(title: record.standup.title), standup: record.id, operation)
        ],
        reply: .done))
    try decide(operation, decisions)
  }

  private func erased(
    _ meetings: ArraySlice<Meeting.ID>, of standup: Standup.ID, _ operation: Operation
  ) throws -> [NewEvent] {
    try meetings.map { try erased($0, of: standup, .deleted, operation) }
  }
}
