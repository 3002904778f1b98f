import Bus
import Documents
import Standups
import StandupsAPI

/// Erasure. Words belong to people: those of a deleted meeting are erased wherever this service
/// saved them, as are those past their retention period, and those of a person who is to be
/// forgotten.
extension StandupsReduction {
  /// Estimated size, in bytes, at which a commit that rewrites meetings takes no further ones.
  static let maxRewritten = 400_000

  /// The event for the erasure of a meeting's words.
  func erased(
    _ meeting: Meeting.ID, of standup: Standup.ID, _ reason: MeetingErased.Reason,
    left: Meeting? = nil, _ operation: Operation
  ) throws -> NewEvent {
    try event(
      MeetingErased(standup: standup, reason: reason, meeting: left?.fitting), standup: standup,
      meeting: meeting, operation)
  }

  /// Rejects the erasure or the move of a standup while a file is being imported that may contain
  /// it: the file would bring the same words back.
  ///
  /// - Parameter team: the team of the standup.
  func checkImports(of team: String) throws {
    guard isImporting(team) else { return }
    throw BusError(
      .busy,
      "A file with standups of this team is being imported; try again when the import is complete.",
      retryAfterMs: 1000)
  }

  /// Returns true if a file is being imported that may contain standups of the team.
  func isImporting(_ team: String) -> Bool {
    state.saved.imports.values.contains {
      $0.progress.phase == .applying && $0.header.scope.contains(team)
    }
  }
}
