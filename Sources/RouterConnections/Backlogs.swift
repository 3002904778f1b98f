/// Bytes sent to each connection since it was last seen to read. They limit the bytes that wait for
/// a connection that does not read: libzmq's own limits count messages.
///
/// A connection counts as reading while the system accepts more data for it. A reading connection
/// is checked once for each `step` bytes.
package struct Backlogs {
  /// Maximum number of waiting bytes: for one connection, for the connections of one key, and for
  /// all connections that do not read.
  package struct Bounds {
    let perConnection: Int
    let perKey: Int
    let all: Int

    /// Creates limits, each in bytes.
    package init(perConnection: Int = 16 << 20, perKey: Int = 48 << 20, all: Int = 96 << 20) {
      self.perConnection = perConnection
      self.perKey = perKey
      self.all = all
    }
  }

  private struct Entry {
    let descriptor: Int32
    /// The key whose share the connection uses; nil for a share of its own.
    let key: String?
    /// Bytes sent since the connection was last seen to read.
    var bytes = 0
    /// True if the connection did not read at the last check.
    var isStalled = false
    /// True if the connection is closed. Its messages may still arrive, so the entry is kept until
    /// another connection has its descriptor.
    var isGone = false
    /// Traffic in both directions since the first message.
    var traffic = ConnectionTraffic()
  }

  /// Bytes that are sent between two checks. This much may wait for one connection even if the
  /// limit for all connections is exceeded.
  package static let step = 1 << 20

  private let bounds: Bounds
  /// Returns true if the system accepts more data for a descriptor.
  private let isWritable: (Int32) -> Bool
  private var entries: [ConnectionID: Entry] = [:]
  private var owners: [Int32: ConnectionID] = [:]
  /// Upper bound of the bytes that wait for connections that do not read.
  package private(set) var stalledBytes = 0
  /// Upper bound of the bytes that wait for connections that do not read, by key.
  private var shares: [String: Int] = [:]

  package init(_ bounds: Bounds = Bounds(), isWritable: @escaping (Int32) -> Bool) {
    self.bounds = bounds
    self.isWritable = isWritable
  }

  package var count: Int { entries.count }

  /// Returns true if a connection is already counted.
  package func knows(_ connection: ConnectionID) -> Bool { entries[connection] != nil }

  /// Counts a message that arrived on a connection.
  ///
  /// - Returns: the connection's descriptor; nil if this is its first message, so the connection
  ///   must be added.
  package mutating func came(_ bytes: Int, over connection: ConnectionID) -> Int32? {
    guard let place = entries.index(forKey: connection) else { return nil }
    entries.values[place].traffic.received.add(bytes)
    return entries.values[place].descriptor
  }

  /// All counted connections that are open, with an upper bound of the waiting bytes and their
  /// traffic.
  package var all:
    [(connection: ConnectionID, descriptor: Int32, waiting: Int, traffic: ConnectionTraffic)]
  {
    entries.compactMap {
      $1.isGone ? nil : ($0, $1.descriptor, $1.isStalled ? $1.bytes : 0, $1.traffic)
    }
  }

  /// Handles the end of the connection with a descriptor: no more data waits for it.
  package mutating func lost(_ descriptor: Int32) {
    guard let place = owners[descriptor].flatMap({ entries.index(forKey: $0) }) else { return }
    let entry = entries.values[place]
    if entry.isStalled { stall(-entry.bytes, entry.key) }
    entries.values[place].bytes = 0
    entries.values[place].isStalled = false
    entries.values[place].isGone = true
  }

  /// Adds a connection. An earlier connection with the same descriptor is gone.
  ///
  /// - Parameter key: the key whose connections share one limit; nil for a service or without keys.
  package mutating func add(_ connection: ConnectionID, _ descriptor: Int32, key: String? = nil) {
    if let earlier = owners.updateValue(connection, forKey: descriptor) { remove(earlier) }
    entries[connection] = Entry(descriptor: descriptor, key: key)
  }

  /// Adds a connection and counts its first message.
  package mutating func add(
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
  /// - Returns: false if too much data waits for it already, so the message must not be sent.
  package mutating func take(_ bytes: Int, for connection: ConnectionID) -> Bool {
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
    // Small messages, such as errors, get a little more room.
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
