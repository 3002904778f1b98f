import Bus
import Documents
import Foundation
import Standups
import StandupsAPI

/// Erasure of written updates that have waited longer than the retention period of transcripts.
extension StandupsReduction {
  /// Returns the time before which updates are too old, in milliseconds since 1970-01-01 UTC; nil without a
  /// retention period.
  ///
  /// - Parameter days: the retention period.
  private func oldestUpdateMs(_ days: Int?) -> Int64? {
    days.map { nowMs - Int64(clamping: $0) * 86_400_000 }
  }

  /// Requests the erasure of updates on this page that may be too old: the team of a standup that is not
  /// in memory is unknown yet, so its updates are compared with the shortest retention. Unreadable ones
  /// stay, because their age is unknown.
  mutating func foundOldUpdates(_ operation: Operation, _ page: DocumentPage) {
    finish(operation.id, .success(.done))
    guard let shortestDays else { return }
    for standup in page.documents.compactMap({ $0.parent.flatMap { Standup.ID($0) } }) {
      let known = state.saved.recent[standup].map { transcriptDays(of: $0.standup.teamID) }
      guard let oldest = oldestUpdateMs(known ?? shortestDays),
        (updates(page, of: standup) ?? []).contains(where: { $0.atMs < oldest })
      else { continue }
      receive(Waiting(caller: nil, command: .forgetOldUpdates(standup), header: nil))
    }
    if let next = page.next {
      effects.append(.wait(ms: 1000, then: .forgetDue(.updates, after: next)))
    }
  }

  /// Reads the updates again, now that no other command changes them. Those of a live meeting are
  /// saved with it.
  mutating func forgetOldUpdates(_ operation: Operation, of standup: Standup.ID) throws {
    guard known(standup, operation) != nil, state.saved.live[standup] == nil else {
      return finish(operation.id, .success(.done))
    }
    loadUpdates(operation, of: standup)
  }

  mutating func foundOldUpdates(
    _ operation: Operation, of standup: Standup.ID, _ page: DocumentPage
  ) throws {
    var record = try record(standup, operation)
    let days = transcriptDays(of: record.standup.teamID)
    guard let oldest = oldestUpdateMs(days), let all = updates(page, of: standup) else {
      return finish(operation.id, .success(.done))
    }
    let old = all.filter { $0.atMs < oldest }
    guard !old.isEmpty else { return finish(operation.id, .success(.done)) }
    log(.info, "Erasing written updates past their retention period: \(old.count).")
    let kept = record.keep(all.filter { $0.atMs >= oldest })
    try decide(
      operation,
      Decision(
        [kept, .putStandup(record), .erase(.removed)],
        events: try old.map {
          try updateEvent(UpdateRemoved(attendee: $0.attendee.id), of: standup, operation)
        }, reply: .done))
  }
}
