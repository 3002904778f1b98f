public import Bus

extension Parent {
  /// Sends commands to one target, some of them at once, and returns when all are answered.
  ///
  /// They begin in their order, and each has the idempotency key that its place gives it. Commands
  /// with the same routing key are never under way together, so what is about one id stays in order.
  ///
  /// One that fails for good does not keep the others from being sent. After one that may be tried
  /// again no more are sent: the child is busy or away, and whoever called comes again.
  ///
  /// - Parameters:
  ///   - commands: what is sent.
  ///   - limit: how many may be under way at once.
  ///   - timeoutMs: how long each may take, in milliseconds; nil is as long as the delegate call may.
  ///   - take: gets each command with its answer. With false no more are sent.
  /// - Throws: what `take` threw for the first command, in their order, for which it threw.
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
        // Made here, one after the other: their order is that of the keys.
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

/// How far a number of commands have come.
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

  /// Whether the next one may begin; also if none will.
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
