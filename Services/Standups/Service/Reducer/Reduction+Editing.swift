import Bus
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI

/// Creating, editing and deleting standups.
extension Reduction {
  mutating func create(_ operation: Operation, _ command: CreateStandup) throws {
    let id = try command.id ?? drawnID()
    try refuseExisting(id)
    let standup = Standup(
      id: id, title: Self.title(command.title ?? ""),
      durationMs: command.durationMs ?? Standup.defaultDurationMs,
      theme: command.theme ?? .bubblegum, attendees: try attendees(command.attendees ?? [], of: []),
      warnMs: Self.warning(command.warnMs ?? 0), mayRunOver: command.mayRunOver == true ? true : nil
    )
    try check(standup)
    try decide(
      operation,
      Decision(
        [.addStandup(StandupRecord(standup, sortKey: nextSortKey()))],
        events: [try event(StandupCreated(standup: standup), standup: id, operation)],
        reply: .standup(standup)))
  }

  mutating func edit(_ operation: Operation, _ command: EditStandup) throws {
    var record = try record(command.id, operation)
    let before = record.standup
    if let revision = command.revision, revision != before.revision {
      throw BusError(
        .conflict,
        "The standup has changed since you read it: it is at revision \(before.revision), not"
          + " \(revision). Read it again and repeat your edit.",
        detail: ["revision": "\(before.revision)"])
    }
    if let title = command.title { record.standup.title = Self.title(title) }
    if let duration = command.durationMs { record.standup.durationMs = duration }
    if let theme = command.theme { record.standup.theme = theme }
    if let drafts = command.attendees {
      record.standup.attendees = try attendees(drafts, of: before.attendees)
    }
    if let warning = command.warnMs { record.standup.warnMs = Self.warning(warning) }
    if let mayRunOver = command.mayRunOver { record.standup.mayRunOver = mayRunOver ? true : nil }
    try put(record, insteadOf: before, operation)
  }

  /// Saves a standup if it was changed.
  private mutating func put(
    _ record: StandupRecord, insteadOf before: Standup, _ operation: Operation
  ) throws {
    var record = record
    guard record.standup != before else { return try leave(operation, .standup(before)) }
    try check(record.standup)
    record.standup.endAbsences(atMs: nowMs)
    record.standup.countChange()
    try decide(
      operation,
      Decision(
        [.putStandup(record)],
        events: [
          try event(StandupUpdated(standup: record.standup), standup: record.id, operation)
        ],
        reply: .standup(record.standup)))
  }

  // MARK: Absences

  /// The current time, in milliseconds since 1970-01-01 UTC.
  var nowMs: Int64 { Int64((reducer.date().timeIntervalSince1970 * 1000).rounded(.down)) }

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

  /// The error message for a change that has to wait for the end of the standup's meeting.
  static let inMeeting = "This standup is in a meeting; end the meeting first."

  mutating func delete(_ operation: Operation, _ command: DeleteStandup) throws {
    let record = try record(command.id, operation)
    if let meeting = state.saved.live[command.id] {
      throw BusError(.conflict, Self.inMeeting, detail: ["meeting": "\(meeting)"])
    }
    try checkImports()
    guard record.meetings > 0 else { return try delete(operation, record, []) }
    loadMeetings(operation, command, [], after: nil)
  }

  /// A title of only white space looks empty and cannot be used as a name, so it is saved as empty.
  private static func title(_ text: String) -> String {
    text.allSatisfy(\.isWhitespace) ? "" : text
  }

  /// The warning time as it is saved: 0 stands for no warning.
  private static func warning(_ ms: Int64) -> Int64? { ms == 0 ? nil : ms }

  mutating func nextSortKey() -> Int64 {
    defer { state.nextSortKey = min(state.nextSortKey + 1, WireTime.counts.upperBound) }
    return state.nextSortKey
  }

  /// Rejects an id that is known to exist. Ids that were not loaded are checked by the store.
  func refuseExisting(_ id: Standup.ID) throws {
    if state.saved.recent[id] != nil { throw Self.exists(id) }
    let name = "\(Collection.standups)/\(id)"
    if state.saved.unreadable.contains(where: { $0.name == name }) {
      throw BusError(
        .conflict,
        "The stored standup \(id) cannot be read. Use another id, or discard it with"
          + " “standups unreadable discard \(name)”.",
        detail: ["standup": "\(id)"])
    }
  }

  static func exists(_ id: some CustomStringConvertible) -> BusError {
    BusError(
      .conflict, "Standup \(id) already exists; edit it, or omit the id to create a new one.",
      detail: ["standup": "\(id)"])
  }

  func check(_ standup: Standup) throws {
    if let problem = standup.problem {
      throw BusError(.invalid, problem.description, detail: ["member": problem.member])
    }
  }

  /// The attendees as they are saved; values that a draft of an existing attendee omits stay the
  /// same.
  private func attendees(
    _ drafts: [AttendeeDraft], of present: IdentifiedArray<Attendee>
  ) throws -> IdentifiedArray<Attendee> {
    let all = drafts.map { draft in
      let known = draft.id.flatMap { present[id: $0] }
      return Attendee(
        id: draft.id ?? Attendee.ID(reducer.uuid()), name: draft.name,
        weight: draft.weight ?? known?.weight, absentUntilMs: known?.absentUntilMs)
    }
    let attendees = IdentifiedArray(all)
    guard attendees.count == all.count else {
      throw BusError(
        .invalid, "Two attendees have the same id; omit the id of a new attendee.",
        detail: ["member": "attendees"])
    }
    return attendees.saved(uuid: reducer.uuid)
  }

  // MARK: Past meetings

  mutating func deleteMeeting(_ operation: Operation, _ command: DeleteMeeting) throws {
    _ = try record(command.standup, operation)
    try checkImports()
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
          + [.erase(Erasure(meeting: command.meeting))],
        events: [
          try event(
            StandupUpdated(standup: record.standup, deletedMeeting: command.meeting),
            standup: record.id, operation),
          try erased(command.meeting, of: record.id, .deleted, operation),
        ],
        reply: .done))
  }

  // MARK: The list's alert

  mutating func answerList(_ operation: Operation, _ command: AnswerListAlert) throws {
    guard case .alert(let alert) = state.saved.destination else {
      throw BusError(.conflict, "The list has no open alert.")
    }
    guard alert.actions.contains(command.action) else {
      let actions = alert.actions.map(\.rawValue).joined(separator: ", ")
      throw BusError(
        .conflict,
        "The alert does not offer “\(command.action.rawValue)”; expected one of: \(actions).")
    }
    var decision = Decision([.removeNotice], reply: .done)
    if command.action == .loadSamples {
      for sample in Samples.make(uuid: reducer.uuid, now: reducer.date()) {
        try add(sample, to: &decision, operation)
      }
    }
    var reply = status
    reply.destination = nil
    reply.standups += decision.changes.filter { $0.standup != nil }.count
    decision.reply = .status(reply)
    try decide(operation, decision)
  }

  /// Adds a new standup with its past meetings to a decision.
  mutating func add(
    _ value: StandupWithMeetings, to decision: inout Decision, _ operation: Operation
  ) throws {
    let record = StandupRecord(value, sortKey: nextSortKey())
    decision.changes.append(.addStandup(record))
    decision.events.append(
      try event(StandupCreated(standup: value.standup), standup: value.id, operation))
    for meeting in value.meetings {
      try add(meeting, of: value.id, to: &decision, operation)
    }
  }

  /// Adds a past meeting from elsewhere to a decision.
  func add(
    _ meeting: Meeting, of standup: Standup.ID, to decision: inout Decision, _ operation: Operation
  ) throws {
    decision.changes.append(.putMeeting(meeting, of: standup))
    decision.changes += (meeting.notes ?? []).filter(\.isOpen).map { .putFollowUp($0, of: standup) }
    decision.events.append(
      try event(
        MeetingImported(meeting: meeting.imported), standup: standup, meeting: meeting.id,
        operation))
  }
}
