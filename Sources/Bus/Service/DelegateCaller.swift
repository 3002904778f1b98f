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
}

extension DelegateCaller {
  /// Tells the parent, with the usual patience of ten seconds.
  public func tell<Message: DelegateMessage>(
    _ message: Message, causedBy cause: Header? = nil
  ) async throws -> Message.Reply {
    try await tell(message, causedBy: cause, timeoutMs: 10_000)
  }
}
