public import FastJSON

/// The way from a child to its parent, whoever that is.
public protocol DelegateCaller: Sendable {
  /// Tells the parent what happened and waits until all that it causes is durable.
  ///
  /// While the parent is away, or answers with a retryable error, the call is repeated until its time
  /// is over.
  ///
  /// - Parameters:
  ///   - message: what happened.
  ///   - cause: the header of the command that led to it, if one did.
  ///   - timeoutMs: how long to go on trying, in milliseconds.
  /// - Throws: `BusError`.
  func tell<Message: DelegateMessage>(
    _ message: Message, causedBy cause: Header?, timeoutMs: Int
  ) async throws -> Message.Reply

  /// Tells the parent what happened, as the other one does, and calls back. Where the call goes well at the
  /// first attempt no task is made for it.
  ///
  /// - Parameter completion: called once, after this returned; over a connection on the thread of its loop.
  func tell<Message: DelegateMessage>(
    _ message: Message, causedBy cause: Header?, timeoutMs: Int,
    then completion: @escaping @Sendable (Result<Message.Reply, any Error>) -> Void)

  /// Tells the parent something whose answer says no more than that it was taken, with the usual patience,
  /// and calls back. Where the call goes well at the first attempt no task is made for it: for those that
  /// tell their parent thousands of things a second.
  ///
  /// - Parameters:
  ///   - message: what happened.
  ///   - completion: called once, after this returned, with the error if there was one; over a connection
  ///     on the thread of its loop.
  func tell<Message: DelegateMessage & FastEncodable>(
    _ message: Message, then completion: @escaping NoticeCompletion
  ) where Message.Reply == Done
}

/// Takes why the parent did not take what it was told; nil if it did.
public typealias NoticeCompletion = @Sendable ((any Error)?) -> Void

extension Result {
  /// The error; nil if it went well.
  package var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

extension DelegateCaller {
  /// How long to go on trying unless told, in milliseconds.
  static var usualPatienceMs: Int { 10_000 }

  /// Tells the parent from a task of its own; `completion` is called in that task.
  public func tell<Message: DelegateMessage>(
    _ message: Message, causedBy cause: Header?, timeoutMs: Int,
    then completion: @escaping @Sendable (Result<Message.Reply, any Error>) -> Void
  ) {
    // Begun at once, so that calls go out in their order.
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

  /// Tells the parent with the usual patience of ten seconds, as any other call.
  public func tell<Message: DelegateMessage & FastEncodable>(
    _ message: Message, then completion: @escaping NoticeCompletion
  ) where Message.Reply == Done {
    tell(message, causedBy: nil, timeoutMs: Self.usualPatienceMs) { completion($0.failure) }
  }

  /// Tells the parent, with the usual patience of ten seconds.
  public func tell<Message: DelegateMessage>(
    _ message: Message, causedBy cause: Header? = nil
  ) async throws -> Message.Reply {
    try await tell(message, causedBy: cause, timeoutMs: Self.usualPatienceMs)
  }
}
