/// A lease as the store has it.
struct LeaseRow: Hashable, Sendable {
  /// Nobody's where it is empty.
  var holder: String
  /// Rises each time that it is taken.
  var term: Int64
  /// Rises each time that it is taken or renewed.
  var beat: Int64
  /// Whether the holder's connection is there, or its process.
  var isPresent: Bool
  /// Whether one that is not there is gone for certain, also where nobody saw it before.
  var isCertain: Bool
  /// The clock of the store, in milliseconds.
  var nowMs: Int64
}

/// What one who waits has seen of a lease, over one connection.
///
/// A lease is over when the store's clock has gone on by its time while nothing was renewed *before our eyes*; what was
/// before that counts for nothing, as a promoted server may lack the last renewals, and a clock may have been set.
/// It is over early if its holder is gone: it was seen over this connection, or the server says that it is the one which
/// the holder was connected to.
struct LeaseWitness: Hashable, Sendable {
  private struct Sight: Hashable, Sendable {
    var row: LeaseRow
    /// The store's clock, and ours, when it was first seen like this.
    var sinceMs: Int64
    var since: BootTime
  }

  private var sight: Sight?
  private var wasPresent = false

  /// Whether the lease may be taken.
  ///
  /// - Parameter now: our own clock. It alone never ends a lease, but must agree that the time is over.
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
  /// The term of whoever takes it: later than any before, also of a store that was used before this one, as long as its
  /// clock did not go back.
  ///
  /// - Parameter wallMs: milliseconds since 1970.
  func next(wallMs: Int64) -> Int64 { max(term + 1, wallMs) }
}
