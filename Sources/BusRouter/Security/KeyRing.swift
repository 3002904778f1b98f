import Bus
public import ZeroMQ

/// The keys that the router knows. A value.
public struct KeyRing: Sendable {
  /// By the key in Z85, as libzmq tells it with each message.
  private var rights: [String: Rights] = [:]

  /// A ring of keys; rights without a key are left out.
  ///
  /// - Parameter rights: of several for one key the first counts.
  public init(_ rights: [Rights] = []) {
    for rights in rights where rights.key != nil && self.rights[rights.userID] == nil {
      self.rights[rights.userID] = rights
    }
  }

  /// What a key may do; nil if the router does not know it.
  public subscript(key: CurvePublicKey) -> Rights? { rights[key.z85] }

  subscript(userID userID: String) -> Rights? { rights[userID] }

  /// How many keys the router knows.
  public var count: Int { rights.count }

  /// The keys, in Z85, that are gone here or have other roles than in an earlier ring.
  func changes(since earlier: KeyRing) -> Set<String> {
    Set(earlier.rights.filter { rights[$0.key]?.roles != $0.value.roles }.keys)
  }
}
