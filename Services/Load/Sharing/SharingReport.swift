/// Result for several timers that share the meetings.
struct SharingReport: Codable, Hashable, Sendable {
  /// Addition or loss of one timer.
  struct Change: Codable, Hashable, Sendable {
    var kind: ShareLedger.Change.Kind
    /// Time of the change, in seconds since the beginning of the run.
    var at: Double
    /// Number of timers after the change.
    var timers: Int
    /// Number of meetings that had to move because their owner changed.
    var mustMove: Int
    /// Number of them that continued with their new owner.
    var moved: Int
    /// Number of meetings that changed their timer unnecessarily.
    var needless: Int
    /// Delay from the change to the new owner's first tick, in seconds: the median, and the maximum
    /// over all meetings.
    var secondsToHalf: Double
    var secondsToAll: Double
  }

  /// Number of timers at the beginning.
  var timers: Int
  var changes: [Change]
  /// Number of times that a timer sent ticks of a meeting owned by another timer.
  var misplaced: Int64
  /// Number of lost ticks of meetings that never had to move.
  var lostUnmoved: Int64

  /// Creates the report from a ledger.
  ///
  /// - Parameter start: start of the run, in nanoseconds of CLOCK_BOOTTIME.
  init(_ ledger: ShareLedger, timers first: Int, lostUnmoved: Int64, start: Int64) {
    timers = first
    misplaced = ledger.misplaced
    self.lostUnmoved = lostUnmoved
    var count = first
    changes = ledger.changes.map { change in
      count += change.kind == .added ? 1 : -1
      return Change(
        kind: change.kind, at: Double(change.at - start) / 1e9, timers: count,
        mustMove: change.mustMove, moved: change.moved, needless: change.needless,
        secondsToHalf: Double(change.resumption.value(at: 50)) / 1e9,
        secondsToAll: Double(change.resumption.max ?? 0) / 1e9)
    }
  }

  /// The result as human-readable text.
  var lines: [String] {
    let faults =
      "sharing  \(Figure.count(misplaced)) ticks from the wrong timer,"
      + " \(Figure.count(lostUnmoved)) lost in meetings that stayed on their timer"
    return [faults]
      + changes.map { change in
        "         \(change.kind.rawValue) one at \(Figure.text(change.at)) s, now \(change.timers):"
          + " \(Figure.count(Int64(change.moved))) of \(Figure.count(Int64(change.mustMove)))"
          + " meetings moved, plus \(change.needless) unnecessarily; half within"
          + " \(Figure.text(change.secondsToHalf)) s, all within \(Figure.text(change.secondsToAll)) s"
      }
  }
}

/// Planned changes to timers that share the meetings.
struct SharingPlan: Codable, Hashable, Sendable {
  /// Number of timers at the beginning.
  var timers: Int
  /// Time at which a timer is killed, in nanoseconds after the ramp; nil for never.
  var kill: Int64?
  /// Time at which a timer is added, in nanoseconds after the ramp; nil for never.
  var add: Int64?

  /// Total number of timers during the run.
  var places: Int { timers + (add == nil ? 0 : 1) }
}
