/// A claim to hold a lease.
public struct LeaseClaim: Hashable, Sendable {
  /// Name of the lease: one row of the store.
  public var name: String
  /// Id of the claimant, different for each process.
  public var holder: String
  /// Lifetime of the lease without a renewal, in milliseconds.
  public var ttlMs: Int64

  /// Creates a claim.
  ///
  /// - Parameter ttlMs: lifetime of the lease in milliseconds. Default: 3 seconds.
  public init(name: String = "main", holder: String, ttlMs: Int64 = 3000) {
    self.name = name
    self.holder = holder
    self.ttlMs = ttlMs
  }
}

/// An instance that waits for a lease.
public struct LeaseWaiter: Hashable, Sendable {
  /// Id of the instance.
  public var holder: String
  /// Time for which it has waited, in milliseconds.
  public var waitedMs: Int64
  /// Creates a waiting instance.
  public init(holder: String, waitedMs: Int64) {
    self.holder = holder
    self.waitedMs = waitedMs
  }
}

/// The store's reply to a claim.
public enum LeaseAnswer: Hashable, Sendable {
  /// The claimant holds the lease, in this writer epoch.
  case held(term: Int64)
  /// Another instance holds the lease, in this writer epoch.
  case refused(by: String, term: Int64)
}

/// A store of leases. Used by one thread, which it may block for a limited time.
public protocol LeaseStore: AnyObject {
  /// Claims the lease if it is free, or renews it if this instance holds it.
  ///
  /// - Parameters:
  ///   - claim: the lease and the claimant.
  ///   - term: the writer epoch in which the lease is held; nil to claim it.
  /// - Throws: an error if the store cannot be queried; the claim or renewal may still have taken
  ///   effect.
  func attempt(_ claim: LeaseClaim, term: Int64?) throws -> LeaseAnswer
  /// Returns the instances that wait for the lease that this instance holds; each of them announces
  /// itself when it tries to claim the lease.
  func waiting(_ claim: LeaseClaim) throws -> [LeaseWaiter]
  /// Releases the lease immediately.
  func release(_ claim: LeaseClaim, term: Int64) throws
  /// A descriptor that becomes readable when the connection to the store may be lost; nil for none.
  var descriptor: Int32? { get }
  /// Reads pending data from the descriptor.
  ///
  /// - Returns: true if the connection to the store is lost.
  func listen() -> Bool
  /// Closes the connection to the store.
  func close()
}
