import Bus
import Documents
import Foundation
import Standups
import StandupsAPI

/// The list of discarded meetings, and their restoration.
extension StandupsReduction {
  mutating func listDiscarded(_ operation: Operation, _ command: ListDiscarded) throws {
    if let standup = command.standup { _ = try record(standup, operation) }
    let limit = try Self.limit(command.limit, from: 1, default: 20)
    try DocumentCursor.check(command.after)
    step(operation.id, .loading(.discarded))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: Collection.discarded, parent: command.standup?.description,
          teams: scope.teams, after: command.after, limit: limit, newestFirst: true, slots: here)))
  }

  mutating func listedDiscarded(
    _ operation: Operation, _ command: ListDiscarded, _ page: DocumentPage
  ) {
    let now = nowMs
    let found = discarded(in: page.documents).compactMap {
      standup, team, discarded -> ListDiscarded.Found? in
      let until = untilMs(discarded, of: team)
      guard until > now else { return nil }
      return ListDiscarded.Found(
        discarded, of: standup, until: Date(timeIntervalSince1970: Double(until) / 1000))
    }
    finish(
      operation.id,
      .success(
        .discarded(
          ListDiscarded.Reply(
            meetings: found, next: page.next, elsewhere: command.standup == nil ? elsewhere : nil)))
    )
  }

  mutating func restore(_ operation: Operation, _ command: RestoreMeeting) throws {
    _ = try record(command.standup, operation)
    if let ended = state.saved.ended[of: command.standup], ended.session.id == command.meeting {
      throw BusError(
        .conflict, "The end of this meeting can still be undone; undo it with “meetings.undo”.",
        detail: ["meeting": "\(command.meeting)", "change": "\(ended.ended.change)"])
    }
    step(operation.id, .loading(.discarded))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(collection: Collection.discarded, id: command.meeting.description)))
  }

  /// Looks for a past meeting with the id of the discarded one. A file that was imported meanwhile may
  /// contain it.
  mutating func foundDiscarded(
    _ operation: Operation, _ command: RestoreMeeting, _ page: DocumentPage
  ) throws {
    let record = try record(command.standup, operation)
    let now = nowMs
    let found = discarded(in: page.documents).first {
      $0.standup == record.id && untilMs($0.discarded, of: $0.team) > now
    }
    guard let meeting = found?.discarded.meeting else {
      throw BusError(
        .notFound,
        "The standup has no discarded meeting \(command.meeting). It may have been restored or"
          + " deleted.", detail: ["meeting": "\(command.meeting)"])
    }
    step(operation.id, .loading(.restoring(meeting)))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: Collection.meetings, ids: [command.meeting.description], form: .digest)))
  }

  /// Saves the discarded meeting as a past one, with its open follow-ups. Its written updates still
  /// wait, or belong to a later meeting too.
  mutating func restore(
    _ operation: Operation, _ command: RestoreMeeting, _ meeting: Meeting, past page: DocumentPage
  ) throws {
    var record = try record(command.standup, operation)
    guard page.documents.isEmpty else {
      throw BusError(
        .conflict,
        "A past meeting \(command.meeting) already exists, for example from an imported file. To"
          + " restore the discarded one instead, delete the past meeting first.",
        detail: ["meeting": "\(command.meeting)"])
    }
    let parts = meeting.divided
    let restored = parts[0]
    record.add([restored])
    let finished = MeetingFinished(
      standup: record.id, title: record.standup.title, meeting: restored.fitting)
    let last = Decision(
      [.putMeeting(restored, of: record.id), .removeDiscarded(restored.id)]
        + (restored.notes ?? []).filter(\.isOpen).map { .putFollowUp($0, of: record.id) }
        + [.putStandup(record)],
      events: [try event(finished, standup: record.id, meeting: restored.id, operation)],
      reply: .done)
    // The later parts are saved first, because the first one makes the meeting a past meeting.
    let later = parts.dropFirst().map {
      Decision([.putMeeting($0, of: record.id)], reply: .done)
    }
    try decide(operation, later + [last])
  }
}
