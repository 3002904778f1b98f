public import Bus
public import Dependencies
public import Documents
public import FastJSON
public import Logging

/// The logic of a service that keeps documents, with commands that change them: what one command changes is a lane, and in a
/// lane one command is under way at a time.
///
/// A service says what its commands do (`LaneReduction.run`), and what becomes of the state when that is durable (`apply`).
/// Loading, waiting, deadlines, saving, repetitions and the end are here.
public protocol LaneLogic: ServiceLogic
where
  State: LaneState, State.Logic == Self, Command: LaneCommand, Decided: Hashable,
  Action: LaneAction, Action.Command == Command,
  Effect: LaneEffect, Effect.Action == Action, Effect.Decided == Decided
{
  /// When something is: milliseconds, or the reading of several clocks.
  associatedtype Moment: Hashable, Sendable
  /// What a command may wait for besides its turn and its commit.
  associatedtype Step: Hashable, Sendable
  /// One change of what is saved.
  associatedtype Change: LaneChange
  /// What is counted of a decision once it is durable.
  associatedtype Note: Hashable, Sendable

  /// The name of the service.
  static var name: String { get }
  /// The collections of documents that are loaded at the start, in this order.
  static var collections: [String] { get }
  /// Makes the ids of decisions.
  var uuid: UUIDGenerator { get }
  /// Now.
  var moment: Moment { get }
  /// A moment in milliseconds since 1970.
  static func wallMs(_ moment: Moment) -> Int64
  /// What the parent is told of a decision.
  static func decided(
    _ changes: [DocumentChange], _ events: [NewEvent], reply: StoredReply?, term: String?
  ) -> Decided
}

extension LaneLogic where Decided: AnnouncedChanges {
  /// All of it.
  public static func decided(
    _ changes: [DocumentChange], _ events: [NewEvent], reply: StoredReply?, term: String?
  ) -> Decided { Decided(changes: changes, events: events, reply: reply, term: term) }
}

extension LaneLogic where Decided: SilentChanges {
  /// All but events: nobody hears of it.
  public static func decided(
    _ changes: [DocumentChange], _ events: [NewEvent], reply: StoredReply?, term: String?
  ) -> Decided { Decided(changes: changes, reply: reply, term: term) }
}

extension LaneLogic where Moment == Int64 {
  /// It is that.
  public static func wallMs(_ moment: Int64) -> Int64 { moment }
}

extension LaneLogic {
  /// No changes.
  public static func nothing(in term: String) -> Decided {
    decided([], [], reply: nil, term: term)
  }
  /// Nothing is loaded.
  public static var initial: State { State() }
  /// The action of that name.
  public static var start: Action { .start }
  /// The action of that name.
  public static var drain: Action { .drain }
  /// The action of that name.
  public static func received(
    _ caller: CallerID, _ command: Command, _ header: Header
  ) -> Action { .received(caller, command, header) }
  /// Whether all that was saved is loaded.
  public func isReady(_ state: State) -> Bool { state.commands.phase == .ready }
  /// Whether nothing is under way, after a drain.
  public func isAtRest(_ state: State) -> Bool { state.commands.isDraining && state.isAtRest }
}

/// A command, with all checked that does not depend on what is saved.
public protocol LaneCommand: Hashable, Sendable {
  /// What one command changes at a time.
  associatedtype Lane: Hashable, Sendable
  /// What it changes; nil for one that only reads.
  var lane: Lane? { get }
  /// Whether its reply is kept under its idempotency key; not where it is a secret, or where it can be asked again.
  var keepsReply: Bool { get }
}

extension LaneCommand {
  /// The name of the case, for logs.
  public var name: String { String("\(self)".prefix { $0 != "(" }) }
}

/// One change of what is saved.
public protocol LaneChange: Hashable, Sendable {
  /// The change as it is made in the store.
  func document() throws -> DocumentChange
}

/// What can happen to every such service; the cases of its own actions have these names.
public protocol LaneAction: Sendable {
  associatedtype Command
  static var start: Self { get }
  static var retryLoading: Self { get }
  static func received(_ caller: CallerID, _ command: Command, _ header: Header) -> Self
  static func retryCommit(_ id: OperationID) -> Self
  static var drain: Self { get }
}

/// What every such service asks of its shell; the cases of its own effects have these names.
public protocol LaneEffect: Sendable {
  associatedtype Action
  associatedtype Decided
  static func reply(_ caller: CallerID, _ result: Result<RawJSON, BusError>) -> Self
  static func loadPage(_ query: DocumentQuery) -> Self
  static func wait(ms: Int, then action: Action) -> Self
  static func commit(_ id: OperationID, _ decided: Decided) -> Self
  static func log(_ entry: LogEntry) -> Self
  static var ready: Self { get }
}
