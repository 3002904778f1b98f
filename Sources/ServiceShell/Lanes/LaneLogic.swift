public import Bus
public import StandupsDependencies
public import Documents

/// The logic of a service that keeps documents, with commands that change them. Commands that
/// change the same entity form a per-key serial queue (a lane), in which one command is in progress
/// at a time.
///
/// A service defines what its commands do (`LaneReduction.run`), and how the state changes once
/// that is durable (`apply`). Loading, waiting, deadlines, saving, repetitions and the shutdown are
/// implemented here.
public protocol LaneLogic: ServiceLogic
where
  State: LaneState, State.Logic == Self, Command: LaneCommand,
  Action: LaneServiceAction, Action.Command == Command,
  Effect: LaneServiceEffect, Effect.Action == Action
{
  /// A moment: milliseconds, or the readings of several clocks.
  associatedtype Moment: Hashable, Sendable
  /// A step that a command may wait for in addition to its turn and its commit.
  associatedtype Step: Hashable, Sendable
  /// One change of saved documents.
  associatedtype Change: LaneChange
  /// Data about a decision that is recorded in metrics once the decision is durable.
  associatedtype Note: Hashable, Sendable

  /// The name of the service.
  static var name: String { get }
  /// The collections of documents that are loaded at the start, in this order.
  static var collections: [String] { get }
  /// Generates the ids of decisions.
  var uuid: UUIDGenerator { get }
  /// Reads the current moment.
  var moment: Moment { get }
  /// Converts a moment to milliseconds since 1970.
  static func wallMs(_ moment: Moment) -> Int64
}

extension LaneLogic where Moment == Int64 {
  /// Returns the moment unchanged, because it is already in milliseconds since 1970.
  public static func wallMs(_ moment: Int64) -> Int64 { moment }
}

extension LaneLogic {
  /// The state before anything is loaded.
  public static var initial: State { State() }
  /// The action `start`.
  public static var start: Action { .start }
  /// The action `drain`.
  public static var drain: Action { .drain }
  /// The action `received`.
  public static func received(
    _ caller: CallerID, _ command: Command, _ header: Header
  ) -> Action { .received(caller, command, header) }
  /// True if the whole saved state is loaded.
  public func isReady(_ state: State) -> Bool { state.commands.phase == .ready }
  /// True if no work is in progress after a drain.
  public func isAtRest(_ state: State) -> Bool { state.commands.isDraining && state.isAtRest }
}

/// A command that passed all checks that do not depend on the saved state.
public protocol LaneCommand: Hashable, Sendable {
  /// The key of a serial queue: commands with the same key run one after the other.
  associatedtype Lane: Hashable, Sendable
  /// The key of the entity that the command changes; nil for a command that only reads.
  var lane: Lane? { get }
  /// True if the reply is stored under the idempotency key; false if it is secret, or if the
  /// request can simply be repeated.
  var keepsReply: Bool { get }
}

extension LaneCommand {
  /// The name of the case, for logs.
  public var name: String { String("\(self)".prefix { $0 != "(" }) }
}

/// One change of saved documents.
public protocol LaneChange: Hashable, Sendable {
  /// Returns the change in the form that the store expects.
  func document() throws -> DocumentChange
}
