/// Identifies one connection to the router. The router chooses the id; a peer cannot.
@frozen public struct ConnectionID: Hashable, Sendable {
  /// The bytes of the routing id, as one number.
  public let rawValue: UInt64

  /// Identifies a connection by any number except 0, which identifies the composition root.
  @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue }

  // Written out, because the router looks up a connection for every message: only inlinable members
  // are specialised in other modules.
  @inlinable public static func == (one: ConnectionID, other: ConnectionID) -> Bool {
    one.rawValue == other.rawValue
  }

  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// The composition root: its bindings send commands like any tool.
  @inlinable public static var parent: ConnectionID { ConnectionID(rawValue: 0) }
}
