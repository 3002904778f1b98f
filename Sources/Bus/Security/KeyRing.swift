public import ZeroMQ

/// The keys that the router knows. A value.
public struct KeyRing: Sendable {
  /// By the key in Z85, as libzmq tells it with each message.
  private var permits: [String: Permit] = [:]

  /// - Parameter permits: of several for one key the first counts.
  public init(_ permits: [Permit] = []) {
    for permit in permits where permit.key != nil && self.permits[permit.userID] == nil {
      self.permits[permit.userID] = permit
    }
  }

  public subscript(key: CurvePublicKey) -> Permit? { permits[key.z85] }

  subscript(userID userID: String) -> Permit? { permits[userID] }

  public var count: Int { permits.count }

  /// The keys, in Z85, that are gone here or have other roles than in an earlier ring.
  func changes(since earlier: KeyRing) -> Set<String> {
    Set(earlier.permits.filter { permits[$0.key]?.roles != $0.value.roles }.keys)
  }
}
