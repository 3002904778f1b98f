import Bus

/// Identifies one connection to the router. The router chooses the id; a peer cannot.
public struct ConnectionID: Hashable, Sendable {
  /// The bytes of the routing id, as one number.
  public let rawValue: UInt64

  /// Identifies a connection by any number except 0, which identifies the composition root.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The composition root: its bindings send commands like any tool.
  public static let parent = ConnectionID(rawValue: 0)
}
