public import Bus
public import Documents

/// The actions that all services with per-key serial queues have in common.
public enum LaneAction<Command: LaneCommand>: Hashable, Sendable {
  /// The router accepted the registration: load the saved state.
  case start
  /// A page of the saved state arrived, or could not be read.
  case loaded(Result<DocumentPage, BusError>)
  /// Requests the same page again.
  case retryLoading
  /// A command arrived.
  case received(CallerID, Command, Header)
  /// The changes of a command were written, or could not be.
  case committed(OperationID, Result<CommitOutcome, BusError>)
  /// Sends the same changes again, because it is unknown whether they were written.
  case retryCommit(OperationID)
  /// Stops accepting new work, and finishes the rest.
  case drain

  /// The action without its content, for `--print-changes`.
  public var printed: String {
    switch self {
    case .start: "start"
    case .loaded(let result): "loaded\(result.printedFailure)"
    case .retryLoading: "retryLoading"
    case .received(_, let command, _): "received \(command.name)"
    case .committed(let id, let result): "committed #\(id)\(result.printedFailure)"
    case .retryCommit(let id): "retryCommit #\(id)"
    case .drain: "drain"
    }
  }
}

extension Result {
  /// ` failed`, or nothing for a success, for `--print-changes`.
  package var printedFailure: String {
    if case .failure = self { " failed" } else { "" }
  }
}

/// The actions of a service with per-key serial queues: the common ones, as a case of this name,
/// and its own.
public protocol LaneServiceAction: Sendable {
  /// A command of the service.
  associatedtype Command: LaneCommand
  /// One of the common actions.
  static func common(_ action: LaneAction<Command>) -> Self
}

/// The common actions, for brevity: `.start` is `.common(.start)`.
extension LaneServiceAction {
  package static var start: Self { .common(.start) }
  package static func loaded(_ result: Result<DocumentPage, BusError>) -> Self {
    .common(.loaded(result))
  }
  package static var retryLoading: Self { .common(.retryLoading) }
  package static func received(_ caller: CallerID, _ command: Command, _ header: Header) -> Self {
    .common(.received(caller, command, header))
  }
  package static func committed(
    _ id: OperationID, _ result: Result<CommitOutcome, BusError>
  ) -> Self {
    .common(.committed(id, result))
  }
  package static func retryCommit(_ id: OperationID) -> Self { .common(.retryCommit(id)) }
  package static var drain: Self { .common(.drain) }
}

extension LaneReduction {
  /// Handles one of the common actions.
  public mutating func take(_ action: LaneAction<Logic.Command>) {
    switch action {
    case .start: load()
    case .loaded(let result): loaded(result)
    case .retryLoading: retryLoading()
    case .received(let caller, let command, let header):
      receive(WaitingCommand(caller: caller, command: command, header: header))
    case .committed(let id, let result): committed(id, result)
    case .retryCommit(let id): retryCommit(id)
    case .drain: drain()
    }
  }
}
