import Bus
import RouterAPI

/// Goes through the pages of dead letters: how many letters are on one depends on their size.
struct LetterPages {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Sends a command for page after page, and puts the answers together.
  ///
  /// - Parameter limit: how many letters are wanted; nil for all.
  /// - Throws: what a page fails with; it says how many letters had their turn before.
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
