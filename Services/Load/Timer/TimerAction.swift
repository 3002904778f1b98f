/// Something that the tester does at a moment that was decided beforehand.
struct TimerAction: Hashable, Sendable {
  enum Kind: String, CaseIterable, Codable, Sendable {
    /// One of the starts with which a test begins, in a ramp or in a burst.
    case ramp
    /// While the meetings of the ramp run.
    case start, hold, release, skip, cancel
    /// A command that the timer must refuse.
    case bad
    /// One of very many starts at one moment.
    case storm

    /// Those that may happen at a given rate.
    static let ofChurn: [Kind] = [.start, .hold, .release, .skip, .cancel, .bad]

    /// Whether it concerns a meeting whose ticks are accounted for.
    var isCounted: Bool { self != .bad && self != .storm }
  }

  /// When it should happen, in nanoseconds from the beginning of the run.
  var at: Int64
  var kind: Kind
  /// Which meeting, from 0; for `bad` which of the bad commands, for `storm`
  /// which of the storm.
  var meeting: Int32
}
