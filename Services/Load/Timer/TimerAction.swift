/// Something that the tester does at a moment that was decided beforehand.
struct TimerAction: Hashable, Sendable {
  enum Kind: String, CaseIterable, Codable, Sendable {
    case start, hold, release, skip, cancel
    /// A command that the timer must refuse.
    case bad
  }

  /// When it should happen, in nanoseconds from the beginning of the run.
  var at: Int64
  var kind: Kind
  /// Which meeting, from 0; for `bad` which of the bad commands.
  var meeting: Int32
}
