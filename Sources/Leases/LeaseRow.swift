/// A lease, as read from the store.
struct LeaseRow: Hashable, Sendable {
  /// Id of the holder; empty if the lease has none.
  var holder: String
  /// Writer epoch; increases each time the lease is claimed.
  var term: Int64
  /// Heartbeat counter; increases each time the lease is claimed or renewed.
  var beat: Int64
  /// True if the holder's connection, or its process, is alive.
  var isPresent: Bool
  /// True if an absent holder has certainly ended, even if this instance never saw it present.
  var isCertain: Bool
  /// Time of the store's clock, in milliseconds.
  var nowMs: Int64
}

/// The observations of one waiting instance of a lease, over one connection.
///
/// A lease has expired if the store's clock has advanced by its lifetime without a renewal *while
/// this instance was watching*. Earlier observations do not count, because a promoted server may
/// lack the last renewals, and a clock may have been set.
///
/// A lease ends early if its holder is certainly gone: this instance has seen the holder over this
/// connection before, or the holder was connected to the same server.
struct LeaseWitness: Hashable, Sendable {
  private struct Sight: Hashable, Sendable {
    var row: LeaseRow
    /// The store's clock, and the local clock, when the row was first seen in this state.
    var sinceMs: Int64
    var since: BootTime
  }

  private var sight: Sight?
  private var wasPresent = false

  /// Returns true if the lease may be claimed.
  ///
  /// - Parameters:
  ///   - row: the lease as just read.
  ///   - ttlMs: the lifetime of the lease, in milliseconds.
  ///   - now: the local clock. It cannot end a lease alone, but the lifetime must have passed on
  ///     this clock, too.
  mutating func isFree(_ row: LeaseRow, ttlMs: Int64, now: BootTime) -> Bool {
    if row.holder.isEmpty || (!row.isPresent && row.isCertain) { return true }
    if let sight, sight.row.term == row.term, sight.row.holder == row.holder {
      if wasPresent, !row.isPresent { return true }
      if sight.row.beat == row.beat, row.nowMs >= sight.sinceMs {
        wasPresent = wasPresent || row.isPresent
        return row.nowMs - sight.sinceMs >= ttlMs && now.milliseconds(since: sight.since) >= ttlMs
      }
      wasPresent = wasPresent || row.isPresent
    } else {
      wasPresent = row.isPresent
    }
    sight = Sight(row: row, sinceMs: row.nowMs, since: now)
    return false
  }
}

extension LeaseRow {
  /// Returns the writer epoch for the next holder. It is later than all earlier ones, including
  /// those of a store that was used before this one, provided that its clock did not go backwards.
  ///
  /// - Parameter wallMs: milliseconds since 1970.
  func next(wallMs: Int64) -> Int64 { max(term + 1, wallMs) }
}
