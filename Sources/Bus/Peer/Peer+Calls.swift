public import Foundation
public import ZeroMQ

extension Peer {
  /// Sends one message and waits for its answer, once.
  ///
  /// - Parameters:
  ///   - envelope: a `CMD`, `DLG`, `HELLO` or `BYE`.
  ///   - timeoutMs: how long to wait, in milliseconds.
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

  /// Whether a call can be made now.
  func check(_ id: UUID) throws {
    guard !isClosed else {
      throw BusError(.unavailable, "The connection to the router was closed.")
    }
    if service == nil, let refusal, refusal.isFinal { throw refusal.error }
    guard waiting[id] == nil else {
      throw BusError(.conflict, "A call with this id is under way; ids must be unique.")
    }
  }

  /// Makes a call that was checked.
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
      // A router answers a service only after its hello; `welcomed` sends what waits.
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
          "No router answers at \(configuration.endpoint). Start one with `standups up`.")
      : BusError(.expired, "There was no answer in time. It may have been done.")
    finish(id, .failure(error))
  }

  /// Repeats an attempt while it fails with a retryable error and there is time.
  ///
  /// - Parameters:
  ///   - end: until when there is time.
  ///   - refusal: what the first attempt failed with, if one was made already.
  ///   - keepsRefusal: whether a last attempt without an answer fails with what refused the one
  ///     before: it says why nothing came of it, which “not in time” does not.
  func retrying(
    until end: MonotonicInstant, after refusal: BusError? = nil, retries: Bool,
    keepsRefusal: Bool = false,
    _ attempt: (_ number: Int, _ remainingMs: Int) async throws -> Envelope
  ) async throws -> Envelope {
    var number = 1
    var refusal = refusal
    while true {
      if let refusal {
        number += 1
        try await waitToRetry(after: refusal, number: number, until: end)
      }
      do {
        return try await attempt(number, max(1, end.milliseconds(since: .now)))
      } catch let error as BusError where error.retryable && retries && !isClosed {
        refusal = error
      } catch let error as BusError where error.code == .expired && keepsRefusal {
        refusal?.message += " The last attempt was not answered in time; it may have been done."
        throw refusal ?? error
      }
    }
  }

  private func waitToRetry(
    after refusal: BusError, number: Int, until end: MonotonicInstant
  ) async throws {
    let wait = max(refusal.retryAfterMs ?? 0, configuration.backoffMs(before: number))
    let next = MonotonicInstant.now.advanced(by: .milliseconds(wait))
    guard next < end else { throw refusal }
    try await loop.sleep(until: next)
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

extension Peer: CommandCaller {
  /// Sends a command over this connection and reads its reply; retryable errors are repeated under
  /// one idempotency key until the time is over.
  ///
  /// - Throws: `BusError`: what the service answered, `unavailable` if there is no router,
  ///   `expired` if no answer came; or `CancellationError`.
  public nonisolated func send<Command: BusCommand>(
    _ command: Command, attachments: [Frame], options: CallOptions
  ) async throws -> Command.Reply {
    let body = try BusJSON.encode(command)
    let reply = try await request(
      Command.target, body: body, attachments: attachments, key: command.routingKey,
      options: options)
    return try BusJSON.decode(Command.Reply.self, from: reply)
  }

  /// Sends a command by name, with its body as JSON, and waits for its reply's JSON.
  public func request(
    _ target: String, body: Data, attachments: [Frame] = [], key: String? = nil,
    options: CallOptions = CallOptions()
  ) async throws -> Data {
    let timeoutMs = options.boundedTimeoutMs
    let deadline = Self.wallMs() + timeoutMs
    let idem =
      options.idempotencyKey ?? (options.retries ? Header.freshID().lowercaseText : nil)
    let first = options.id ?? Header.freshID()
    let corr = options.cause.map { $0.corr ?? $0.id } ?? first
    return try await retrying(
      until: .now.advanced(by: .milliseconds(timeoutMs)), retries: options.retries,
      keepsRefusal: true
    ) { number, remaining in
      let header = Header(
        id: number == 1 ? first : Header.freshID(), corr: corr, cause: options.cause?.id,
        deadline: deadline,
        idem: idem,
        attempt: number == 1 ? nil : number, traceparent: options.cause?.traceparent, key: key)
      let envelope = Envelope(
        .command, target: target, header: header, body: body, attachments: attachments)
      return try await call(envelope, timeoutMs: remaining + Self.graceMs)
    }.body
  }

  /// The router answers at the deadline; so much later, in milliseconds, means that it did not.
  static var graceMs: Int { 500 }

  package static func wallMs() -> Int64 {
    Int64((Date().timeIntervalSince1970 * 1000).rounded())
  }
}
