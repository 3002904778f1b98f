public import Bus
public import Documents
public import FastJSON
public import Logging

/// The work of one action of a service with lanes.
public protocol LaneReduction {
  associatedtype Logic: LaneLogic
  /// What the service knows.
  var state: Logic.State { get set }
  /// What the shell has to do, in order.
  var effects: [Logic.Effect] { get set }
  /// What decides.
  var reducer: Logic { get }

  /// Takes a document that was saved.
  mutating func read(_ document: Document)
  /// All that was saved was read; nothing that came meanwhile was begun.
  mutating func allIsRead()
  /// Begins a command; what it throws is its answer.
  mutating func run(_ operation: LaneOperation<Logic>) throws
  /// A change is durable.
  mutating func apply(_ change: Logic.Change, of operation: LaneOperation<Logic>)
  /// A command was answered and is over.
  mutating func ended(_ operation: LaneOperation<Logic>, _ result: Result<RawJSON, BusError>)
}

extension LaneReduction {
  /// Nothing follows.
  public mutating func ended(
    _ operation: LaneOperation<Logic>, _ result: Result<RawJSON, BusError>
  ) {}

  /// Writes a line to the log.
  public mutating func log(_ level: LogEntry.Level, _ message: String, cause: Header? = nil) {
    effects.append(.log(LogEntry(level, message, cause: cause)))
  }

  private static var stopping: BusError {
    BusError(.draining, "The \(Logic.name) service is stopping; try again.", retryAfterMs: 100)
  }

  // MARK: Whose turn it is

  /// Takes a command: in a lane one is under way at a time; others go on side by side.
  public mutating func receive(_ command: WaitingCommand<Logic.Command>) {
    guard !state.commands.isDraining else { return answer(command, .failure(Self.stopping)) }
    guard state.commands.phase == .ready else {
      guard state.commands.early.count < Logic.State.maxWaiting else {
        return answer(command, .failure(.stillLoading))
      }
      return state.commands.early.append(command)
    }
    guard let lane = command.command.lane else { return begin(command) }
    guard !state.commands.lanes.enter(lane) else { return begin(command) }
    // What the service asks of itself is bounded by what it has.
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
    attempt(operation) { reduction in try reduction.run(operation) }
  }

  /// Goes on with an operation; what it throws is its answer.
  public mutating func attempt(
    _ operation: LaneOperation<Logic>, _ body: (inout Self) throws -> Void
  ) {
    do {
      try body(&self)
    } catch {
      finish(operation, .failure(BusError(any: error)))
    }
  }

  /// Answers an operation and ends it; the next one in its lane may begin.
  public mutating func finish(
    _ operation: LaneOperation<Logic>, _ result: Result<RawJSON, BusError>
  ) {
    state.commands.operations[operation.id] = nil
    if let caller = operation.caller { effects.append(.reply(caller, result)) }
    if let lane = operation.command.lane { state.commands.freed.append(lane) }
    ended(operation, result)
  }

  /// Begins what waited for what ended, one after the other and not one within the other. To be called after each action.
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

  /// Takes no more work. What was never begun is for whoever comes after this process.
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
