public import Foundation

/// The instances of a service that share its work, as reported by the router.
///
/// Instances know nothing else about each other. From this list, the router and all instances
/// compute the owner of each id in the same way, so they need not exchange messages about it.
public struct Share: Hashable, Sendable {
  /// The run of the router that reported the share.
  public var router: UUID
  /// The instance that received the share.
  public var instance: UUID
  /// All instances that accept new work.
  public var instances: [UUID]
  /// The owners that have bindings for the service's work; nil if the router does not list them.
  public var owners: [String]?

  /// Creates the share that the router reported to `instance`. `owners` is nil for a service that
  /// is not assigned work; the owner of an id is then not checked.
  public init(router: UUID, instance: UUID, instances: [UUID], owners: [String]? = nil) {
    self.owners = owners
    self.router = router
    self.instance = instance
    self.instances = instances
  }

  /// True if this is the only instance.
  public var isAlone: Bool { instances.allSatisfy { $0 == instance } }

  /// Returns true if an instance that shared the work before has left, so that its work must be
  /// claimed.
  public func hasLost(since old: Self) -> Bool {
    old.instances.contains { !instances.contains($0) }
  }

  /// Rejects work whose owner has no binding that handles its reports.
  ///
  /// - Parameter id: `owner/name`.
  /// - Throws: `invalid`, with the known owners.
  public func checkOwner(of id: String) throws(BusError) {
    guard let owners else { return }
    if let owner = OwnedID(id)?.owner, owners.contains(owner) { return }
    throw BusError(
      .invalid,
      "Invalid id “\(id.prefix(64))”; expected OWNER/NAME with one of the owners"
        + " \(owners.joined(separator: ", ")).", detail: ["field": "id"])
  }

  /// Returns true if work with this routing key belongs to the receiving instance.
  public func owns(_ key: String) -> Bool {
    isAlone || Rendezvous.owner(of: key, among: instances) == instance
  }
}
