/// How several timers shared the meetings.
struct SharingReport: Codable, Hashable, Sendable {
  /// One timer more or less.
  struct Change: Codable, Hashable, Sendable {
    var kind: ShareLedger.Change.Kind
    /// Seconds from the beginning of the run.
    var at: Double
    /// How many timers there are since.
    var timers: Int
    /// How many meetings have another owner since, and so had to move.
    var mustMove: Int
    /// How many of them went on with their new owner.
    var moved: Int
    /// How many changed their timer without having to.
    var needless: Int
    /// Seconds from the change to the first tick of the new owner: half of the meetings, and all.
    var secondsToHalf: Double
    var secondsToAll: Double
  }

  /// At the beginning.
  var timers: Int
  var changes: [Change]
  /// Ticks of a timer that began or went on with a meeting that was another's.
  var misplaced: Int64
  /// Ticks lost of meetings that never had to move.
  var lostUnmoved: Int64

  /// - Parameter start: when the run began, in nanoseconds of CLOCK_BOOTTIME.
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

  /// For a person.
  var lines: [String] {
    let faults =
      "sharing  \(Figure.count(misplaced)) ticks from the wrong timer,"
      + " \(Figure.count(lostUnmoved)) lost in meetings that did not move"
    return [faults]
      + changes.map { change in
        "         \(change.kind.rawValue) one at \(Figure.text(change.at)) s, now \(change.timers):"
          + " \(Figure.count(Int64(change.moved))) of \(Figure.count(Int64(change.mustMove)))"
          + " meetings moved, plus \(change.needless) unnecessarily; half within"
          + " \(Figure.text(change.secondsToHalf)) s, all within \(Figure.text(change.secondsToAll)) s"
      }
  }
}

/// What happens to timers that share the meetings.
struct SharingPlan: Codable, Hashable, Sendable {
  /// How many there are at first.
  var timers: Int
  /// When one is killed, in nanoseconds after the ramp; nil never.
  var kill: Int64?
  /// When one more is started, in nanoseconds after the ramp; nil never.
  var add: Int64?

  /// How many there ever are.
  var places: Int { timers + (add == nil ? 0 : 1) }
}
