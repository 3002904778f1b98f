public import Bus
public import Documents
public import FastJSON
public import StandupsLogging

/// The number of a caller that waits for a reply.
public typealias CallerID = Int

/// The logic of a service as a value: an action is its input, a changed state and effects are its
/// output. It does no I/O.
///
/// A service defines its actions and effects; `ServiceShell` does the rest: it holds the waiting
/// callers, sends delegate messages, waits, and shuts down.
public protocol ServiceLogic: Sendable {
  /// The whole state of the service; a value that only `reduce` changes.
  associatedtype State: Sendable
  /// A command, in the service's own terms.
  associatedtype Command: Sendable
  /// An input: a command, a reply of the composition root, or the end of a wait.
  associatedtype Action: Sendable
  /// A request of `reduce` to the shell, as a value that tests can compare.
  associatedtype Effect: Sendable

  /// True if a run has a writer epoch; false for a service that keeps no documents.
  static var hasTerm: Bool { get }
  /// The state before the first action.
  static var initial: State { get }
  /// The action that follows the beginning of the writer epoch: the logic loads the saved state.
  static var start: Action { get }
  /// The action that stops the service: the logic accepts no more work and finishes the rest.
  static var drain: Action { get }
  /// The action for a command that has arrived.
  static func received(_ caller: CallerID, _ command: Command, _ header: Header) -> Action

  /// The action for the moment of the alarm; nil if the logic has no alarm.
  static var alarm: Action? { get }
  /// The moment of the logic's next alarm, in the logic's own units; nil for none.
  ///
  /// Called after each action, so it must be cheap.
  func alarm(_ state: State) -> Int64?
  /// Time until an alarm's moment, in milliseconds.
  func milliseconds(until alarm: Int64) -> Int64

  /// Handles an action.
  ///
  /// - Returns: the effects for the shell, in order.
  func reduce(_ state: inout State, _ action: Action) -> [Effect]
  /// Translates an effect for the shell.
  func work(_ effect: Effect, _ state: State) -> ShellWork<Action>
  /// Problems that need a person's attention, one sentence each.
  func problems(_ state: State) -> [String]
  /// True if the whole saved state is loaded.
  func isReady(_ state: State) -> Bool
  /// True if no work is in progress after a drain.
  func isAtRest(_ state: State) -> Bool
}

extension ServiceLogic {
  /// True: the saved state has one writer at a time.
  public static var hasTerm: Bool { true }
  /// Nil: the logic has no alarm.
  public static var alarm: Action? { nil }
  /// Nil: the logic has no alarm.
  public func alarm(_ state: State) -> Int64? { nil }
  /// Empty: the service has no problems to report.
  public func problems(_ state: State) -> [String] { [] }
  /// Zero: the logic has no alarm.
  public func milliseconds(until alarm: Int64) -> Int64 { 0 }
}

/// Work for a service's shell.
public enum ShellWork<Action: Sendable>: Sendable {
  /// Replies to a command with JSON in its wire form.
  case reply(CallerID, Result<RawJSON, BusError>)
  /// Sends the action after a time, in milliseconds; a drain ends the wait early.
  case wait(ms: Int, then: Action)
  /// Receives the actions of a stream, which replaces the previous one; a drain ends it.
  case listen(@Sendable () -> AsyncStream<Action>)
  /// Writes a line to the log.
  case log(LogEntry)
  /// Reports that everything is loaded.
  case ready
  /// Saves a decision in the writer epoch of the shell, and returns an action.
  case save(Saving<Action>)
  /// Sends a delegate message, and returns an action.
  case call(@Sendable (any DelegateCaller, @escaping @Sendable (Action) -> Void) -> Void)
  /// Runs asynchronously, and returns an action.
  case run(@Sendable (any DelegateCaller) async -> Action)
}

extension ShellWork {
  /// Saves a decision in the shell's writer epoch, and returns the action for the reply. If the
  /// writer epoch is over, it returns no action: the service starts over.
  ///
  /// - Parameters:
  ///   - changes: the decision; its writer epoch is set here.
  ///   - cause: the header of the command that caused it, if any.
  ///   - timeoutMs: timeout in milliseconds.
  ///   - action: creates the action from the result.
  public static func save(
    _ changes: ChangesDecided, causedBy cause: Header? = nil, timeoutMs: Int,
    _ action: @escaping @Sendable (Result<CommitOutcome, BusError>) -> Action
  ) -> ShellWork {
    .save(Saving(changes: changes, cause: cause, timeoutMs: timeoutMs, action: action))
  }

  /// Sends a delegate message, and returns the action for the reply.
  ///
  /// - Parameters:
  ///   - message: the event that the service reports.
  ///   - cause: the header of the command that caused it, if any.
  ///   - timeoutMs: timeout in milliseconds.
  ///   - action: creates the action from the result.
  public static func tell<Message: DelegateMessage>(
    _ message: Message, causedBy cause: Header? = nil, timeoutMs: Int,
    _ action: @escaping @Sendable (Result<Message.Reply, BusError>) -> Action
  ) -> ShellWork {
    .call { delegate, done in
      delegate.tell(message, causedBy: cause, timeoutMs: timeoutMs) { result in
        done(action(Message.answer(result)))
      }
    }
  }
}

extension DelegateMessage {
  /// The result of a call; an error that is not from the bus becomes `unavailable`.
  static func answer(_ result: Result<Reply, any Error>) -> Result<Reply, BusError> {
    result.mapError { error in
      error as? BusError ?? BusError(.unavailable, "“\(target)” was abandoned: \(error).")
    }
  }
}
