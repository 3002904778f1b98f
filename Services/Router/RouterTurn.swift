import Bus
import CommandLineKit
import Glibc
import Leases
import Lifecycle
import Logging
import ZeroMQ

/// Whether this router is the active one of two. The other one waits, unbound, until the lease is its own.
struct RouterTurn: Sendable {
  private let keeper: LeaseKeeper
  private let place: LeasePlace
  private let log: Log

  /// - Parameter lost: called on a thread of its own once another router may be active, while the loops stand still.
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
          "This router is no longer active: \(reason). It exits, and stands by once restarted.",
          ["exit": LogValue(ExitCode.temporary.rawValue)])
        lost()
      },
      onTrouble: { log.warning("Could not read the lease: \($0)") })
  }

  /// At once, and without a word to anybody: what waits in its queues is of a term that is over.
  static func endProcess() { _exit(ExitCode.temporary.rawValue) }

  /// Whether another one is active, as far as is known.
  var isWaiting: Bool { keeper.term == nil }

  /// Why it is not ready for its part; nil if it is the active one, or stands by to become that.
  var obstacle: String? {
    keeper.isValid || isWaiting ? nil : "It is uncertain whether this router is active."
  }

  /// How it stands; nil while it waits itself.
  var stand: RouterStand? {
    guard let term = keeper.term else { return nil }
    let crowd = keeper.waiters
    return RouterStand(term: term, waiters: crowd.waiters, aloneMs: crowd.aloneMs)
  }

  /// Waits for the lease.
  ///
  /// - Returns: the term.
  /// - Throws: `CancellationError` if it was let go before.
  func wait() async throws -> Int64 {
    log.info("Waiting for the lease.", ["lease": LogValue("\(place)")])
    let term = try await keeper.acquire()
    log.info("This router is active.", ["term": LogValue(term)])
    return term
  }

  /// Nothing is read, sent or run on a loop while it is not certain that this router is the active one.
  func guardEachTurn(of loop: SocketLoop) async {
    let keeper = keeper
    await loop.run { loop.passEachTurn { keeper.standStill() } }
  }

  /// Lets the other one go on at once.
  func release() async { await keeper.release() }
}
