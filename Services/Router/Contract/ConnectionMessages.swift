public import Bus
public import Foundation
public import Schema

/// Lists the connections to the router, with the traffic on each.
public struct ListConnections: BusCommand, Hashable {
  /// Wire name. The router itself answers it.
  public static let target = "router.connections"
  public static let traits = CommandTraits(access: .operator)
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Maximum number of connections per page, from 1 to 1000. Default: 1000. A page may have fewer
  /// before the end.
  public var limit: Int?
  public static let bounds: MemberBounds<Self> = [\.limit: .range(1...1000, default: 1000)]
  /// Requests one page. Default: the first one.
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }

  /// A page of connections.
  public struct Reply: Codable, Hashable, Sendable {
    /// Connections to the command socket, then those to the event socket, each from the oldest to
    /// the newest.
    public var connections: [BusConnectionStatus]
    /// Time of the reading, in milliseconds of a monotonic clock: rates follow from two readings.
    public var atMs: Int64
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    /// Creates a page; `next` is nil on the last one.
    public init(connections: [BusConnectionStatus], atMs: Int64, next: String? = nil) {
      self.connections = connections
      self.atMs = atMs
      self.next = next
    }
  }
}

/// A connection to the router.
public struct BusConnectionStatus: Codable, Hashable, Sendable, Identifiable, Bounded {
  /// Id of the connection, unique among the open ones.
  public var id: String
  /// Socket that it is connected to.
  public var kind: Kind
  /// Service that registered over it. Absent for a tool, and for events.
  public var service: String?
  /// Instance of that service. Absent for a tool, and for events.
  public var instance: String?
  /// Fingerprint of the client's key. Absent if no keys are used, and for events.
  public var fingerprint: String?
  /// Time of its first message. Absent for events.
  public var since: Date?
  /// Traffic received over it. Absent for events.
  public var received: Traffic?
  /// Traffic handed to the operating system for it. For events, only the bytes are known, and only
  /// over TCP; absent if they are not known.
  public var sent: Traffic?
  /// Number of messages dropped because too many were waiting for it. Absent for events, whose
  /// sequences show the gaps.
  public var dropped: Int?
  /// Number of bytes that the operating system has not sent yet. Absent if it does not report them.
  public var queuedBytes: Int?
  /// Upper bound of the bytes waiting for a peer that does not read; for events, those published to
  /// all subscribers since this one was last seen to read.
  public var waitingBytes: Int
  /// Number of its subscriptions. Absent for commands.
  public var subscriptions: Int?
  /// Topics of its first ten subscriptions, each cut to 100 characters. Absent for commands.
  public var topics: [String]?
  /// Number of its rejected subscriptions. Absent for commands.
  public var refused: Int?
  public static let bounds: MemberBounds<Self> = [\.topics: .count(0...10)]

  /// Creates a connection of this kind; nil means that a value is unknown.
  public init(id: String, kind: Kind, waitingBytes: Int) {
    self.id = id
    self.kind = kind
    self.waitingBytes = waitingBytes
  }

  /// Socket of a router.
  public enum Kind: String, Codable, CaseIterable, Hashable, Sendable {
    /// Socket for commands, registrations and delegate calls.
    case commands
    /// Socket to which subscribers to events connect.
    case events
  }

  /// Number of messages and bytes since the connection began.
  public struct Traffic: Codable, Hashable, Sendable {
    /// Number of messages. Absent if only the bytes are known.
    public var messages: Int?
    /// Total size of the messages, in bytes.
    public var bytes: Int
    /// Creates the counts since the connection began.
    public init(messages: Int?, bytes: Int) {
      self.messages = messages
      self.bytes = bytes
    }
  }
}

extension ListConnections {
  /// Requests all connections, page by page.
  ///
  /// - Parameter send: sends one command to the router.
  /// - Returns: the connections, and the time of the first reading.
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
