import Foundation
import ZeroMQ

extension Peer: DelegateCaller {
  /// What is the same in all attempts of one delegate call.
  private struct Attempts: Sendable {
    let target: String
    let body: Data
    let cause: Header?
    /// Of the first attempt, and the idempotency key of all.
    let id = Header.freshID()
    let end: MonotonicInstant
    /// Milliseconds since 1970.
    let deadline: Int64

    init(_ target: String, body: Data, cause: Header?, timeoutMs: Int) {
      let timeoutMs = CallOptions(timeoutMs: timeoutMs).boundedTimeoutMs
      self.target = target
      self.body = body
      self.cause = cause
      end = .now.advanced(by: .milliseconds(timeoutMs))
      deadline = Peer.wallMs() + timeoutMs
    }

    func envelope(_ number: Int) -> Envelope {
      let header = Header(
        id: number == 1 ? id : Header.freshID(), corr: cause.map { $0.corr ?? $0.id },
        cause: cause?.id, deadline: deadline, idem: id.lowercaseText,
        attempt: number == 1 ? nil : number, traceparent: cause?.traceparent)
      return Envelope(.delegate, target: target, header: header, body: body)
    }
  }

  /// The router answers at the deadline; so much later, in milliseconds, means that it did not.
  private static var graceMs: Int { 500 }

  public nonisolated func tell<Message: DelegateMessage>(
    _ message: Message, causedBy cause: Header?, timeoutMs: Int
  ) async throws -> Message.Reply {
    let attempts = Attempts(
      Message.target, body: try BusJSON.encode(message), cause: cause, timeoutMs: timeoutMs)
    return try BusJSON.decode(Message.Reply.self, from: try await make(attempts))
  }

  private func make(_ attempts: Attempts, after refusal: BusError? = nil) async throws -> Data {
    try await retrying(until: attempts.end, after: refusal, retries: true) { number, remaining in
      try await call(attempts.envelope(number), timeoutMs: remaining + Self.graceMs)
    }.body
  }

  public nonisolated func tell<Message: DelegateMessage>(
    _ message: Message, then completion: @escaping DelegateCompletion<Message>
  ) {
    @Sendable func complete(_ body: Result<Data, any Error>) {
      completion(Result { try BusJSON.decode(Message.Reply.self, from: try body.get()) })
    }
    do {
      let attempts = Attempts(
        Message.target, body: try BusJSON.encode(message), cause: nil,
        timeoutMs: Self.usualPatienceMs)
      if loop.isCurrent {
        assumeIsolated { $0.begin(attempts, complete) }
      } else {
        Task { await begin(attempts, complete) }
      }
    } catch {
      completion(.failure(error))
    }
  }

  /// Makes the first attempt. Only a second one takes a task.
  private func begin(
    _ attempts: Attempts, _ complete: @escaping @Sendable (Result<Data, any Error>) -> Void
  ) {
    let envelope = attempts.envelope(1)
    do {
      let message = try checked(envelope)
      let timeoutMs = max(1, attempts.end.milliseconds(since: .now)) + Self.graceMs
      begin(envelope, message, timeoutMs: timeoutMs) { [self] result in
        switch result {
        case .success(let answer): complete(.success(answer.body))
        case .failure(let error): failed(attempts, error, complete)
        }
      }
    } catch {
      failed(attempts, error, complete)
    }
  }

  private func failed(
    _ attempts: Attempts, _ error: any Error,
    _ complete: @escaping @Sendable (Result<Data, any Error>) -> Void
  ) {
    guard let refusal = error as? BusError, refusal.retryable, !isClosed else {
      // Not from within the call: whoever calls again when one has failed would never come back.
      return loop.async { complete(.failure(error)) }
    }
    Task {
      do {
        complete(.success(try await make(attempts, after: refusal)))
      } catch {
        complete(.failure(error))
      }
    }
  }
}
