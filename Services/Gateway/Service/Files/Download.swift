import Bus
import WebServer

/// A file that is read with several commands.
struct Download {
  /// Number of the reply; see `Gateway.keep`.
  let number: Int
  let visitor: Visitor
}

extension Gateway {
  /// Time limit for a read of a download, in milliseconds.
  static let downloadMs = 15_000

  /// Answers with a file, one at a time for each session.
  ///
  /// - Parameter read: reads the file, with `send` for each command.
  func download(
    for visitor: Visitor, _ read: @escaping (Download) async throws -> WebResponse
  ) -> WebAnswer {
    .read(most: 0) { _, reply in
      let number = self.keep(reply)
      guard self.downloads.insert(visitor.session).inserted else {
        let error = BusError(
          .busy, "Another download of this session is still in progress; try again.",
          retryAfterMs: 1000)
        return self.answer(number, WebResponse.error(error))
      }
      Task {
        let response: WebResponse
        do {
          response = try await read(Download(number: number, visitor: visitor))
        } catch {
          response = WebResponse.error(BusError(any: error))
        }
        self.downloads.remove(visitor.session)
        self.answer(number, response)
      }
    }
  }

  /// Sends a command of a download, unless the client has disconnected.
  ///
  /// - Throws: an error if the client has disconnected or the session has ended, or that of the
  ///   command.
  func send<Command: BusCommand>(
    _ command: Command, of download: Download
  ) async throws -> Command.Reply {
    guard isWanted(download.number) else {
      throw BusError(.unavailable, "The client has disconnected.")
    }
    try checkSession(of: download.visitor)
    let options = CallOptions(
      timeoutMs: Self.downloadMs, principal: download.visitor.principal)
    return try await bus.send(command, options: options)
  }
}
