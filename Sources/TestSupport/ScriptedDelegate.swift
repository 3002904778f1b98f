public import Bus

/// A parent that answers as a test says, and keeps what it was told.
public final class ScriptedDelegate: DelegateCaller {
  /// What it was told, in order, retries included.
  public let told = Recorder<any DelegateMessage>()
  private let answer: @Sendable (any DelegateMessage) async throws -> any Sendable

  /// - Parameter answer: gives the reply of the message's type, or throws.
  public init(_ answer: @escaping @Sendable (any DelegateMessage) async throws -> any Sendable) {
    self.answer = answer
  }

  /// Records the message, then answers as scripted; cause and time are not looked at.
  ///
  /// - Throws: what the script throws; `BusError` if its answer is not of the message's type.
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
