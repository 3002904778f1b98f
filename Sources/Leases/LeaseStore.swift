/// What somebody wants to hold.
public struct LeaseClaim: Hashable, Sendable {
  /// What is held: one row of the store.
  public var name: String
  /// Who wants it: another one for each process.
  public var holder: String
  /// For how long it is left to a holder that does not renew it, in milliseconds.
  public var ttlMs: Int64

  /// A claim.
  ///
  /// - Parameter ttlMs: 3 seconds unless told.
  public init(name: String = "main", holder: String, ttlMs: Int64 = 3000) {
    self.name = name
    self.holder = holder
    self.ttlMs = ttlMs
  }
}

/// One who waits for a lease.
public struct LeaseWaiter: Hashable, Sendable {
  /// What it calls itself.
  public var holder: String
  /// For how long it has waited.
  public var waitedMs: Int64
  /// One who waits.
  public init(holder: String, waitedMs: Int64) {
    self.holder = holder
    self.waitedMs = waitedMs
  }
}

/// What the store said to a claim.
public enum LeaseAnswer: Hashable, Sendable {
  /// It is held, in this term.
  case held(term: Int64)
  /// Another one has it, in this term.
  case refused(by: String, term: Int64)
}

/// Where leases are kept. Used by one thread, which it may block for a bounded time.
public protocol LeaseStore: AnyObject {
  /// Takes the lease, if nobody has it, or renews it in the term in which it is held.
  ///
  /// - Parameter term: in which it is held; nil to take it.
  /// - Throws: where the store cannot be asked; what was asked may have been done all the same.
  func attempt(_ claim: LeaseClaim, term: Int64?) throws -> LeaseAnswer
  /// Those who wait for a lease that this one holds, as they are seen here: each tells it with its attempts.
  func waiting(_ claim: LeaseClaim) throws -> [LeaseWaiter]
  /// Lets others have the lease at once.
  func release(_ claim: LeaseClaim, term: Int64) throws
  /// What can be read when the way to the store may be gone; nil where there is none.
  var descriptor: Int32? { get }
  /// Looks what came there.
  ///
  /// - Returns: whether the way to the store is lost.
  func listen() -> Bool
  /// Lets go of the store.
  func close()
}
