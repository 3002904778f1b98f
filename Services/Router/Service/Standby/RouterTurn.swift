import Bus
import CommandLineKit
import Glibc
import Leases
import StandupsLifecycle
import StandupsLogging
import ZeroMQ

/// Decides whether this router is the active one of two. The other one waits, without bound
/// sockets, until it acquires the lease.
struct RouterTurn: Sendable {
  private let keeper: LeaseKeeper
  private let place: LeasePlace
  private let log: Log

  /// Creates the claim for a lease.
  ///
  /// - Parameter lost: called on its own thread once another router may be active, while the loops
  ///   are stopped.
  init(
    _ place: LeasePlace, holder: String, log: Log,
    lost: @escaping @Sendable () -> Void = { RouterTurn.endProcess() }
  ) {
    self.place = place
    self.log = log
    keeper = LeaseKeeper(
      LeaseClaim(holder: holder), store: place.store(),
      onLost: { reason in
        log.error(
          "This router is no longer active: \(reason). It is exiting, and will stand by once restarted.",
          ["exit": LogValue(ExitCode.temporary.rawValue)])
        lost()
      },
      onTrouble: { log.warning("Could not read the lease: \($0)") })
  }

  /// Exits immediately and sends nothing: the messages in the queues belong to an epoch that is
  /// over.
  static func endProcess() { _exit(ExitCode.temporary.rawValue) }

  /// True if this router does not hold the lease, so another one may be active.
  var isWaiting: Bool { keeper.term == nil }

  /// Reason why the router is not ready; nil if it is active or on standby.
  var obstacle: String? {
    keeper.isValid || isWaiting ? nil : "It is unclear whether this router is active."
  }

  /// State of this router among several; nil while it is on standby.
  var stand: RouterStand? {
    guard let term = keeper.term else { return nil }
    let crowd = keeper.waiters
    return RouterStand(term: term, waiters: crowd.waiters, aloneMs: crowd.aloneMs)
  }

  /// Waits for the lease.
  ///
  /// - Returns: the epoch of the lease.
  /// - Throws: `CancellationError` if the claim is released first.
  func wait() async throws -> Int64 {
    log.info("Waiting for the lease.", ["lease": LogValue("\(place)")])
    let term = try await keeper.acquire()
    log.info("This router is active.", ["term": LogValue(term)])
    return term
  }

  /// Installs the lease barrier: the loop reads, sends and runs nothing while it is uncertain
  /// whether this router is active.
  func guardEachTurn(of loop: SocketLoop) async {
    let keeper = keeper
    await loop.run { loop.passEachTurn { keeper.standStill() } }
  }

  /// Releases the lease so that the other router takes over at once.
  func release() async { await keeper.release() }
}
