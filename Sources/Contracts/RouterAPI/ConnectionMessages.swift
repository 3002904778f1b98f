public import Bus
public import Foundation

/// Lists the connections to the router, with what goes over each, a page at a time.
public struct ListConnections: BusCommand, Hashable {
  /// The name on the wire; the router answers it itself.
  public static let target = "router.connections"
  /// The `next` of the page before.
  public var after: String?
  /// How many at most, from 1 to 1000; 1000 unless told. A page may have fewer before the end.
  public var limit: Int?
  /// Asks for one page: the first unless `after` is given.
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }

  /// A page of connections.
  public struct Reply: Codable, Hashable, Sendable {
    /// Those for commands, then those for events; of each the oldest first.
    public var connections: [BusConnectionStatus]
    /// When that was, by a clock that only goes forward, in milliseconds: rates follow from two readings.
    public var atMs: Int64
    /// Pass it as `after` for the next page; nil on the last.
    public var next: String?
    /// A page; without `next` it is the last.
    public init(connections: [BusConnectionStatus], atMs: Int64, next: String? = nil) {
      self.connections = connections
      self.atMs = atMs
      self.next = next
    }
  }
}

/// A connection to the router.
public struct BusConnectionStatus: Codable, Hashable, Sendable, Identifiable {
  /// Names it among those that are open.
  public var id: String
  /// Which socket it is to.
  public var kind: Kind
  /// The service that said hello over it; nil for a tool, and for events.
  public var service: String?
  /// The instance of that service.
  public var instance: String?
  /// The short name of the key that was proven; nil where no keys are used, and for events.
  public var fingerprint: String?
  /// When it was first heard; nil for events.
  public var since: Date?
  /// What came over it; nil for events.
  public var received: Traffic?
  /// What was handed to the system for it. Of events only the bytes are known, and only over TCP.
  public var sent: Traffic?
  /// Messages that were dropped, as too much waited for it; nil for events, whose numbers tell what is missing.
  public var dropped: Int?
  /// Bytes that the system has and could not send yet; nil where it does not say.
  public var queuedBytes: Int?
  /// Bytes that wait at most for one that does not read; of events those published for anybody since it was last seen to
  /// read.
  public var waitingBytes: Int
  /// How many subscriptions it has; nil for commands.
  public var subscriptions: Int?
  /// The first ten of their topics, cut to 100 characters.
  public var topics: [String]?
  /// How many of its subscriptions were refused; nil for commands.
  public var refused: Int?

  /// A connection of a kind; what is left out is not known.
  public init(id: String, kind: Kind, waitingBytes: Int) {
    self.id = id
    self.kind = kind
    self.waitingBytes = waitingBytes
  }

  /// The sockets of a router.
  public enum Kind: String, Codable, CaseIterable, Hashable, Sendable {
    case commands, events
  }

  /// Messages and their bytes.
  public struct Traffic: Codable, Hashable, Sendable {
    /// How many messages; nil where only bytes are known.
    public var messages: Int?
    /// How many bytes they had together.
    public var bytes: Int
    /// Counts since the connection began.
    public init(messages: Int?, bytes: Int) {
      self.messages = messages
      self.bytes = bytes
    }
  }
}

extension ListConnections {
  /// All connections, page by page.
  ///
  /// - Parameter send: asks the router for one page.
  /// - Returns: they, and when the first of them were read.
  public static func all(
    _ send: (ListConnections) async throws -> Reply
  ) async throws -> (connections: [BusConnectionStatus], atMs: Int64) {
    var page = try await send(ListConnections())
    var (connections, atMs) = (page.connections, page.atMs)
    while let next = page.next {
      page = try await send(ListConnections(after: next))
      connections += page.connections
    }
    return (connections, atMs)
  }
}
