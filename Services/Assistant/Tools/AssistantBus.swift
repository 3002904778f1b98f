package import Bus

/// The bus, as the tools of an assistant use it: with the permissions of one connection or person.
package protocol AssistantBus: Sendable {
  /// Sends a command.
  ///
  /// - Parameter idempotencyKey: key under which a repeated command returns the first reply; nil for
  ///   a command that changes nothing.
  /// - Throws: `BusError`.
  func send<Command: BusCommand>(
    _ command: Command, idempotencyKey: String?
  ) async throws -> Command.Reply
}
