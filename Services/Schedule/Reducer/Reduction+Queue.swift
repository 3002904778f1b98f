import Bus
import FastJSON

/// Whose turn it is: one command at a time changes a schedule; others go on side by side.
extension Reduction {
  static let stopping = BusError(
    .draining, "The schedule service is stopping; try again.", retryAfterMs: 100)

  mutating func receive(_ command: Waiting) {
    guard !state.isDraining else { return answer(command, .failure(Self.stopping)) }
    guard state.phase == .ready else {
      guard state.early.count < ScheduleState.mostWaiting else {
        let error = BusError(
          .unavailable, "What was saved is still being loaded; try again.", retryAfterMs: 500)
        return answer(command, .failure(error))
      }
      return state.early.append(command)
    }
    guard let lane = command.command.lane else { return begin(command) }
    guard !state.lanes.enter(lane) else { return begin(command) }
    guard command.caller == nil || state.lanes.waiting < ScheduleState.mostWaiting else {
      let error = BusError(.busy, "Too many commands wait; try again.", retryAfterMs: 200)
      return answer(command, .failure(error))
    }
    state.lanes.wait(command, in: lane)
  }

  private mutating func begin(_ command: Waiting) {
    let operation = Operation(
      id: state.nextOperation, command: command.command, caller: command.caller,
      header: command.header, at: reducer.now)
    state.nextOperation += 1
    state.operations[operation.id] = operation
    if let deadline = operation.header.deadline, operation.at > deadline {
      let error = BusError(.expired, "The deadline passed before it was this command's turn.")
      return finish(operation, .failure(error))
    }
    attempt(operation) { reduction in try reduction.run(operation) }
  }

  /// Goes on with an operation; what it throws is its answer.
  mutating func attempt(_ operation: Operation, _ body: (inout Reduction) throws -> Void) {
    do {
      try body(&self)
    } catch let error as BusError {
      finish(operation, .failure(error))
    } catch {
      finish(operation, .failure(BusError(.internal, "A defect: \(error).")))
    }
  }

  /// Answers an operation and ends it; the next one in its lane may begin.
  mutating func finish(_ operation: Operation, _ result: Result<RawJSON, BusError>) {
    state.operations[operation.id] = nil
    if let caller = operation.caller { effects.append(.reply(caller, result)) }
    guard let lane = operation.command.lane else { return }
    freed.append(lane)
    if operation.caller == nil, case .failure = result, (state.retries[lane] ?? .min) <= reducer.now
    {
      // What failed is not tried again at once.
      state.retries[lane] = reducer.now + 5 * Self.beforeToldAgainMs
    }
    plan(lane)
  }

  /// Begins what waited for what ended.
  mutating func beginWaiting() {
    while let lane = freed.popLast() {
      if let next = state.lanes.leave(lane) { begin(next) }
    }
  }

  private mutating func answer(_ command: Waiting, _ result: Result<RawJSON, BusError>) {
    if let caller = command.caller { effects.append(.reply(caller, result)) }
  }

  /// Takes no more work. What was never begun is for whoever comes after this process.
  mutating func drain() {
    guard !state.isDraining else { return }
    state.isDraining = true
    let waiting = state.early + state.lanes.takeWaiting()
    for command in waiting.sorted(by: { ($0.caller ?? 0) < ($1.caller ?? 0) }) {
      answer(command, .failure(Self.stopping))
    }
    state.early = []
  }
}
