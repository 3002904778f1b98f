public import Bus
public import Documents
public import FastJSON
public import Logging

/// Names one waiting for an answer.
public typealias CallerID = Int

/// The logic of a service as a value: an action in, the state changed, effects out. It does no I/O.
///
/// A service says what its actions and effects are; `ServiceShell` does the rest: it keeps those who wait
/// for an answer, makes delegate calls, waits, and comes to rest.
public protocol ServiceLogic: Sendable {
  /// All that the service knows; a value, which nothing but `reduce` changes.
  associatedtype State: Sendable
  /// What the service can be asked, in its own words.
  associatedtype Command: Sendable
  /// What can happen: a command, an answer of the parent, a time that is up.
  associatedtype Action: Sendable
  /// What `reduce` asks to be done, as a value that tests can compare.
  associatedtype Effect: Sendable
  /// With what the service tells the parent that its term begins.
  associatedtype Term: BegunTerm
  /// With what the service tells the parent what it decided.
  associatedtype Decided: DecidedChanges

  /// Whether a run of it has a term; false for a service that keeps no documents.
  static var hasTerm: Bool { get }
  /// A decision that changes nothing: it is refused all the same if the term is over.
  static func nothing(in term: String) -> Decided
  /// The state before anything happened.
  static var initial: State { get }
  /// The term has begun: load what was saved.
  static var start: Action { get }
  /// No new work; finish the rest.
  static var drain: Action { get }
  /// A command came.
  static func received(_ caller: CallerID, _ command: Command, _ header: Header) -> Action

  /// What comes when the logic is woken; nil if it never wants to be.
  static var alarm: Action? { get }
  /// The moment at which the logic wants to be woken, as it counts moments; nil for not at all.
  ///
  /// Asked after each action, so it must be cheap.
  func alarm(_ state: State) -> Int64?
  /// How far such a moment is away, in milliseconds.
  func milliseconds(until alarm: Int64) -> Int64

  /// Takes an action.
  ///
  /// - Returns: what the shell has to do, in order.
  func reduce(_ state: inout State, _ action: Action) -> [Effect]
  /// What an effect asks of the shell.
  func work(_ effect: Effect, _ state: State) -> ShellWork<Action>
  /// Problems that need a person, one sentence each.
  func problems(_ state: State) -> [String]
  /// Whether all that was saved is loaded.
  func isReady(_ state: State) -> Bool
  /// Whether nothing is under way, after a drain.
  func isAtRest(_ state: State) -> Bool
}

extension ServiceLogic {
  /// True: what is saved has one writer at a time.
  public static var hasTerm: Bool { true }
  /// Nothing.
  public static var alarm: Action? { nil }
  /// Never.
  public func alarm(_ state: State) -> Int64? { nil }
  /// None.
  public func problems(_ state: State) -> [String] { [] }
  /// None.
  public func milliseconds(until alarm: Int64) -> Int64 { 0 }
}

/// What a service's shell has to do.
public enum ShellWork<Action: Sendable>: Sendable {
  /// Answers a command, with the reply as it crosses the bus.
  case reply(CallerID, Result<RawJSON, BusError>)
  /// Comes back as the action after a time; a drain cuts it short.
  case wait(ms: Int, then: Action)
  /// Takes the actions of a stream, instead of those of the one before; a drain ends it.
  case listen(@Sendable () -> AsyncStream<Action>)
  /// Writes a line to the log.
  case log(LogEntry)
  /// Everything is loaded.
  case ready
  /// Has the parent write a decision in the term of that id, and comes back as an action, with why it was not
  /// written if it was not; as nil if the term is over.
  case save(
    @Sendable (any DelegateCaller, String, @escaping @Sendable (Action?, BusError?) -> Void) -> Void
  )
  /// Calls the parent, and comes back as an action.
  case call(@Sendable (any DelegateCaller, @escaping @Sendable (Action) -> Void) -> Void)
  /// Takes time, and comes back as an action.
  case run(@Sendable (any DelegateCaller) async -> Action)
}

extension ShellWork {
  /// Has the parent write what was decided, in the shell's term, and comes back as the action that is
  /// made of its answer. If the term is over nothing comes back: the service begins anew.
  ///
  /// - Parameters:
  ///   - changes: what was decided; its term is set here.
  ///   - cause: the header of the command that led to it, if one did.
  ///   - timeoutMs: how long the parent may take, in milliseconds.
  public static func save<Changes: DecidedChanges>(
    _ changes: Changes, causedBy cause: Header? = nil, timeoutMs: Int,
    _ action: @escaping @Sendable (Result<CommitOutcome, BusError>) -> Action
  ) -> ShellWork {
    .save { delegate, term, done in
      var decided = changes
      decided.term = term
      delegate.tell(decided, causedBy: cause, timeoutMs: timeoutMs) { result in
        let result = answer(result, to: Changes.self)
        switch result {
        case .failure(let error) where error.isSuperseded: done(nil, nil)
        case .failure(let error): done(action(result), error)
        case .success: done(action(result), nil)
        }
      }
    }
  }

  /// Tells the parent, and comes back as the action that is made of its answer.
  ///
  /// - Parameters:
  ///   - message: what happened.
  ///   - cause: the header of the command that led to it, if one did.
  ///   - timeoutMs: how long the parent may take, in milliseconds.
  public static func tell<Message: DelegateMessage>(
    _ message: Message, causedBy cause: Header? = nil, timeoutMs: Int,
    _ action: @escaping @Sendable (Result<Message.Reply, BusError>) -> Action
  ) -> ShellWork {
    .call { delegate, done in
      delegate.tell(message, causedBy: cause, timeoutMs: timeoutMs) { result in
        done(action(answer(result, to: Message.self)))
      }
    }
  }

  private static func answer<Message: DelegateMessage>(
    _ result: Result<Message.Reply, any Error>, to message: Message.Type
  ) -> Result<Message.Reply, BusError> {
    result.mapError { error in
      error as? BusError
        ?? BusError(.unavailable, "“\(Message.target)” was abandoned: \(error).")
    }
  }
}
