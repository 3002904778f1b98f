public import FastJSON

/// Sends delegate messages from a service to the composition root.
public protocol DelegateCaller: Sendable {
  /// Sends a delegate message to the composition root, and waits until everything that results from
  /// it is durable.
  ///
  /// While the composition root is unavailable, or replies with a retryable error, the call is
  /// repeated until the timeout.
  ///
  /// - Parameters:
  ///   - message: the event that the service reports.
  ///   - cause: the header of the command that caused it, if any.
  ///   - timeoutMs: total time for all attempts, in milliseconds.
  /// - Throws: `BusError`.
  func tell<Message: DelegateMessage>(
    _ message: Message, causedBy cause: Header?, timeoutMs: Int
  ) async throws -> Message.Reply

  /// Sends a delegate message like the asynchronous method, and calls back. If the first attempt
  /// succeeds, no task is created.
  ///
  /// - Parameter completion: called once, after this method has returned; on a connection, on the
  ///   thread of its loop.
  func tell<Message: DelegateMessage>(
    _ message: Message, causedBy cause: Header?, timeoutMs: Int,
    then completion: @escaping @Sendable (Result<Message.Reply, any Error>) -> Void)

  /// Sends a delegate message whose reply is only an acknowledgement, with the default timeout, and
  /// calls back. If the first attempt succeeds, no task is created: for services that send
  /// thousands of messages a second.
  ///
  /// - Parameters:
  ///   - message: the event that the service reports.
  ///   - completion: called once, after this method has returned, with the error if there was one;
  ///     on a connection, on the thread of its loop.
  func tell<Message: DelegateMessage & FastEncodable>(
    _ message: Message, then completion: @escaping NoticeCompletion
  ) where Message.Reply == Done
}

/// Receives the error of a notice; nil if it was acknowledged.
public typealias NoticeCompletion = @Sendable ((any Error)?) -> Void

extension Result {
  /// The error; nil for a success.
  package var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

extension DelegateCaller {
  /// Default timeout of a delegate call, in milliseconds.
  static var usualPatienceMs: Int { 10_000 }

  /// Sends the message from a new task, which also calls `completion`.
  public func tell<Message: DelegateMessage>(
    _ message: Message, causedBy cause: Header?, timeoutMs: Int,
    then completion: @escaping @Sendable (Result<Message.Reply, any Error>) -> Void
  ) {
    // The task starts synchronously, so that calls are sent in order.
    Task.immediate {
      let result: Result<Message.Reply, any Error>
      do {
        result = .success(try await tell(message, causedBy: cause, timeoutMs: timeoutMs))
      } catch {
        result = .failure(error)
      }
      await Task.yield()
      completion(result)
    }
  }

  /// Sends the message like any other call, with the default timeout of ten seconds.
  public func tell<Message: DelegateMessage & FastEncodable>(
    _ message: Message, then completion: @escaping NoticeCompletion
  ) where Message.Reply == Done {
    tell(message, causedBy: nil, timeoutMs: Self.usualPatienceMs) { completion($0.failure) }
  }

  /// Sends the message with the default timeout of ten seconds.
  public func tell<Message: DelegateMessage>(
    _ message: Message, causedBy cause: Header? = nil
  ) async throws -> Message.Reply {
    try await tell(message, causedBy: cause, timeoutMs: Self.usualPatienceMs)
  }
}
