import Synchronization

/// Flag that is set when a user interrupts the run, to end it early. The results up to then are
/// reported.
final class Stop: Sendable {
  private let flag = Atomic<Bool>(false)

  var isAsked: Bool { flag.load(ordering: .acquiring) }

  /// Requests the end of the run.
  ///
  /// - Returns: true for the first request.
  func ask() -> Bool { !flag.exchange(true, ordering: .acquiringAndReleasing) }

  /// Checks for an interrupt before anything has been measured.
  ///
  /// - Throws: `LoadFailure` if the run was interrupted.
  func check() throws {
    guard isAsked else { return }
    throw LoadFailure(
      .interrupted, code: "interrupted", "The run was interrupted before anything was measured.")
  }
}
