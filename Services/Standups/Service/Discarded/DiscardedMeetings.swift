import Bus
import Documents
import Foundation
import Standups
import StandupsAPI

/// Discarded meetings. They are kept for some days, so that an admin can restore them.
extension StandupsReduction {
  /// The changes that keep a discarded meeting; none if it has not started.
  ///
  /// - Parameters:
  ///   - atMs: time at which it was discarded, in milliseconds since 1970-01-01 UTC.
  ///   - person: the person who discarded it; nil for a tool.
  func keeping(
    _ session: MeetingSession, atMs: Int64, by person: Attendee.PersonID?, _ operation: Operation
  ) -> [Change] {
    guard session.startedAt != nil else { return [] }
    let standup = known(session.standup.id, operation)?.standup
    var meeting = session.finished(.saved, elapsedMs: session.clock.elapsedMs, current: standup)
    // They wait for the next meeting again.
    meeting.updates = nil
    let discarded = DiscardedMeeting(
      meeting, title: standup?.title ?? session.standup.title, atMs: atMs, by: person)
    return [.putDiscarded(discarded, of: session.standup.id)]
  }

  /// Decodes the discarded meetings of a page. Unreadable ones are skipped, and stay unchanged.
  mutating func discarded(
    in documents: [Document]
  ) -> [(standup: Standup.ID, team: String?, discarded: DiscardedMeeting)] {
    documents.compactMap { document in
      do {
        let discarded = try document.value(as: DiscardedMeeting.self)
        return document.parent.flatMap { Standup.ID($0) }.map { ($0, document.team, discarded) }
      } catch {
        note(unreadable: document, error)
        return nil
      }
    }
  }

  /// Time at which a discarded meeting is deleted, in milliseconds since 1970-01-01 UTC. Its words are
  /// kept no longer than those of past meetings of its team.
  func untilMs(_ discarded: DiscardedMeeting, of team: String?) -> Int64 {
    let until = discarded.atMs + Self.milliseconds(days: DiscardedMeeting.days)
    guard let days = transcriptDays(of: team) else { return until }
    return min(until, discarded.meeting.milliseconds + Self.milliseconds(days: days))
  }

  private static func milliseconds(days: Int) -> Int64 { Int64(clamping: days) * 86_400_000 }

  // MARK: Deleting

  /// Requests the deletion of the discarded meetings on this page that were kept long enough, even of
  /// unreadable ones. Those that were discarded first come first. Only with a retention period, later
  /// ones may be due too.
  mutating func foundOldDiscarded(_ operation: Operation, _ page: DocumentPage) {
    let now = nowMs
    let due = page.documents.filter { document in
      (document.sortKey ?? 0) <= now - Self.milliseconds(days: DiscardedMeeting.days)
        || discarded(in: [document]).contains {
          untilMs($0.discarded, of: $0.team) <= now
        }
    }
    finish(operation.id, .success(.done))
    deleteDiscarded(due)
    if let next = page.next, shortestDays != nil || due.count == page.documents.count {
      effects.append(.wait(ms: 1000, then: .forgetDue(.discarded, after: next)))
    }
  }

  /// Looks for discarded meetings that exceed the maximum number of a team.
  mutating func findDiscarded(_ operation: Operation, of team: String) {
    step(operation.id, .loading(.discarded))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: Collection.discarded, teams: [team], limit: 2 * DiscardedMeeting.maxInTeam,
          newestFirst: true, slots: here, form: .digest)))
  }

  /// Deletes the oldest discarded meetings of a team that has too many, but none because of a new one
  /// whose loss hurts little: that one is deleted instead. Otherwise, anyone who can start meetings could
  /// delete those of others by discarding some more.
  mutating func foundDiscarded(
    _ operation: Operation, _ discarding: Decision.Discarding, _ page: DocumentPage
  ) {
    finish(operation.id, .success(.done))
    let excess = page.documents.count - DiscardedMeeting.maxInTeam
    guard excess > 0 else { return }
    let minor = page.documents.filter { $0.id == discarding.minor?.description }
    let others = page.documents.filter { $0.id != discarding.minor?.description }
    deleteDiscarded(minor + others.suffix(excess - minor.count))
  }

  private mutating func deleteDiscarded(_ documents: [Document]) {
    let meetings = documents.compactMap { document -> DeleteMeeting? in
      guard let meeting = Meeting.ID(document.id),
        let standup = document.parent.flatMap({ Standup.ID($0) })
      else { return nil }
      return DeleteMeeting(standup: standup, meeting: meeting)
    }
    guard !meetings.isEmpty else { return }
    receive(Waiting(caller: nil, command: .forgetDiscarded(meetings), header: nil))
  }

  /// Looks for past meetings with the ids of discarded meetings: those were restored.
  mutating func forgetDiscarded(_ operation: Operation, _ meetings: [DeleteMeeting]) {
    step(operation.id, .loading(.restored))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: Collection.meetings, ids: meetings.map(\.meeting.description), form: .digest))
    )
  }

  /// Deletes discarded meetings. Their events were erased when they were discarded. A restoration that
  /// was interrupted has left the later parts of a meeting without the first one.
  mutating func forgetDiscarded(
    _ operation: Operation, _ meetings: [DeleteMeeting], restored page: DocumentPage
  ) throws {
    log(.info, "Deleting discarded meetings: \(meetings.count).")
    let restored = Set(page.documents.map(\.id))
    let parts = meetings.map(\.meeting).filter { !restored.contains($0.description) }
      .flatMap { Change.laterParts(of: $0, Meeting.maxParts) }
    try decide(
      operation,
      Decision(
        meetings.map { .removeDiscarded($0.meeting) } + parts + [.erase(.removed)], reply: .done))
  }
}
