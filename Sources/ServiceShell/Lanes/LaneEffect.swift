public import Bus
public import Documents
public import FastJSON
public import StandupsLogging

/// The effects that all services with per-key serial queues have in common.
public enum LaneEffect<Action: LaneServiceAction & Hashable>: Hashable, Sendable {
  /// Replies to a command.
  case reply(CallerID, Result<RawJSON, BusError>)
  /// Loads a page of the saved state.
  case loadPage(DocumentQuery)
  /// Sends the action after a delay, in milliseconds.
  case wait(ms: Int, then: Action)
  /// Makes a decision durable.
  case commit(OperationID, ChangesDecided)
  /// Writes a line to the log.
  case log(LogEntry)
  /// All saved state is loaded.
  case ready
}

/// The effects of a service with per-key serial queues: the common ones, as a case of this name,
/// and its own.
public protocol LaneServiceEffect: Sendable {
  /// An action of the service.
  associatedtype Action: LaneServiceAction & Hashable
  /// One of the common effects.
  static func common(_ effect: LaneEffect<Action>) -> Self
}

/// The common effects, for brevity: `.ready` is `.common(.ready)`.
extension LaneServiceEffect {
  package static func reply(_ caller: CallerID, _ result: Result<RawJSON, BusError>) -> Self {
    .common(.reply(caller, result))
  }
  package static func loadPage(_ query: DocumentQuery) -> Self { .common(.loadPage(query)) }
  package static func wait(ms: Int, then action: Action) -> Self {
    .common(.wait(ms: ms, then: action))
  }
  package static func commit(_ id: OperationID, _ decided: ChangesDecided) -> Self {
    .common(.commit(id, decided))
  }
  package static func log(_ entry: LogEntry) -> Self { .common(.log(entry)) }
  package static var ready: Self { .common(.ready) }
}

/// Timeouts of the common effects, in milliseconds.
private enum Timeouts {
  static let loading = 5000
  static let commit = 8000
}

extension LaneLogic {
  /// Translates one of the common effects for the shell.
  public func work(_ effect: LaneEffect<Action>, _ state: State) -> ShellWork<Action> {
    switch effect {
    case .reply(let caller, let result): .reply(caller, result)
    case .wait(let ms, let action): .wait(ms: ms, then: action)
    case .log(let entry): .log(entry)
    case .ready: .ready
    case .loadPage(let query):
      .tell(DocumentsRequested(query: query), timeoutMs: Timeouts.loading) { .loaded($0) }
    case .commit(let id, let decided):
      .save(decided, causedBy: state.commands.operations[id]?.header, timeoutMs: Timeouts.commit) {
        .committed(id, $0)
      }
    }
  }
}
