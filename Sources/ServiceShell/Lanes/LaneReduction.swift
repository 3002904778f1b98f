public import Bus
public import Documents
public import FastJSON
public import StandupsLogging

/// The handling of one action of a service with per-key serial queues.
public protocol LaneReduction: ServiceReduction
where State == Logic.State, Effect == Logic.Effect {
  associatedtype Logic: LaneLogic
  /// The logic of the service.
  var reducer: Logic { get }

  /// Handles a document of the saved state.
  mutating func read(_ document: Document)
  /// Called when the whole saved state is read, before any command that arrived in the meantime
  /// starts.
  mutating func allIsRead()
  /// Starts a command; an error that it throws is the reply.
  mutating func run(_ operation: LaneOperation<Logic>) throws
  /// Applies a change that is durable.
  mutating func apply(_ change: Logic.Change, of operation: LaneOperation<Logic>)
  /// Called when a command was answered and has ended.
  mutating func ended(_ operation: LaneOperation<Logic>, _ result: Result<RawJSON, BusError>)
}

extension LaneReduction {
  /// Does nothing by default.
  public mutating func ended(
    _ operation: LaneOperation<Logic>, _ result: Result<RawJSON, BusError>
  ) {}

  /// Adds a line to the log.
  public mutating func log(_ level: LogEntry.Level, _ message: String, cause: Header? = nil) {
    effects.append(.log(LogEntry(level, message, cause: cause)))
  }

  /// The error for a command that the service does not start any more.
  public static var stopping: BusError {
    BusError(.draining, "The \(Logic.name) service is stopping; try again.", retryAfterMs: 100)
  }

  // MARK: Serial queues

  /// Starts a command of the service itself, even while the service stops, so that it can save its
  /// last results.
  public mutating func start(_ command: Logic.Command) {
    receive(WaitingCommand(command: command, header: Header(id: reducer.uuid())))
  }

  /// Accepts a command. In a serial queue, one command is in progress at a time; all others run
  /// concurrently.
  public mutating func receive(_ command: WaitingCommand<Logic.Command>) {
    guard !state.commands.isDraining || command.caller == nil else {
      return answer(command, .failure(Self.stopping))
    }
    guard state.commands.phase == .ready else {
      guard state.commands.early.count < Logic.State.maxWaiting else {
        return answer(command, .failure(.stillLoading))
      }
      return state.commands.early.append(command)
    }
    guard let lane = command.command.lane else { return begin(command) }
    guard !state.commands.lanes.enter(lane) else { return begin(command) }
    // The number of the service's own commands is limited by its own state.
    guard command.caller == nil || state.commands.lanes.waiting < Logic.State.maxWaiting else {
      return answer(command, .failure(.tooManyWaiting))
    }
    state.commands.lanes.wait(command, in: lane)
  }

  private mutating func begin(_ command: WaitingCommand<Logic.Command>) {
    let operation = LaneOperation<Logic>(
      id: state.commands.nextOperation, command: command.command, caller: command.caller,
      header: command.header, at: reducer.moment)
    state.commands.nextOperation += 1
    state.commands.operations[operation.id] = operation
    if let deadline = operation.header.deadline, Logic.wallMs(operation.at) > deadline {
      return finish(operation, .failure(.waitedTooLong))
    }
    if operation.key != nil, let refusal = state.commands.refused[operation.header.id] {
      return finish(operation, .failure(refusal))
    }
    attempt(operation) { reduction in try reduction.run(operation) }
  }

  /// Continues an operation; an error that `body` throws is the reply.
  public mutating func attempt(
    _ operation: LaneOperation<Logic>, _ body: (inout Self) throws -> Void
  ) {
    do {
      try body(&self)
    } catch {
      finish(operation, .failure(BusError(any: error)))
    }
  }

  /// Replies to an operation and ends it; the next one in its queue may start.
  public mutating func finish(
    _ operation: LaneOperation<Logic>, _ result: Result<RawJSON, BusError>
  ) {
    state.commands.operations[operation.id] = nil
    if let caller = operation.caller { effects.append(.reply(caller, result)) }
    if operation.key != nil, let error = result.failure, error.isRefusal {
      state.commands.refused.keep(error, of: operation.header.id)
    }
    if let lane = operation.command.lane { state.commands.freed.append(lane) }
    ended(operation, result)
  }

  /// Starts the commands that waited for ended ones, one after the other and without recursion.
  /// Must be called after each action.
  public mutating func beginWaiting() {
    while let lane = state.commands.freed.popLast() {
      if let next = state.commands.lanes.leave(lane) { begin(next) }
    }
  }

  private mutating func answer(
    _ command: WaitingCommand<Logic.Command>, _ result: Result<RawJSON, BusError>
  ) {
    if let caller = command.caller { effects.append(.reply(caller, result)) }
  }

  /// Stops accepting work. Commands that were never started are left for the successor of this
  /// process; a service whose own ones must not wait until then starts them again.
  public mutating func drain() {
    guard !state.commands.isDraining else { return }
    state.commands.isDraining = true
    let waiting = state.commands.early + state.commands.lanes.takeWaiting()
    for command in waiting.sorted(by: { ($0.caller ?? 0) < ($1.caller ?? 0) }) {
      answer(command, .failure(Self.stopping))
    }
    state.commands.early = []
  }
}
