import Bus
import Documents
import Foundation
import Standups
import StandupsAPI

/// People who are forgotten: their names and their words are erased.
extension StandupsReduction {
  /// Normalises a name for the search.
  ///
  /// - Throws: `BusError` with code `invalid` if it is empty or too long.
  private static func person(_ name: String) throws -> String {
    let person = name.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !person.isEmpty, person.unicodeScalars.count <= 1000 else {
      throw BusError(
        .invalid, "Invalid name; expected 1 to 1000 characters.", detail: ["member": "name"])
    }
    return person
  }

  mutating func findPerson(_ operation: Operation, _ command: FindPerson) throws {
    _ = try Self.person(command.name)
    let place = try PersonCursor(command.after, from: .standups)
    guard let collection = place.collection else {
      return finish(operation.id, .success(.foundPerson(.init(standups: []))))
    }
    step(operation.id, .loading(.person(place)))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: collection, teams: scope.teams, after: place.after, limit: 200,
          slots: here)))
  }

  /// Decodes the meeting, or the part of one, of a document of that stage.
  private mutating func meeting(in document: Document, of stage: PersonCursor.Stage) -> Meeting? {
    stage == .discarded
      ? discarded(in: document, of: stage)?.meeting : meetings(in: [document]).first
  }

  /// Decodes a discarded meeting; nil for a document of another stage.
  private mutating func discarded(
    in document: Document, of stage: PersonCursor.Stage
  ) -> DiscardedMeeting? {
    stage == .discarded ? discarded(in: [document]).first?.discarded : nil
  }

  mutating func foundPerson(
    _ operation: Operation, _ command: FindPerson, _ place: PersonCursor, _ page: DocumentPage
  ) throws {
    let person = try Self.person(command.name)
    var found: [FindPerson.Found] = []
    func note(_ standup: Standup.ID?, _ change: (inout FindPerson.Found) -> Void) {
      guard let standup else { return }
      if let index = found.firstIndex(where: { $0.standup == standup }) {
        return change(&found[index])
      }
      var one = FindPerson.Found(standup: standup)
      change(&one)
      if one != FindPerson.Found(standup: standup) { found.append(one) }
    }
    for document in page.documents {
      if place.stage == .standups {
        guard let record = try? StandupRecord(document),
          record.standup.attendees.contains(where: { $0.isCalled(person) })
        else { continue }
        note(record.id) { $0.isAttendee = true }
        continue
      }
      guard let meeting = meeting(in: document, of: place.stage) else { continue }
      note(document.parent.flatMap { Standup.ID($0) }) { found in
        if place.stage != .parts {
          if meeting.names(person) { found.meetings += 1 }
          if meeting.isUnattributed { found.unattributed += 1 }
        }
        found.segments += meeting.forgetting(person).segments
      }
    }
    let next = place.next(after: page.next, upTo: .discarded)
    finish(operation.id, .success(.foundPerson(.init(standups: found, next: next?.text))))
  }

  mutating func forgetPerson(_ operation: Operation, _ command: ForgetPerson) throws {
    let person = try Self.person(command.name)
    let record = try record(command.standup, operation)
    if let meeting = state.saved.live[command.standup] {
      throw BusError(.conflict, Self.inMeeting, detail: ["meeting": "\(meeting)"])
    }
    try checkImports(of: record.standup.teamID)
    cancelReceivedFiles(repeating: record.standup)
    let place = try PersonCursor(command.after, from: .meetings)
    guard place.stage != .standups, let collection = place.collection else {
      if record.updates != nil { return loadUpdates(operation, of: record.id) }
      return try forget(person, operation, record, [])
    }
    step(operation.id, .loading(.person(place)))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: collection, parent: record.id.description, after: place.after, limit: 100)))
  }

  /// Erases a person from a page of meetings. Every event of a meeting with that person may contain
  /// the name, so all of them are emptied, and a new event has the rest of the meeting.
  mutating func foundForgotten(
    _ operation: Operation, _ command: ForgetPerson, _ place: PersonCursor, _ page: DocumentPage
  ) throws {
    let person = try Self.person(command.name)
    let record = try record(command.standup, operation)
    let ids = Set(record.standup.attendees.filter { $0.isCalled(person) }.map(\.id))
    var decision = Decision([], reply: .done)
    var reply = ForgetPerson.Reply(meetings: 0, segments: 0)
    var (bytes, last) = (0, page.next)
    for document in page.documents {
      guard bytes < Self.maxRewritten else { break }
      last = document.id == page.documents.last?.id ? page.next : document.cursor
      guard let meeting = meeting(in: document, of: place.stage) else { continue }
      let (left, segments) = meeting.forgetting(person, ids: ids)
      if left != meeting {
        if var kept = discarded(in: document, of: place.stage) {
          kept.meeting = left
          decision.changes.append(.putDiscarded(kept, of: record.id))
        } else {
          decision.changes.append(.putMeeting(left, of: record.id))
          decision.changes += Change.lostFollowUps(of: meeting, left: left)
        }
        reply.meetings += 1
        reply.segments += segments
        bytes += left.committedBytes
      }
      // Without a list of attendees, it is unknown who took part.
      guard place.stage == .meetings,
        left != meeting || meeting.attendees == nil || meeting.parts != nil
      else { continue }
      decision.changes.append(.erase(Erasure(meeting: meeting.id)))
      decision.events.append(
        try erased(meeting.id, of: record.id, .person, left: left, operation))
      bytes += left.committedBytes
    }
    reply.next = place.next(after: last, upTo: .end)?.text
    decision.reply = .forgotten(reply)
    // An end that can still be undone becomes final: a discarded meeting with the person is not kept.
    if decision.changes.isEmpty, state.saved.ended[of: record.id] == nil {
      return try finishUnchanged(operation, .forgotten(reply))
    }
    try decide(operation, decision)
  }

  /// Removes the updates of the person that wait, and then the person.
  mutating func foundUpdates(
    _ operation: Operation, _ command: ForgetPerson, _ page: DocumentPage
  ) throws {
    let person = try Self.person(command.name)
    var record = try record(command.standup, operation)
    let changes = forgetUpdates(of: person, &record, page)
    try forget(person, operation, record, changes)
  }

  /// Removes the person from the standup itself, and from the glossary of its team, as the last step.
  private mutating func forget(
    _ person: String, _ operation: Operation, _ record: StandupRecord, _ changes: [Change]
  ) throws {
    var record = record
    let others = record.standup.attendees.filter { !$0.isCalled(person) }
    record.standup.attendees = IdentifiedArray(others).saved(uuid: reducer.uuid)
    record.standup.countChange()
    var decision = Decision(
      changes + [.putStandup(record), .erase(Erasure(standup: record.id, keepsMeetings: true))],
      events: [
        try event(
          StandupUpdated(standup: record.standup, forgets: true), standup: record.id, operation)
      ],
      reply: .forgotten(ForgetPerson.Reply(meetings: 0, segments: 0)))
    if let (change, changed) = try forgettingTerms(person, of: record.standup.teamID, operation) {
      decision.changes.append(change)
      decision.events.append(changed)
    }
    try decide(operation, decision)
  }
}
