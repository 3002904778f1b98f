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

  public init(router: UUID, instance: UUID, instances: [UUID]) {
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

  /// Whether work with this routing key belongs to the instance that was told.
  public func owns(_ key: String) -> Bool {
    isAlone || Rendezvous.owner(of: key, among: instances) == instance
  }
}
