import Bus
import Cells
import Documents
import Standups
import StandupsAPI

/// Standups in writing. The schedule service knows when people are asked and when their updates are
/// complete; here the updates become a past meeting. The idempotency key, which the scheduled time
/// determines, saves it once.
extension StandupsReduction {
  mutating func saveWritten(_ operation: Operation, _ command: SaveWrittenMeeting) throws {
    let record = try record(command.standup, operation)
    if let running = state.saved.live[record.id] {
      throw BusError(
        .conflict, "This standup is in a meeting, which saves its updates: \(running).",
        detail: ["meeting": "\(running)"])
    }
    loadUpdates(operation, of: record.id)
  }

  /// Saves a meeting of all attendees with the updates that wait. Unreadable updates stay as they
  /// are.
  mutating func foundUpdates(
    _ operation: Operation, _ command: SaveWrittenMeeting, _ page: DocumentPage
  ) throws {
    var record = try record(command.standup, operation)
    let updates = updates(page, for: record)
    let id = Meeting.ID(reducer.uuid().inSlot(Slot(of: record.id.rawValue)))
    var meeting = Meeting(
      id: id, date: command.at, transcript: "", ending: .written,
      attendees: record.standup.attendees.map(\.participant),
      updates: updates.unlessEmpty)
    // Like any past meeting, it has to fit in one message with its updates.
    if meeting.peopleBytes > Meeting.maxPeopleBytes { meeting.attendees = nil }
    let finished = MeetingFinished(
      standup: record.id, title: record.standup.title, meeting: meeting.fitting)
    var changes: [Change] = [.putMeeting(meeting, of: record.id)]
    if !updates.isEmpty { changes.append(record.keep([])) }
    record.add([meeting])
    changes.append(.putStandup(record))
    try decide(
      operation,
      Decision(
        changes, events: [try event(finished, standup: record.id, meeting: id, operation)],
        reply: .writtenSaved(SaveWrittenMeeting.Reply(meeting: id))))
  }
}
