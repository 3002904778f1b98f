import Bus
import TimerAPI

extension TimerService {
  /// The commands that the service answers, and its delegate messages.
  nonisolated var definition: ServiceDefinition {
    var commands = CommandTable()
    on(&commands, StartCountdown.self) { try $0.start($1, $2) }
    on(&commands, PauseCountdown.self) { timer, command, _ in try timer.pause(command) }
    on(&commands, ResumeCountdown.self) { timer, command, _ in try timer.resume(command) }
    on(&commands, SkipSpeaker.self) { timer, command, _ in try timer.skip(command) }
    on(&commands, CancelCountdown.self) { timer, command, _ in try timer.cancel(command) }
    commands.on(GetCountdown.self) { try await self.get($0, $1.header.scope) }
    commands.on(ListCountdowns.self) { try await self.list($0, $1.header.scope) }
    return ServiceDefinition(
      name: "timer", isSharded: true, commands: commands,
      delegates: [
        CountdownSpeakerChanged.self, CountdownFinished.self, CountdownsRequested.self,
      ])
  }

  /// Registers a command that changes a countdown. The composition root may send it, or a tool for
  /// its own countdown.
  private nonisolated func on<Command: KeyedCommand>(
    _ table: inout CommandTable, _ type: Command.Type,
    _ handle:
      @escaping @Sendable (isolated TimerService, Command, _ idem: String?) throws ->
      Command.Reply
  ) {
    table.on(type) { command, call in
      // The router determined the owner from this key.
      guard call.header.key == nil || call.header.key == command.id else {
        throw BusError(.invalid, "The key in the header must equal the id in the body.")
      }
      return try await handle(self, command, call.header.idem)
    }
  }

  private func start(_ command: StartCountdown, _ key: String?) throws -> CountdownStatus {
    try share?.checkOwner(of: command.id)
    return try run(command) { engine, now, sink throws(BusError) in
      try engine.start(command, idempotencyKey: key, at: now, into: &sink)
    }
  }

  private func pause(_ command: PauseCountdown) throws -> CountdownStatus {
    try run(command) { engine, now, sink throws(BusError) in
      try engine.pause(command.id, at: now, into: &sink)
    }
  }

  private func resume(_ command: ResumeCountdown) throws -> CountdownStatus {
    try run(command) { engine, now, sink throws(BusError) in
      try engine.resume(command.id, at: now, into: &sink)
    }
  }

  private func skip(_ command: SkipSpeaker) throws -> CountdownStatus {
    try run(command) { engine, now, sink throws(BusError) in
      try engine.skip(command.id, from: command.from, at: now, into: &sink)
    }
  }

  private func cancel(_ command: CancelCountdown) throws -> CountdownStatus {
    try run(command) { engine, now, sink throws(BusError) in
      try engine.cancel(command.id, at: now, into: &sink)
    }
  }

  private func get(_ command: GetCountdown, _ scope: TeamScope) throws -> CountdownStatus {
    try run(command) { engine, now, sink throws(BusError) in
      try engine.get(command.id, in: scope, at: now, into: &sink)
    }
  }

  private func list(
    _ command: ListCountdowns, _ scope: TeamScope
  ) throws -> ListCountdowns.Reply {
    try run(command) { engine, now, sink throws(BusError) in
      try engine.list(command, in: scope, at: now, into: &sink)
    }
  }

  private func run<Command: BusCommand>(
    _ command: Command,
    _ operation: (
      inout CountdownEngine, TimerMoment, inout ServiceSink
    ) throws(BusError) -> Command.Reply
  ) throws -> Command.Reply {
    guard !isDraining else {
      throw BusError(.draining, "The timer service is stopping; try again.", retryAfterMs: 100)
    }
    dependencies.printChanges?(["\(Command.target) \(command)"])
    do {
      return try change(operation)
    } catch {
      throw isTakingOver(error)
        ? BusError(
          .busy, "This timer is still taking over countdowns from another timer; try again.",
          retryAfterMs: 50)
        : error
    }
  }

  /// Returns whether an unknown countdown may be about to arrive from another timer.
  private func isTakingOver(_ error: BusError) -> Bool {
    error.code == .notFound && isRestoring
  }
}
