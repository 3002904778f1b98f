import Bus
public import ZeroMQ

/// The keys that the router knows; a value type.
public struct KeyRing: Sendable {
  /// Permissions by key in Z85, the form in which libzmq reports it with each message.
  private var rights: [String: Rights] = [:]
  /// The keys whose permissions depend on persons or teams.
  private var dependent: [String] = []

  /// Creates a key ring; permissions without a key are omitted.
  ///
  /// - Parameter rights: if a key occurs several times, the first one counts.
  public init(_ rights: [Rights] = []) {
    for rights in rights where rights.key != nil && self.rights[rights.userID] == nil {
      self.rights[rights.userID] = rights
      if rights.standing != nil { dependent.append(rights.userID) }
    }
  }

  /// The permissions of a key; nil if the router does not know it.
  public subscript(key: CurvePublicKey) -> Rights? { rights[key.z85] }

  subscript(userID userID: String) -> Rights? { rights[userID] }

  /// Number of known keys.
  public var count: Int { rights.count }

  /// The same keys after the roles of persons changed, or teams were removed.
  func with(_ persons: PeopleDirectory?) -> KeyRing {
    var ring = self
    for userID in dependent { ring.rights[userID] = rights[userID]?.with(persons) }
    return ring
  }

  /// Keys in Z85 that an earlier ring has and that are missing here or have different permissions.
  func changes(since earlier: KeyRing) -> Set<String> {
    Set(
      earlier.rights.filter { userID, earlier in
        let rights = rights[userID]
        return rights?.roles != earlier.roles || rights?.standing != earlier.standing
      }.keys)
  }

  /// True if the permissions of a key depend on persons or teams.
  var isDependent: Bool { !dependent.isEmpty }
}
