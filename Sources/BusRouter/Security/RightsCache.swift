import Bus

/// What the connections of a ROUTER are allowed, so that each message costs one look.
///
/// Nobody tells when a connection of a ROUTER ends, so those that are not used make room for new ones:
/// when one half of the cache is full, it takes the place of the other. A value.
struct RightsCache {
  private var recent: [ConnectionID: Rights] = [:]
  private var earlier: [ConnectionID: Rights] = [:]
  private let half: Int

  init(half: Int = 8192) { self.half = half }

  var count: Int { recent.count + earlier.count }

  /// What was found before and used of late.
  subscript(connection: ConnectionID) -> Rights? { recent[connection] }

  /// - Parameter find: finds what is not here.
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

  /// The keys have changed: everybody is looked at anew.
  mutating func forgetAll() {
    recent = [:]
    earlier = [:]
  }
}
