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

  /// Rejects an erasure while a file is being imported: the file may contain the same words and
  /// would bring them back.
  func checkImports() throws {
    guard state.saved.imports.values.contains(where: { $0.progress.phase == .applying }) else {
      return
    }
    throw BusError(
      .busy, "A file is being imported; try again when the import is complete.", retryAfterMs: 1000)
  }
}
