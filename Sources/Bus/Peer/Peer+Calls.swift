public import Foundation
public import ZeroMQ

extension Peer {
  /// Sends one message once, and waits for its reply.
  ///
  /// - Parameters:
  ///   - envelope: a `CMD`, `DLG`, `HELLO` or `BYE`.
  ///   - timeoutMs: maximum time to wait, in milliseconds.
  /// - Throws: `BusError`, or `CancellationError`.
  public func call(_ envelope: Envelope, timeoutMs: Int) async throws -> Envelope {
    let head = envelope.head
    let id = head.header.id
    let message = try envelope.message()
    try check(id)
    try Task.checkCancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let call = Waiting(
          kind: head.kind, target: head.target, isIdempotent: head.header.idem != nil,
          message: message, answer: .envelope { continuation.resume(with: $0) })
        begin(id, call, timeoutMs: timeoutMs)
      }
    } onCancel: {
      Task { await self.finish(id, .failure(CancellationError())) }
    }
  }

  /// Throws if no call with this id can be made now.
  func check(_ id: UUID) throws {
    guard !isClosed else {
      throw BusError(.unavailable, "The connection to the router was closed.")
    }
    if service == nil, let refusal, refusal.isFinal { throw refusal.error }
    guard waiting[id] == nil else {
      throw BusError(.conflict, "A call with this id is already in progress; ids must be unique.")
    }
  }

  /// Starts a call that passed `check`.
  func begin(_ id: UUID, _ call: Waiting, timeoutMs: Int) {
    calls += 1
    var call = call
    call.order = calls
    call.timeout = loop.schedule(after: .milliseconds(timeoutMs)) {
      self.assumeIsolated { $0.timedOut(id) }
    }
    if case .notice = call.answer { notices += 1 }
    waiting[id] = call
    if call.kind == .command || call.kind == .delegate {
      // A router replies to a service only after its registration; `welcomed` sends the waiting
      // calls.
      if service != nil, !isWelcome { return }
      if service == nil, router == nil, leadingBeat == nil { sendLeadingHeartbeat() }
    }
    post(call.message, for: id)
  }

  private func timedOut(_ id: UUID) {
    let error =
      waiting[id]?.wasSent == false
      ? refusal?.error
        ?? BusError(
          .unavailable,
          "No router is responding at \(configuration.endpoint). Start one with `standups up`.")
      : BusError(
        .expired, "No reply arrived in time. \(BusError.outcomeUnknown)")
    finish(id, .failure(error))
  }

  /// Repeats an attempt while it fails with a retryable error and time remains.
  ///
  /// - Parameter refusal: the error of the first attempt, if that attempt was already made.
  func retrying(
    _ retrying: Retrying, after refusal: BusError? = nil,
    _ attempt: (_ number: Int, _ remainingMs: Int) async throws -> Envelope
  ) async throws -> Envelope {
    try await retrying.run(
      after: refusal,
      wait: { max($0.retryAfterMs ?? 0, configuration.backoffMs(before: $1)) },
      isWanted: { !isClosed }, attempt)
  }
}

extension Peer: TargetCaller {
  /// Sends a command by name with a JSON body, and returns the JSON of the reply. Retries after
  /// retryable errors, under one idempotency key, until the timeout.
  ///
  /// - Throws: `BusError`: the service's error, `unavailable` without a router, `expired` if no
  ///   reply arrives; or `CancellationError`.
  public func request(
    _ target: String, body: Data, attachments: [Frame] = [], key: String? = nil,
    options: CallOptions = CallOptions()
  ) async throws -> Data {
    let attempts = CommandAttempts(options, key: key)
    let end = MonotonicInstant.now.advanced(by: .milliseconds(options.boundedTimeoutMs))
    return try await retrying(
      Retrying(on: loop, until: end, retries: options.retries, keepsRefusal: true)
    ) { number, remaining in
      let envelope = Envelope(
        .command, target: target, header: attempts.header(number), body: body,
        attachments: attachments)
      return try await call(envelope, timeoutMs: remaining + Self.graceMs)
    }.body
  }

  /// Time to wait beyond the deadline, in milliseconds. The router replies at the deadline, so if
  /// no reply has arrived after this time, the router is unavailable.
  static var graceMs: Int { 500 }

  package static func wallMs() -> Int64 {
    Int64((Date().timeIntervalSince1970 * 1000).rounded())
  }
}
