/// The permissions of senders, such as the connections of a ROUTER, cached so that each message needs
/// one lookup.
///
/// A ROUTER does not report when a connection ends, so unused entries must make room for new ones:
/// when one half of the cache is full, it replaces the other one. A value type.
package struct RightsCache<Sender: Hashable & Sendable>: Sendable {
  private var recent: [Sender: Rights] = [:]
  private var earlier: [Sender: Rights] = [:]
  private let half: Int

  package init(half: Int = 8192) { self.half = half }

  var count: Int { recent.count + earlier.count }

  /// The permissions, if they were found before and used recently.
  subscript(sender: Sender) -> Rights? { recent[sender] }

  /// - Parameter find: determines the permissions if they are not cached.
  package mutating func rights(of sender: Sender, orFind find: () -> Rights) -> Rights {
    if let rights = recent[sender] { return rights }
    let rights = earlier.removeValue(forKey: sender) ?? find()
    if recent.count >= half {
      earlier = recent
      recent = [:]
    }
    recent[sender] = rights
    return rights
  }

  /// Clears the cache after a change of the keys or of the roles of persons: all permissions are
  /// determined again.
  package mutating func forgetAll() {
    recent = [:]
    earlier = [:]
  }
}
