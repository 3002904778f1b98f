import Bus

/// Names one connection to the router. The router chose it; a peer cannot.
public struct ConnectionID: Hashable, Sendable {
  /// The routing id's bytes, as one number.
  public let rawValue: UInt64

  /// Names a connection by any number but 0, which is the parent's.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The parent itself: its bindings send commands like any tool.
  public static let parent = ConnectionID(rawValue: 0)
}
