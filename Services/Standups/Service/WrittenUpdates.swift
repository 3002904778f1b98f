import Bus
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI

/// Written updates. They wait in one document for each standup. A meeting shows those that exist,
/// and keeps its own copy; at its end the copy is saved with the past meeting, and the document is
/// removed. A discarded meeting leaves the document unchanged.
extension StandupsReduction {
  // MARK: Reading

  /// Loads the updates of a standup that wait, after a check that it exists.
  mutating func findUpdates(_ operation: Operation, of standup: Standup.ID) throws {
    _ = try record(standup, operation)
    loadUpdates(operation, of: standup)
  }

  /// Loads the updates of a standup that wait.
  mutating func loadUpdates(_ operation: Operation, of standup: Standup.ID) {
    step(operation.id, .loading(.updates))
    effects.append(
      .load(operation.id, DocumentQuery(collection: Collection.updates, id: "\(standup)")))
  }

  /// Decodes the updates of a page; nil if they cannot be read, and stay unchanged.
  mutating func updates(_ page: DocumentPage, of standup: Standup.ID) -> [WrittenUpdate]? {
    guard let document = page.documents.first(where: { $0.parent == "\(standup)" }) else {
      return []
    }
    do {
      return try document.value(as: PendingUpdates.self).updates
    } catch {
      note(unreadable: document, error)
      return nil
    }
  }

  /// The updates of a page that are by current attendees of the standup; none if they cannot be read.
  mutating func updates(
    _ page: DocumentPage, for record: StandupRecord
  ) -> [WrittenUpdate] {
    (updates(page, of: record.id) ?? []).from(record.standup.attendees)
  }

  /// Decodes the updates of a page to change them.
  ///
  /// - Throws: `conflict` if they cannot be read.
  private mutating func changeable(
    _ page: DocumentPage, of standup: Standup.ID
  ) throws -> [WrittenUpdate] {
    if let updates = updates(page, of: standup) { return updates }
    let name = "\(Collection.updates)/\(standup)"
    throw BusError(
      .conflict,
      "The stored updates of this standup cannot be read; discard them with “standups unreadable"
        + " discard \(name)”.",
      detail: ["document": name])
  }

  // MARK: Writing

  mutating func writeUpdate(_ operation: Operation, _ command: WriteUpdate) throws {
    let record = try record(command.standup, operation)
    guard WrittenUpdate.text(command.text) != nil else {
      throw BusError(
        .invalid,
        "An update must not be blank or longer than \(WrittenUpdate.longestText) characters; this one"
          + " has \(command.text.unicodeScalars.count).", detail: ["member": "text"])
    }
    _ = try attendee(of: command, record, operation)
    loadUpdates(operation, of: command.standup)
  }

  /// The attendee whose update it is.
  ///
  /// - Throws: `invalid` if the standup has no such attendee, or if the command names none and none
  ///   is linked to its sender.
  private func attendee(
    of command: WriteUpdate, _ record: StandupRecord, _ operation: Operation
  ) throws -> Attendee {
    let attendees = record.standup.attendees
    if let id = command.attendee {
      guard let attendee = attendees[id: id] else {
        throw BusError(.invalid, Self.notAnAttendee(id), detail: ["member": "attendee"])
      }
      return attendee.participant
    }
    guard let person = operation.person,
      let attendee = attendees.first(where: { $0.person == person })
    else {
      throw BusError(
        .invalid,
        "No attendee of this standup is linked to you; specify the attendee whose update it is.",
        detail: ["member": "attendee"])
    }
    return attendee.participant
  }

  mutating func foundUpdates(
    _ operation: Operation, _ command: WriteUpdate, _ page: DocumentPage
  ) throws {
    var record = try record(command.standup, operation)
    let attendee = try attendee(of: command, record, operation)
    let update = WrittenUpdate(
      attendee: attendee, text: WrittenUpdate.text(command.text) ?? "", atMs: nowMs,
      by: operation.person == attendee.person ? nil : operation.person)
    let all = try changeable(page, of: record.id).adding(update).from(record.standup.attendees)
    guard all.problem == nil else {
      throw BusError(
        .conflict, "The updates of this standup are too long; \(WrittenUpdate.limit).",
        detail: ["member": "text"])
    }
    var changes = [record.keep(all)]
    changes.append(.putStandup(record))
    let live = try state.saved.live[record.id].map { try session($0) }
    if var live {
      live.updates = (live.updates ?? []).adding(update)
      // A late attendee's update may replace that of an attendee who was removed since the start.
      if live.updates?.problem != nil { live.updates = all }
      changes.append(.putState(live.state, of: live.id))
    }
    try decide(
      operation,
      Decision(
        changes,
        events: [
          try updateEvent(
            UpdateWritten(update, text: live == nil ? nil : update.text), of: record.id, operation)
        ],
        reply: .updateWritten(WriteUpdate.Reply(update, meeting: live?.id))))
  }

  /// Creates an event about the updates of a standup. During a meeting it is also published in the
  /// topic family of the meeting, and erased with it.
  func updateEvent(
    _ data: some EventData, of standup: Standup.ID, _ operation: Operation
  ) throws -> NewEvent {
    try NewEvent(
      data, id: reducer.eventID(), about: standup.description, standup: standup.description,
      meeting: state.saved.live[standup]?.description, time: reducer.date(),
      traceparent: operation.header?.traceparent?.text)
  }

  // MARK: Listing

  mutating func foundUpdates(
    _ operation: Operation, _ command: ListUpdates, _ page: DocumentPage
  ) throws {
    let updates = updates(page, for: try record(command.standup, operation))
    finish(operation.id, .success(.updates(ListUpdates.Reply(updates: updates))))
  }

  // MARK: Removing

  mutating func foundUpdates(
    _ operation: Operation, _ command: RemoveUpdate, _ page: DocumentPage
  ) throws {
    var record = try record(command.standup, operation)
    let all = try changeable(page, of: record.id)
    let left = all.filter { $0.attendee.id != command.attendee }
    guard left.count < all.count else {
      throw BusError(
        .notFound, "\(name(of: command.attendee, record)) has no written update in this standup.",
        detail: ["attendee": "\(command.attendee)"])
    }
    var changes = [record.keep(left)]
    changes.append(.putStandup(record))
    if let id = state.saved.live[record.id] {
      var session = try session(id)
      session.updates = session.updates?.filter { $0.attendee.id != command.attendee }.unlessEmpty
      changes.append(.putState(session.state, of: id))
    }
    try decide(
      operation,
      Decision(
        changes,
        events: [
          try updateEvent(UpdateRemoved(attendee: command.attendee), of: record.id, operation)
        ], reply: .done))
  }

  /// The name of an attendee in a message.
  private func name(of attendee: Attendee.ID, _ record: StandupRecord) -> String {
    record.standup.attendees[id: attendee]?.displayName ?? "This attendee"
  }

  // MARK: Meetings

  /// Continues the start of a meeting with the updates that wait. Those of attendees who have left
  /// the standup are left out.
  mutating func foundUpdates(
    _ operation: Operation, _ command: StartMeeting, _ page: DocumentPage
  ) throws {
    var operation = operation
    operation.updates = updates(page, for: try record(command.standup, operation))
    state.operations[operation.id]?.updates = operation.updates
    try start(operation, command)
  }

  // MARK: Erasing

  /// The changes that remove the updates of a person from those that wait.
  ///
  /// - Parameters:
  ///   - record: the standup before the person is removed from it; its count of updates is changed.
  ///   - page: the updates that wait. Unreadable ones are removed: they may be those of the person.
  mutating func forgetUpdates(
    of person: String, _ record: inout StandupRecord, _ page: DocumentPage
  ) -> [Change] {
    let ids = Set(record.standup.attendees.filter { $0.isCalled(person) }.map(\.id))
    let left = (updates(page, of: record.id) ?? []).filter {
      !ids.contains($0.attendee.id) && !$0.attendee.isCalled(person)
    }
    return [record.keep(left)]
  }
}

extension StandupRecord {
  /// Counts the updates that wait from now on.
  ///
  /// - Returns: the change that writes them, or removes their document.
  mutating func keep(_ updates: [WrittenUpdate]) -> Change {
    self.updates = updates.isEmpty ? nil : updates.count
    return updates.isEmpty ? .removeUpdates(of: id) : .putUpdates(updates, of: id)
  }
}

extension [WrittenUpdate] {
  /// The updates of those who are attendees.
  fileprivate func from(_ attendees: IdentifiedArray<Attendee>) -> [WrittenUpdate] {
    filter { attendees.contains(id: $0.attendee.id) }
  }
}

extension Operation {
  /// The person who sent the command; nil for a tool.
  var person: Attendee.PersonID? {
    header?.by.flatMap { PersonActor.person(in: $0) }.map { Attendee.PersonID($0) }
  }
}
