/// How much was sent to each connection since it was last seen to read, so that what waits for one that
/// does not is bounded in bytes: libzmq's own bounds count messages.
///
/// A connection reads as long as the system takes more for it. Of one that reads, that is looked at once for
/// each `step` bytes.
struct Backlogs {
  /// What may wait for one connection, in bytes, for those of one key, and for all of those that do not
  /// read.
  struct Bounds {
    var perConnection = 16 << 20
    var perKey = 48 << 20
    var all = 96 << 20
  }

  private struct Entry {
    let descriptor: Int32
    /// Whose share it takes from; nil for one of its own.
    let key: String?
    /// Sent since it was last seen to read.
    var bytes = 0
    /// Whether it did not read when it was looked at last.
    var isStalled = false
    /// Whether its end was told. What it had sent may still come, so it is kept until another one has its descriptor.
    var isGone = false
    /// What came over it and went out, since it was first heard of.
    var traffic = ConnectionTraffic()
  }

  /// So much is sent without a look; beyond the bound for all, it may wait for one all the same.
  static let step = 1 << 20

  private let bounds: Bounds
  /// Whether the system takes more for a descriptor.
  private let isWritable: (Int32) -> Bool
  private var entries: [ConnectionID: Entry] = [:]
  private var owners: [Int32: ConnectionID] = [:]
  /// What waits for those that do not read, in bytes, at most.
  private(set) var stalledBytes = 0
  /// The same by key.
  private var shares: [String: Int] = [:]

  init(_ bounds: Bounds = Bounds(), isWritable: @escaping (Int32) -> Bool) {
    self.bounds = bounds
    self.isWritable = isWritable
  }

  var count: Int { entries.count }

  /// Whether a connection is counted already.
  func knows(_ connection: ConnectionID) -> Bool { entries[connection] != nil }

  /// Counts what came over a connection.
  ///
  /// - Returns: its descriptor; nil if this is its first message, with which the connection has to be added.
  mutating func came(_ bytes: Int, over connection: ConnectionID) -> Int32? {
    guard let place = entries.index(forKey: connection) else { return nil }
    entries.values[place].traffic.received.add(bytes)
    return entries.values[place].descriptor
  }

  /// All that are counted and not gone, with what waits for them at most, and what went over them.
  var all: [(connection: ConnectionID, descriptor: Int32, waiting: Int, traffic: ConnectionTraffic)]
  {
    entries.compactMap {
      $1.isGone ? nil : ($0, $1.descriptor, $1.isStalled ? $1.bytes : 0, $1.traffic)
    }
  }

  /// The connection that had a descriptor is gone: nothing waits for it any more.
  mutating func lost(_ descriptor: Int32) {
    guard let place = owners[descriptor].flatMap({ entries.index(forKey: $0) }) else { return }
    let entry = entries.values[place]
    if entry.isStalled { stall(-entry.bytes, entry.key) }
    entries.values[place].bytes = 0
    entries.values[place].isStalled = false
    entries.values[place].isGone = true
  }

  /// A connection was heard of for the first time. Whoever had its descriptor is gone.
  ///
  /// - Parameter key: whose connections have one share together; nil for a service or where there are no keys.
  mutating func add(_ connection: ConnectionID, _ descriptor: Int32, key: String? = nil) {
    if let earlier = owners.updateValue(connection, forKey: descriptor) { remove(earlier) }
    entries[connection] = Entry(descriptor: descriptor, key: key)
  }

  /// Counts what the first message of a connection had.
  mutating func add(
    _ connection: ConnectionID, _ descriptor: Int32, key: String?, first bytes: Int, nowMs: Int64
  ) {
    add(connection, descriptor, key: key)
    entries[connection]?.traffic.sinceMs = nowMs
    entries[connection]?.traffic.received.add(bytes)
  }

  private mutating func remove(_ connection: ConnectionID) {
    guard let entry = entries.removeValue(forKey: connection) else { return }
    if entry.isStalled { stall(-entry.bytes, entry.key) }
  }

  private mutating func stall(_ bytes: Int, _ key: String?) {
    stalledBytes += bytes
    guard let key else { return }
    let share = (shares[key] ?? 0) + bytes
    shares[key] = share > 0 ? share : nil
  }

  /// Counts a message for a connection.
  ///
  /// - Returns: false if too much waits for it already; then it is not to be sent.
  mutating func take(_ bytes: Int, for connection: ConnectionID) -> Bool {
    guard let place = entries.index(forKey: connection) else { return true }
    entries.values[place].bytes += bytes
    entries.values[place].traffic.sent.add(bytes)
    let entry = entries.values[place]
    guard entry.isStalled || entry.bytes >= Self.step else { return true }
    stall(entry.isStalled ? bytes : entry.bytes, entry.key)
    entries.values[place].isStalled = !isWritable(entry.descriptor)
    guard entries.values[place].isStalled else {
      stall(-entry.bytes, entry.key)
      entries.values[place].bytes = 0
      return true
    }
    // For what is small, such as an error, there is a little more.
    let extra = bytes <= 4096 ? Self.step : 0
    let share = entry.key.flatMap { shares[$0] } ?? 0
    let fits =
      entry.bytes <= bounds.perConnection + extra
      && ((stalledBytes <= bounds.all && share <= bounds.perKey)
        || entry.bytes <= Self.step + extra)
    if !fits {
      entries.values[place].bytes -= bytes
      entries.values[place].traffic.drop(bytes)
      stall(-bytes, entry.key)
    }
    return fits
  }
}
