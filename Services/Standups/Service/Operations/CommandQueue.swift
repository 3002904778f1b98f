import Bus
import ServiceShell

/// A command that has to wait.
struct Waiting: Hashable, Sendable {
  /// Nil for the service's own commands.
  var caller: CallerID?
  var command: StandupsCommand
  var header: Header?
  /// The operations whose commits it waits for: those in progress when it arrived.
  var commits: Set<OperationID> = []
}

/// The queue of commands. One command at a time changes a standup; others run at the same time.
extension StandupsReduction {
  mutating func receive(_ command: Waiting) {
    if state.isDraining {
      return tell(command.caller, .failure(Self.stopping))
    }
    if let key = key(of: command), let caller = command.caller {
      switch state.replies.begin(
        key, request: command.header?.request, message: command.header?.id, for: caller)
      {
      case .run: break
      case .wait: return
      case .answer(let reply): return tell(caller, Self.stored(reply))
      case .refuse(let refusal): return tell(caller, .failure(refusal))
      }
    }
    var command = command
    if command.command.isSettled {
      command.commits = Set(state.operations.values.filter(\.isCommitting).map(\.id))
    }
    guard canBegin(command.command), isSettled(command) else {
      // The wait may be as long as the disk is unavailable, so the caller is answered now.
      if command.caller != nil, let cause = uncertainty(before: command.command) {
        return answerAll(command.caller, key: key(of: command), .failure(.notDurable(cause)))
      }
      return wait(command)
    }
    begin(command)
  }

  /// The error of an unconfirmed commit that the command would have to wait for; nil for none.
  private func uncertainty(before command: StandupsCommand) -> BusError? {
    entities(of: command).lazy.compactMap { state.locks[$0] }
      .compactMap { state.operations[$0]?.uncertainty }.first
  }

  private mutating func wait(_ command: Waiting) {
    // The service's own commands are limited by the number of live meetings, and must not be
    // dropped.
    guard state.waiting.count < StandupsState.maxWaiting || command.caller == nil else {
      let error = state.phase == .ready ? BusError.tooManyWaiting : .stillLoading
      return answerAll(command.caller, key: key(of: command), .failure(error))
    }
    // One person or tool of a team must not keep all others waiting.
    if let actor = command.header?.limitedActor,
      state.waiting.count(where: { $0.header?.limitedActor == actor })
        >= StandupsState.maxWaitingPerActor
    {
      return answerAll(command.caller, key: key(of: command), .failure(.tooManyWaiting))
    }
    state.waiting.append(command)
  }

  func canBegin(_ command: StandupsCommand) -> Bool {
    guard state.phase == .ready else { return false }
    let entities = entities(of: command)
    guard !entities.isEmpty else { return true }
    guard entities.allSatisfy(isFree) else { return false }
    return state.waiting.allSatisfy { self.entities(of: $0.command).isDisjoint(with: entities) }
  }

  /// Returns whether all commits that were in progress when the command arrived have ended.
  private func isSettled(_ command: Waiting) -> Bool {
    !command.commits.contains { state.operations[$0]?.isCommitting ?? false }
  }

  /// Starts all commands that can start now, in order of arrival for each entity.
  mutating func runWaiting() {
    while hasRoom, state.phase == .ready {
      hasRoom = false
      guard !state.waiting.isEmpty else { return }
      var blocked: Set<Entity> = []
      let commands = state.waiting
      state.waiting = []
      for command in commands {
        let entities = entities(of: command.command)
        if entities.allSatisfy(isFree), isSettled(command), entities.isDisjoint(with: blocked) {
          begin(command)
        } else {
          blocked.formUnion(entities)
          state.waiting.append(command)
        }
      }
    }
  }

  private mutating func begin(_ command: Waiting) {
    if let deadline = command.header?.deadline, reducer.clock().wallMs > deadline {
      return answerAll(command.caller, key: key(of: command), .failure(.waitedTooLong))
    }
    let operation = Operation(
      id: state.nextOperation, command: command.command, caller: command.caller,
      header: command.header, entities: entities(of: command.command))
    state.nextOperation += 1
    state.operations[operation.id] = operation
    for entity in operation.entities { state.locks[entity] = operation.id }
    // A command that is sent again may have been executed by an earlier run.
    if let key = operation.key, command.header?.attempt ?? 1 > 1 {
      return recall(operation, key, instead: nil)
    }
    resume(operation.id) { try $0.lookUp($1) }
  }

  private func key(of command: Waiting) -> String? {
    command.command.keepsReply ? command.header?.idem : nil
  }

  /// Moves an operation to its next step.
  mutating func step(_ id: OperationID, _ step: Operation.Step) {
    state.operations[id]?.step = step
  }

  /// Answers an operation, and ends it.
  mutating func finish(_ id: OperationID, _ result: Result<StandupsReply, BusError>) {
    guard let operation = state.operations[id] else { return }
    state.operations[id]?.caller = nil
    answerAll(operation.caller, key: operation.key, result)
    if case .failure(let error) = result { importFailed(operation, error) }
    end(id)
    if result.failure != nil, operation.hasReleasedWork, let meeting = operation.command.meeting {
      send([meeting], .all)
    }
  }

  /// Ends an operation, and releases its locks.
  mutating func end(_ id: OperationID) {
    guard let operation = state.operations.removeValue(forKey: id) else { return }
    // `finish` has answered operations that are not committing.
    if operation.isCommitting {
      answerAll(
        operation.caller, key: operation.key,
        .failure(
          BusError(.unavailable, "The service stopped before the command was complete; try again."))
      )
    }
    for entity in operation.entities where state.locks[entity] == id { state.locks[entity] = nil }
    stopReading(operation)
    hasRoom = true
    if let meeting = operation.command.meeting, state.endings[meeting] == id {
      state.endings[meeting] = nil
    }
    for case .transcript(let meeting) in operation.entities { lineHandled(meeting) }
  }

  private mutating func answerAll(
    _ caller: CallerID?, key: String?, _ result: Result<StandupsReply, BusError>
  ) {
    tell(caller, result)
    guard let key else { return }
    for caller in state.replies.end(key, refusal: result.failure) { tell(caller, result) }
  }

  private mutating func tell(
    _ caller: CallerID?, _ result: Result<StandupsReply, BusError>
  ) {
    if let caller { effects.append(.reply(caller, result)) }
  }

  private static let stopping = BusError(
    .draining, "The standups service is stopping; try again.")

  /// Stops accepting work. Commands that never started are answered; none waits for a disk that does
  /// not respond.
  mutating func drain() {
    state.isDraining = true
    let error = Self.stopping
    if state.phase != .ready {
      for command in state.waiting {
        answerAll(command.caller, key: key(of: command), .failure(error))
      }
      state.waiting = []
    }
    for operation in state.operations.values.sorted(by: { $0.id < $1.id }) {
      if operation.uncertainty != nil { end(operation.id) }
    }
  }
}
