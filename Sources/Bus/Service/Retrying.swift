import Foundation
package import ZeroMQ

/// Repeats an attempt while it fails with a retryable error and there is time.
package struct Retrying {
  /// Where it waits.
  let loop: SocketLoop
  /// Until when there is time.
  let end: MonotonicInstant
  /// Whether it is tried again at all.
  let retries: Bool
  /// Whether a last attempt without an answer fails with what refused the one before: it says why
  /// nothing came of it, which “not in time” does not.
  let keepsRefusal: Bool

  /// - Parameters:
  ///   - retries: false for one attempt.
  ///   - keepsRefusal: whether the refusal before an attempt without an answer is told.
  package init(
    on loop: SocketLoop, until end: MonotonicInstant, retries: Bool, keepsRefusal: Bool = false
  ) {
    self.loop = loop
    self.end = end
    self.retries = retries
    self.keepsRefusal = keepsRefusal
  }

  /// Makes attempts until one goes well.
  ///
  /// - Parameters:
  ///   - refusal: what the first attempt failed with, if one was made already.
  ///   - isolation: the actor whose state the closures use; the caller's unless told.
  ///   - wait: how long to wait after a refusal, before the attempt of that number, in milliseconds.
  ///   - isWanted: whether it is worth another attempt, asked after each refusal and each wait.
  ///   - attempt: gets its number, from 1, and the milliseconds that are left.
  /// - Throws: what the last attempt threw.
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
          " The last attempt had no reply in time. \(BusError.outcomeUnknown)"
        throw refusal ?? error
      }
    }
  }
}

/// What the attempts of one command have in common: the key under which it is done once, the deadline,
/// and what it belongs to.
package struct CommandAttempts: Sendable {
  private let deadline: Int64
  private let idem: String?
  private let first: UUID
  private let options: CallOptions
  private let key: String?

  /// - Parameter key: the id of the work that it is about; nil for none.
  package init(_ options: CallOptions, key: String?) {
    deadline = Peer.wallMs() + options.boundedTimeoutMs
    idem = options.idempotencyKey ?? (options.retries ? Header.risingID().lowercaseText : nil)
    first = options.id ?? Header.freshID()
    self.options = options
    self.key = key
  }

  /// The head of an attempt; only the first has the id that was asked for.
  ///
  /// - Parameter number: from 1.
  package func header(_ number: Int) -> Header {
    let cause = options.cause
    return Header(
      id: number == 1 ? first : Header.freshID(), corr: cause.map { $0.corr ?? $0.id } ?? first,
      cause: cause?.id, deadline: deadline, idem: idem, attempt: number == 1 ? nil : number,
      traceparent: options.traceparent ?? cause?.traceparent, key: key,
      via: options.via)
  }
}

extension MonotonicInstant {
  /// Milliseconds from `earlier` to this moment.
  func milliseconds(since earlier: MonotonicInstant) -> Int {
    let duration = earlier.duration(to: self)
    return Int(duration.components.seconds) * 1000
      + Int(duration.components.attoseconds / 1_000_000_000_000_000)
  }
}
