/// An action of the tester at a planned time.
struct TimerAction: Hashable, Sendable {
  enum Kind: String, CaseIterable, Codable, Sendable {
    /// Start at the beginning of the test, in a ramp or in a burst.
    case ramp
    /// Commands that are sent while the meetings of the ramp run.
    case start, hold, release, skip, cancel
    /// Command that the timer must reject.
    case bad
    /// One of very many simultaneous starts.
    case storm

    /// Kinds that may occur at a given rate.
    static let ofChurn: [Kind] = [.start, .hold, .release, .skip, .cancel, .bad]

    /// True if the action concerns a meeting whose ticks are counted.
    var isCounted: Bool { self != .bad && self != .storm }
  }

  /// Planned time, in nanoseconds since the beginning of the run.
  var at: Int64
  var kind: Kind
  /// Number of the meeting, from 0. For `bad`, number of the invalid command; for `storm`, number
  /// within the storm.
  var meeting: Int32
}
