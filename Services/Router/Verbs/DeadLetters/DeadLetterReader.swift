import Bus
import RouterAPI

/// Reads dead-letter messages in pages, whose length depends on the size of the messages.
struct DeadLetterReader {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Sends a command for each page and combines the replies.
  ///
  /// - Parameter limit: maximum number of messages; nil for all.
  /// - Throws: the error of a page, with the number of messages processed before it.
  func collect(_ command: DeadLetters, atMost limit: Int? = nil) async throws -> DeadLetters.Reply {
    try await context.connected { connection in
      var command = command
      var whole = try await connection.send(command)
      while let next = whole.next, whole.letters.count < limit ?? .max {
        command.after = next
        command.limit = limit.map { $0 - whole.letters.count }
        let page = try await reply(to: command, after: whole.letters.count, connection)
        whole.letters += page.letters
        whole.removed += page.removed
        (whole.total, whole.next) = (page.total, page.next)
      }
      return whole
    }
  }

  private func reply(
    to command: DeadLetters, after done: Int, _ connection: Connection
  ) async throws -> DeadLetters.Reply {
    do {
      return try await connection.send(command)
    } catch var error as BusError {
      if command.action != .list {
        let letters = done == 1 ? "1 dead letter was" : "\(done) dead letters were"
        error.message +=
          " \(letters) processed before that. Run the same command again for the rest."
      }
      throw error
    }
  }
}
