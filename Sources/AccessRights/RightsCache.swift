import RouterConnections

/// The permissions of the connections of a ROUTER, cached so that each message needs one lookup.
///
/// A ROUTER does not report when a connection ends, so unused entries must make room for new ones:
/// when one half of the cache is full, it replaces the other one. A value type.
struct RightsCache {
  private var recent: [ConnectionID: Rights] = [:]
  private var earlier: [ConnectionID: Rights] = [:]
  private let half: Int

  init(half: Int = 8192) { self.half = half }

  var count: Int { recent.count + earlier.count }

  /// The permissions, if they were found before and used recently.
  subscript(connection: ConnectionID) -> Rights? { recent[connection] }

  /// - Parameter find: determines the permissions if they are not cached.
  mutating func rights(of connection: ConnectionID, orFind find: () -> Rights) -> Rights {
    if let rights = recent[connection] { return rights }
    let rights = earlier.removeValue(forKey: connection) ?? find()
    if recent.count >= half {
      earlier = recent
      recent = [:]
    }
    recent[connection] = rights
    return rights
  }

  /// Clears the cache after a change of the keys: the permissions of all connections are determined
  /// again.
  mutating func forgetAll() {
    recent = [:]
    earlier = [:]
  }
}
