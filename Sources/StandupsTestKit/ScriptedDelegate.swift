public import Bus

/// A composition root that replies according to a test's script, and records the messages that it
/// receives.
public final class ScriptedDelegate: DelegateCaller {
  /// Received messages, in order, retries included.
  public let told = Recorder<any DelegateMessage>()
  private let answer: @Sendable (any DelegateMessage) async throws -> any Sendable

  /// Creates a composition root with a script.
  ///
  /// - Parameter answer: returns a reply of the type that the message requires, or throws an error.
  public init(_ answer: @escaping @Sendable (any DelegateMessage) async throws -> any Sendable) {
    self.answer = answer
  }

  /// Records the message, then replies according to the script; cause and timeout are ignored.
  ///
  /// - Throws: the script's error; `BusError` if its reply is not of the message's type.
  public func tell<Message: DelegateMessage>(
    _ message: Message, causedBy cause: Header?, timeoutMs: Int
  ) async throws -> Message.Reply {
    told.record(message)
    let reply = try await answer(message)
    guard let reply = reply as? Message.Reply else {
      throw BusError(.internal, "The script answers \(Message.target) with \(type(of: reply)).")
    }
    return reply
  }
}
