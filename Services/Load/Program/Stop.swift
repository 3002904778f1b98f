import Synchronization

/// Whether the person wants the run to end before its time. What was measured by then is reported.
final class Stop: Sendable {
  private let flag = Atomic<Bool>(false)

  var isAsked: Bool { flag.load(ordering: .acquiring) }

  /// - Returns: whether it is the first time.
  func ask() -> Bool { !flag.exchange(true, ordering: .acquiringAndReleasing) }

  /// Where nothing is measured yet.
  ///
  /// - Throws: `LoadFailure` if the run shall end.
  func check() throws {
    guard isAsked else { return }
    throw LoadFailure(
      .interrupted, code: "interrupted", "The run was interrupted before anything was measured.")
  }
}
