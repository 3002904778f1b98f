import Bus
import Countdown
import Dependencies
import Logging
import Standups

/// The logic of the standups service: it handles an action, changes the state, and returns effects.
///
/// It does no I/O. Ids, dates and clocks are injected.
struct StandupsReducer: Sendable {
  var uuid: UUIDGenerator
  /// Generates ids of events, which increase with time.
  var eventID: UUIDGenerator
  var date: DateGenerator
  var clock: ClockReader
  /// Retention of transcripts, in days; nil without a limit.
  var transcriptDays: Int?

  /// Handles an action.
  ///
  /// - Returns: the tasks for the shell, in order.
  func reduce(_ state: inout StandupsState, _ action: StandupsAction) -> [StandupsEffect] {
    var reduction = Reduction(state: StandupsState(), reducer: self)
    // Swapped, not copied: with a second reference, every change would copy the lists.
    swap(&reduction.state, &state)
    reduction.take(action)
    reduction.goOnSharing()
    reduction.tellMore()
    reduction.runWaiting()
    reduction.tellMore()
    swap(&reduction.state, &state)
    return reduction.effects
  }
}

/// The handling of one action.
struct Reduction {
  var state: StandupsState
  var effects: [StandupsEffect] = []
  let reducer: StandupsReducer
  /// True if an operation ended, so that waiting commands may start.
  var hasRoom = false
  /// Header of the command that is being handled, for the log.
  private var cause: Header?

  init(state: StandupsState, reducer: StandupsReducer) {
    self.state = state
    self.reducer = reducer
  }

  mutating func take(_ action: StandupsAction) {
    switch action {
    case .start: startLoading()
    case .shared(let result): shared(result)
    case .loaded(let result): loaded(result)
    case .retryLoading: loadNext()
    case .received(let caller, let command, let header):
      receive(Waiting(caller: caller, command: command, header: header))
    case .committed(let id, let result): resume(id) { try $0.committed($1, result) }
    case .retryCommit(let id):
      resume(id) { reduction, operation in reduction.retryCommit(operation) }
    case .replyFound(let id, let result): resume(id) { try $0.replyFound($1, result) }
    case .documents(let id, let result): resume(id) { try $0.documents($1, result) }
    case .found(let id, let result): resume(id) { try $0.found($1, result) }
    case .authorization(let id, let result): resume(id) { try $0.authorization($1, result) }
    case .clock(let id, let result): resume(id) { try $0.clock($1, result) }
    case .ended(let id, let result): resume(id) { try $0.ended($1, result) }
    case .worked(let id, let result):
      resume(id) { reduction, operation in
        reduction.worked(operation, result)
      }
    case .syncDue(let meetings, let work):
      receive(Waiting(caller: nil, command: .sync(meetings, work), header: nil))
    case .importDue(let id): goOn(with: id)
    case .importIdle(let id, let parts): importIdle(id, parts)
    case .discarded(let meeting, let result):
      if case .failure(let error) = result {
        log(.warning, "Could not report the end of meeting \(meeting): \(error)")
      }
    case .forgetDue(let after): forgetDue(after: after)
    case .overdue: overdue()
    case .drain: drain()
    }
  }

  /// Continues an operation; an error that the body throws is its reply.
  mutating func resume(
    _ id: OperationID, _ body: (inout Reduction, Operation) throws -> Void
  ) {
    // A result for an operation that has ended is late, and is ignored.
    guard let operation = state.operations[id] else { return }
    let outer = cause
    cause = operation.header
    defer { cause = outer }
    do {
      try body(&self, operation)
    } catch let error as BusError {
      refuse(operation.id, error)
    } catch {
      finish(operation.id, .failure(BusError(any: error)))
    }
  }

  mutating func log(_ level: LogEntry.Level, _ message: String) {
    effects.append(.log(LogEntry(level, message, cause: cause)))
  }
}
