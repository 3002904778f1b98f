public import FastJSON
import Foundation
import ZeroMQ

extension Peer: DelegateCaller {
  /// The data that all attempts of one delegate call have in common.
  private struct Attempts: Sendable {
    let target: String
    let body: Data
    var cause: Header?
    /// The id of the first attempt, and the idempotency key of all attempts.
    let id: UUID
    let end: MonotonicInstant
    /// Deadline of all attempts, in milliseconds since 1970.
    let deadline: Int64

    func envelope(_ number: Int) -> Envelope {
      let attemptID = number == 1 ? id : Header.freshID()
      var header = cause?.leading(to: attemptID) ?? Header(id: attemptID)
      header.deadline = deadline
      header.idem = id.lowercaseText
      header.attempt = number == 1 ? nil : number
      return Envelope(.delegate, target: target, header: header, body: body)
    }
  }

  /// Sends a delegate message to the composition root, over this connection, and returns the reply.
  /// All attempts have the same idempotency key.
  ///
  /// - Throws: `BusError`: the error of the composition root, `unavailable` or `expired` if it did
  ///   not reply within `timeoutMs` milliseconds; or `CancellationError`.
  public nonisolated func tell<Message: DelegateMessage>(
    _ message: Message, causedBy cause: Header?, timeoutMs: Int
  ) async throws -> Message.Reply {
    let attempts = try Self.attempts(message, cause, timeoutMs)
    return try BusJSON.decode(Message.Reply.self, from: try await make(attempts))
  }

  private static func attempts(
    _ message: some DelegateMessage, _ cause: Header?, _ timeoutMs: Int
  ) throws -> Attempts {
    let timeoutMs = CallOptions(timeoutMs: timeoutMs).boundedTimeoutMs
    return Attempts(
      target: type(of: message).target, body: try BusJSON.encode(message), cause: cause,
      id: Header.freshID(), end: .now.advanced(by: .milliseconds(timeoutMs)),
      deadline: wallMs() + Int64(timeoutMs))
  }

  /// Sends a delegate message to the composition root, and calls back on the loop. If called on the
  /// loop, sends the message immediately; otherwise, switches to the loop first.
  public nonisolated func tell<Message: DelegateMessage>(
    _ message: Message, causedBy cause: Header?, timeoutMs: Int,
    then completion: @escaping @Sendable (Result<Message.Reply, any Error>) -> Void
  ) {
    loop.enter { self.assumeIsolated { $0.begin(message, cause, timeoutMs, completion) } }
  }

  private func begin<Message: DelegateMessage>(
    _ message: Message, _ cause: Header?, _ timeoutMs: Int,
    _ completion: @escaping @Sendable (Result<Message.Reply, any Error>) -> Void
  ) {
    let answered: Body = { body in completion(Result { try BusJSON.decode(from: try body.get()) }) }
    do {
      let attempts = try Self.attempts(message, cause, timeoutMs)
      let text = try attempts.envelope(1).message()
      try check(attempts.id)
      let call = Waiting(
        kind: .delegate, target: Message.target, isIdempotent: true, message: text,
        answer: .envelope { result in
          if let refusal = self.repeatable(result.failure) {
            self.repeats(attempts, after: refusal, then: answered)
          } else {
            answered(result.map(\.body))
          }
        })
      begin(
        attempts.id, call, timeoutMs: max(1, attempts.end.milliseconds(since: .now)) + Self.graceMs)
    } catch {
      // The call is asynchronous, because a caller that calls again after a failure would otherwise
      // recurse forever.
      loop.async { completion(.failure(error)) }
    }
  }

  /// Receives the body of the reply.
  private typealias Body = @Sendable (Result<Data, any Error>) -> Void

  /// Returns the error of a first attempt, if another attempt may succeed.
  private func repeatable(_ error: (any Error)?) -> BusError? {
    guard let refusal = error as? BusError, refusal.retryable, !isClosed else { return nil }
    return refusal
  }

  /// Makes further attempts in a task, which the first attempt does not need.
  private func repeats(_ attempts: Attempts, after refusal: BusError, then answered: @escaping Body)
  {
    Task {
      do {
        answered(.success(try await make(attempts, after: refusal)))
      } catch {
        answered(.failure(error))
      }
    }
  }

  private func make(_ attempts: Attempts, after refusal: BusError? = nil) async throws -> Data {
    try await retrying(Retrying(on: loop, until: attempts.end, retries: true), after: refusal) {
      number, remaining in
      try await call(attempts.envelope(number), timeoutMs: remaining + Self.graceMs)
    }.body
  }

  // MARK: Notices

  /// A delegate call whose reply only acknowledges it. For services that make thousands of calls a
  /// second: the first attempt creates no task and no header, and does not copy the message.
  struct Notice {
    let end: MonotonicInstant
    let deadline: Int64
    let completion: NoticeCompletion
  }

  /// Sends a delegate message to the composition root, with a timeout of ten seconds, and calls
  /// back on the loop. If called on the loop, sends the message immediately; otherwise, switches to
  /// the loop first.
  public nonisolated func tell<Message: DelegateMessage & FastEncodable>(
    _ message: Message, then completion: @escaping NoticeCompletion
  ) where Message.Reply == Done {
    loop.enter { self.assumeIsolated { $0.begin(message, completion) } }
  }

  private func begin<Message: DelegateMessage & FastEncodable>(
    _ message: Message, _ completion: @escaping NoticeCompletion
  ) where Message.Reply == Done {
    let id = Header.freshID()
    let patienceMs = Self.usualPatienceMs
    let notice = Notice(
      end: loop.now.advanced(by: .milliseconds(patienceMs)),
      deadline: Self.wallMs() + Int64(patienceMs), completion: completion)
    do {
      let text = try frames(Message.target, id, notice, message)
      try Envelope.checkLimits(text)
      try check(id)
      begin(
        id,
        Waiting(
          kind: .delegate, target: Message.target, isIdempotent: true, message: text,
          answer: .notice(notice)),
        timeoutMs: patienceMs + Self.graceMs)
    } catch {
      // The call is asynchronous, because a caller that calls again after a failure would otherwise
      // recurse forever.
      loop.async { completion(error) }
    }
  }

  /// Encodes head and body in the form that `Envelope` writes.
  private func frames(
    _ target: String, _ id: UUID, _ notice: Notice, _ message: some FastEncodable
  ) throws -> Message {
    scratch.removeAll()
    Head.write(.delegate, target, to: &scratch)
    scratch.open()
    withUnsafeBytes(of: id.uuid) { id in
      scratch.member(#""id":"#)
      scratch.uuid(id)
      scratch.member(#""deadline":"#, notice.deadline)
      scratch.member(#""idem":"#)
      scratch.uuid(id)
    }
    scratch.close()
    let head = scratch.withBytes { Frame($0) }
    scratch.removeAll()
    message.write(to: &scratch)
    let body =
      scratch.isUnusual ? Frame(try BusJSON.encode(message)) : scratch.withBytes { Frame($0) }
    return [head, body]
  }

  /// Handles the reply to a notice, for which it reads only the head. Returns false if the message
  /// is not such a reply, or if it is an error.
  func takeNotice(_ message: Message) -> Bool {
    guard notices > 0, let first = message.first else { return false }
    let cause = first.withUnsafeBytes { bytes in
      // The kind is checked first, because most messages are of another kind.
      HeadScan.kind(of: bytes) == .final ? HeadScan(bytes)?.header.cause?.uuid : nil
    }
    guard let cause, let index = waiting.index(forKey: cause),
      case .notice(let notice) = waiting.values[index].answer
    else { return false }
    ended(cause, waiting.remove(at: index).value)
    notice.completion(nil)
    return true
  }

  /// Handles the failure of the first attempt.
  func failed(_ notice: Notice, _ id: UUID, _ call: Waiting, _ error: any Error) {
    guard let refusal = repeatable(error),
      let body = call.message.last
    else { return loop.async { notice.completion(error) } }
    let attempts = Attempts(
      target: call.target, body: body.withUnsafeBytes { Data($0) }, id: id, end: notice.end,
      deadline: notice.deadline)
    repeats(attempts, after: refusal) { notice.completion($0.failure) }
  }
}
