import Bus
import Documents
import Foundation
import Standups
import StandupsAPI

/// Erasure. Words belong to people: those of a deleted meeting are erased wherever this service
/// saved them, as are those past their retention period, and those of a person who is to be
/// forgotten.
extension Reduction {
  /// Estimated size, in bytes, at which a commit that rewrites meetings takes no further ones.
  private static let maxRewritten = 400_000

  /// The event for the erasure of a meeting's words.
  func erased(
    _ meeting: Meeting.ID, of standup: Standup.ID, _ reason: MeetingErased.Reason,
    left: Meeting? = nil, _ operation: Operation
  ) throws -> NewEvent {
    try event(
      MeetingErased(standup: standup, reason: reason, meeting: left?.fitting), standup: standup,
      meeting: meeting, operation)
  }

  /// Rejects an erasure while a file is being imported: the file may contain the same words and
  /// would bring them back.
  func checkImports() throws {
    guard state.saved.imports.values.contains(where: { $0.progress.phase == .applying }) else {
      return
    }
    throw BusError(
      .busy, "A file is being imported; try again when the import is complete.", retryAfterMs: 1000)
  }

  // MARK: A standup with its meetings

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

  // MARK: Retention period

  private static let forgetEveryMs = 3_600_000

  /// Looks for words past their retention period, and schedules the next search in an hour.
  mutating func forgetDue(after: String?) {
    guard !state.isDraining, reducer.transcriptDays != nil else { return }
    if after == nil {
      effects.append(.wait(ms: Self.forgetEveryMs, then: .forgetDue(after: nil)))
    }
    receive(Waiting(caller: nil, command: .findOld(after: after), header: nil))
  }

  mutating func findOld(_ operation: Operation, after: String?) {
    step(operation.id, .loading(.old))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(collection: Collection.meetings, after: after, limit: 200, slots: here)))
  }

  /// Requests the erasure of words on this page that are too old. The oldest meetings come first,
  /// so the search ends at the first one that is recent.
  mutating func foundOld(_ operation: Operation, _ page: DocumentPage) {
    guard let days = reducer.transcriptDays else { return finish(operation.id, .success(.done)) }
    let oldest = reducer.date().addingTimeInterval(-86_400 * Double(days))
    let old = meetings(in: page.documents).filter { $0.date < oldest }
    let parents = Dictionary(
      page.documents.map { ($0.id, $0.parent) }, uniquingKeysWith: { first, _ in first })
    let worded = old.filter(\.hasWords).compactMap { meeting in
      parents[meeting.id.description]?.flatMap { Standup.ID($0) }
        .map { DeleteMeeting(standup: $0, meeting: meeting.id) }
    }
    finish(operation.id, .success(.done))
    if !worded.isEmpty {
      receive(Waiting(caller: nil, command: .forgetWords(worded), header: nil))
    }
    if let next = page.next, let last = page.documents.last?.sortKey,
      Double(last) < oldest.timeIntervalSince1970 * 1000
    {
      effects.append(.wait(ms: 1000, then: .forgetDue(after: next)))
    }
  }

  /// Reads the meetings again, now that no other command changes their standups.
  mutating func forgetWords(_ operation: Operation, _ meetings: [DeleteMeeting]) throws {
    try checkImports()
    step(operation.id, .loading(.old))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: Collection.meetings, ids: meetings.map(\.meeting.description))))
  }

  /// Erases the words of these meetings. Meetings that do not fit in the commit are found by the
  /// next search.
  mutating func foundWords(
    _ operation: Operation, _ wanted: [DeleteMeeting], _ page: DocumentPage
  ) throws {
    let standups = Dictionary(
      wanted.map { ($0.meeting, $0.standup) }, uniquingKeysWith: { first, _ in first })
    var decision = Decision([], reply: .done)
    var bytes = 0
    for (document, meeting) in page.documents.flatMap({ document in
      meetings(in: [document]).map { (document, $0) }
    }) {
      guard let standup = standups[meeting.id], document.parent == standup.description,
        meeting.hasWords, bytes < Self.maxRewritten
      else { continue }
      let left = meeting.withoutWords
      bytes += left.committedBytes
      decision.changes += [.putMeeting(left, of: standup)]
      decision.changes += Change.laterParts(of: meeting.id, meeting.parts ?? 1)
      decision.changes += Change.lostFollowUps(of: meeting, left: left)
      decision.changes += [.erase(Erasure(meeting: meeting.id))]
      decision.events.append(
        try erased(meeting.id, of: standup, .age, left: left, operation))
    }
    guard !decision.changes.isEmpty else { return finish(operation.id, .success(.done)) }
    log(
      .info, "Erasing transcripts past their retention period (meetings: \(decision.events.count))."
    )
    try decide(operation, decision)
  }

  // MARK: A person

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
        DocumentQuery(collection: collection, after: place.after, limit: 200, slots: here)))
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
      guard let meeting = meetings(in: [document]).first else { continue }
      note(document.parent.flatMap { Standup.ID($0) }) { found in
        if place.stage == .meetings {
          if meeting.names(person) { found.meetings += 1 }
          if meeting.isUnattributed { found.unattributed += 1 }
        }
        found.segments += meeting.forgetting(person).segments
      }
    }
    let next = place.next(after: page.next, upTo: .parts)
    finish(operation.id, .success(.foundPerson(.init(standups: found, next: next?.text))))
  }

  mutating func forgetPerson(_ operation: Operation, _ command: ForgetPerson) throws {
    let person = try Self.person(command.name)
    let record = try record(command.standup, operation)
    if let meeting = state.saved.live[command.standup] {
      throw BusError(.conflict, Self.inMeeting, detail: ["meeting": "\(meeting)"])
    }
    try checkImports()
    giveUpReceived()
    let place = try PersonCursor(command.after, from: .meetings)
    guard place.stage != .standups, let collection = place.collection else {
      return try forget(person, operation, record)
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
      guard let meeting = meetings(in: [document]).first else { continue }
      let (left, segments) = meeting.forgetting(person, ids: ids)
      if left != meeting {
        decision.changes.append(.putMeeting(left, of: record.id))
        decision.changes += Change.lostFollowUps(of: meeting, left: left)
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
    if decision.changes.isEmpty { return try leave(operation, .forgotten(reply)) }
    try decide(operation, decision)
  }

  /// Removes the person from the standup itself, as the last step.
  private mutating func forget(
    _ person: String, _ operation: Operation, _ record: StandupRecord
  ) throws {
    var record = record
    let others = record.standup.attendees.filter { !$0.isCalled(person) }
    record.standup.attendees = IdentifiedArray(others).saved(uuid: reducer.uuid)
    record.standup.countChange()
    try decide(
      operation,
      Decision(
        [.putStandup(record), .erase(Erasure(standup: record.id, keepsMeetings: true))],
        events: [
          try event(
            StandupUpdated(standup: record.standup, forgets: true), standup: record.id, operation)
        ],
        reply: .forgotten(ForgetPerson.Reply(meetings: 0, segments: 0))))
  }
}
