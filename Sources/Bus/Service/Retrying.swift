import Foundation
package import ZeroMQ

/// Repeats an attempt while it fails with a retryable error and time remains.
package struct Retrying {
  /// The loop on which to wait between attempts.
  let loop: SocketLoop
  /// End of the time for all attempts.
  let end: MonotonicInstant
  /// False for a single attempt.
  let retries: Bool
  /// True to throw the previous attempt's error if the last attempt has no reply: that error gives
  /// the reason, which a timeout does not.
  let keepsRefusal: Bool

  /// Creates a value for one series of attempts.
  ///
  /// - Parameters:
  ///   - retries: false for a single attempt.
  ///   - keepsRefusal: true to throw the previous attempt's error if the last one has no reply.
  package init(
    on loop: SocketLoop, until end: MonotonicInstant, retries: Bool, keepsRefusal: Bool = false
  ) {
    self.loop = loop
    self.end = end
    self.retries = retries
    self.keepsRefusal = keepsRefusal
  }

  /// Makes attempts until one succeeds.
  ///
  /// - Parameters:
  ///   - refusal: the error of the first attempt, if that attempt was already made.
  ///   - isolation: the actor whose state the closures use. Default: the caller's.
  ///   - wait: returns the wait between an error and the attempt with that number, in milliseconds.
  ///   - isWanted: returns false if no further attempt is needed; called after each error and each
  ///     wait.
  ///   - attempt: makes an attempt; receives its number, from 1, and the remaining milliseconds.
  /// - Throws: the error of the last attempt.
  package func run<Answer>(
    after refusal: BusError? = nil, isolation: isolated (any Actor)? = #isolation,
    wait: (BusError, Int) -> Int, isWanted: () -> Bool,
    _ attempt: (_ number: Int, _ remainingMs: Int) async throws -> Answer
  ) async throws -> Answer {
    var number = 1
    var refusal = refusal
    while true {
      if let refusal {
        number += 1
        let next = MonotonicInstant.now.advanced(by: .milliseconds(wait(refusal, number)))
        guard next < end else { throw refusal }
        try await loop.sleep(until: next)
        guard isWanted() else { throw refusal }
      }
      do {
        return try await attempt(number, max(1, end.milliseconds(since: .now)))
      } catch let error as BusError where error.retryable && retries && isWanted() {
        refusal = error
      } catch let error as BusError where error.code == .expired && keepsRefusal {
        refusal?.message +=
          " The last attempt received no reply in time. \(BusError.outcomeUnknown)"
        throw refusal ?? error
      }
    }
  }
}

/// The data that all attempts of one command have in common: the idempotency key, the deadline and
/// the origin.
package struct CommandAttempts: Sendable {
  private let deadline: Int64
  private let idem: String?
  private let first: UUID
  private let options: CallOptions
  private let key: String?

  /// Creates the data from the options of a command.
  ///
  /// - Parameter key: the id of the work that the command is about; nil for none.
  package init(_ options: CallOptions, key: String?) {
    deadline = Peer.wallMs() + options.boundedTimeoutMs
    idem = options.idempotencyKey ?? (options.retries ? Header.risingID().lowercaseText : nil)
    first = options.id ?? Header.freshID()
    self.options = options
    self.key = key
  }

  /// Returns the header of an attempt. Only the first attempt has the requested id.
  ///
  /// - Parameter number: number of the attempt, from 1.
  package func header(_ number: Int) -> Header {
    let id = number == 1 ? first : Header.freshID()
    var header = options.cause?.leading(to: id) ?? Header(id: id, corr: first)
    header.deadline = deadline
    header.idem = idem
    header.attempt = number == 1 ? nil : number
    header.traceparent = options.traceparent ?? header.traceparent
    header.key = key
    header.via = options.via
    header.for = options.principal?.description
    return header
  }
}

extension MonotonicInstant {
  /// Returns the number of milliseconds from `earlier` to this instant.
  func milliseconds(since earlier: MonotonicInstant) -> Int {
    let duration = earlier.duration(to: self)
    return Int(duration.components.seconds) * 1000
      + Int(duration.components.attoseconds / 1_000_000_000_000_000)
  }
}
