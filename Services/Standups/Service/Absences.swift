import Bus
import Standups
import StandupsAPI

/// Absences of attendees until a given time, which are saved with the standup.
extension StandupsReduction {
  mutating func markAbsent(_ operation: Operation, _ command: MarkAbsent) throws {
    let record = try record(command.id, operation)
    let now = nowMs
    guard command.untilMs > now, command.untilMs <= now + MarkAbsent.longestMs else {
      throw BusError(
        .invalid,
        command.untilMs > now
          ? "An absence must end within ten years." : "An absence must end in the future.",
        detail: ["member": "untilMs"])
    }
    try setAbsence(of: command.attendee, untilMs: command.untilMs, record, operation)
  }

  mutating func markPresent(_ operation: Operation, _ command: MarkPresent) throws {
    try setAbsence(
      of: command.attendee, untilMs: nil, try record(command.id, operation), operation)
  }

  private mutating func setAbsence(
    of attendee: Attendee.ID, untilMs: Int64?, _ record: StandupRecord, _ operation: Operation
  ) throws {
    guard record.standup.attendees.contains(id: attendee) else {
      throw BusError(
        .invalid, Self.notAnAttendee(attendee),
        detail: ["member": "attendee", "standup": "\(record.id)"])
    }
    var changed = record
    changed.standup.attendees[id: attendee]?.absentUntilMs = untilMs
    try put(changed, insteadOf: record.standup, operation)
  }

  static func notAnAttendee(_ id: Attendee.ID) -> String {
    "“\(id)” is not an attendee of this standup."
  }
}
