public import Foundation

/// Which instances of a service share its work, as the router sees it.
///
/// An instance knows nothing else of the others. Both the router and the instances reckon from it, in
/// the same way, who has which id, so that nobody need be asked.
public struct Share: Hashable, Sendable {
  /// The run of the router that says so.
  public var router: UUID
  /// The instance that was told.
  public var instance: UUID
  /// All instances that take new work.
  public var instances: [UUID]
  /// The owners for whose work the parent has bindings; nil where it does not say.
  public var owners: [String]?

  /// A share as the router told it to `instance`; `owners` may be left out where the parent hands
  /// out no work, and then the owner of an id is not checked.
  public init(router: UUID, instance: UUID, instances: [UUID], owners: [String]? = nil) {
    self.owners = owners
    self.router = router
    self.instance = instance
    self.instances = instances
  }

  /// Whether there is nobody to share with.
  public var isAlone: Bool { instances.allSatisfy { $0 == instance } }

  /// Whether an instance is gone that shared the work before, so that its part has to be taken up.
  public func hasLost(since old: Self) -> Bool {
    old.instances.contains { !instances.contains($0) }
  }

  /// Refuses work of an owner that nobody would be told about.
  ///
  /// - Parameter id: `owner/name`.
  /// - Throws: `invalid`, with the owners that there are.
  public func checkOwner(of id: String) throws(BusError) {
    guard let owners else { return }
    if let owner = OwnedID(id)?.owner, owners.contains(owner) { return }
    throw BusError(
      .invalid,
      "Invalid id “\(id.prefix(64))”; expected OWNER/NAME with one of the owners"
        + " \(owners.joined(separator: ", ")).", detail: ["field": "id"])
  }

  /// Whether work with this routing key belongs to the instance that was told.
  public func owns(_ key: String) -> Bool {
    isAlone || Rendezvous.owner(of: key, among: instances) == instance
  }
}
