public import Bus

extension Parent {
  /// Sends commands to one target, several at a time, and returns when all are answered.
  ///
  /// They start in order, and each has the idempotency key that its position determines. Commands
  /// with the same routing key are never in progress at the same time, so those about one id remain
  /// in order.
  ///
  /// A command that fails permanently does not prevent the others. After a retryable error, no more
  /// commands are sent: the service is busy or unavailable, and the caller will try again.
  ///
  /// - Parameters:
  ///   - commands: the commands to send.
  ///   - limit: maximum number of commands in progress at a time.
  ///   - timeoutMs: timeout of each command, in milliseconds. Nil: the remaining time of the
  ///     delegate call.
  ///   - take: receives each command with its reply; returns false to stop sending.
  /// - Throws: the error of `take` for the first command, in order, for which it threw.
  public func sendEach<Command: BusCommand>(
    _ commands: [Command], atOnce limit: Int, timeoutMs: Int? = nil,
    _ take: @escaping @Sendable (Command, Result<Command.Reply, any Error>) async throws -> Bool
  ) async throws {
    var progress = Progress()
    await withTaskGroup(of: Progress.Answer.self) { group in
      for (number, command) in commands.enumerated() {
        while !progress.hasRoom(for: command.routingKey, limit: limit),
          let answer = await group.next()
        {
          progress.note(answer)
        }
        guard progress.goesOn else { break }
        progress.begin(command.routingKey)
        // Created here, one after the other: the idempotency keys depend on the order.
        let options = Result { try self.options(for: Command.target, timeoutMs) }
        group.addTask {
          let outcome: Result<Bool, any Error>
          do {
            let reply = await self.reply(to: command, options)
            outcome = .success(try await take(command, reply))
          } catch {
            outcome = .failure(error)
          }
          return Progress.Answer(number: number, key: command.routingKey, outcome: outcome)
        }
      }
      for await answer in group { progress.note(answer) }
    }
    if let failure = progress.failure { throw failure.error }
  }

  private func reply<Command: BusCommand>(
    to command: Command, _ options: Result<CallOptions, any Error>
  ) async -> Result<Command.Reply, any Error> {
    do {
      return .success(try await caller.send(command, options: try options.get()))
    } catch {
      return .failure(error)
    }
  }
}

/// Progress of a series of commands.
private struct Progress {
  struct Answer: Sendable {
    var number: Int
    var key: String?
    var outcome: Result<Bool, any Error>
  }

  private(set) var goesOn = true
  private(set) var failure: (number: Int, error: any Error)?
  private var underWay = 0
  private var keys: Set<String> = []

  /// Returns true if the next command may start, or if the series has stopped.
  func hasRoom(for key: String?, limit: Int) -> Bool {
    guard goesOn else { return true }
    return underWay < limit && !(key.map(keys.contains) ?? false)
  }

  mutating func begin(_ key: String?) {
    underWay += 1
    if let key { keys.insert(key) }
  }

  mutating func note(_ answer: Answer) {
    underWay -= 1
    if let key = answer.key { keys.remove(key) }
    switch answer.outcome {
    case .success(let goesOn):
      if !goesOn { self.goesOn = false }
    case .failure(let error):
      if failure.map({ answer.number < $0.number }) ?? true { failure = (answer.number, error) }
      if (error as? BusError)?.retryable ?? true { goesOn = false }
    }
  }
}
