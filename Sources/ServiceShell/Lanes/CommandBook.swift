public import Bus
public import StandupsCollections
public import Documents
public import FastJSON

/// The id of a command in progress.
public typealias OperationID = Int

/// The whole state of a service with per-key serial queues.
public protocol LaneState: Hashable, Sendable {
  associatedtype Logic: LaneLogic
  /// Creates the state before anything is loaded.
  init()
  /// The commands of the service, and their progress.
  var commands: CommandBook<Logic> { get set }
  /// True if no work is in progress that has to end before the process does.
  var isAtRest: Bool { get }
}

extension LaneState {
  /// Maximum number of waiting commands.
  public static var maxWaiting: Int { 1000 }
}

/// The commands of a service with per-key serial queues: those that arrived too early, those that
/// wait, and those in progress.
public struct CommandBook<Logic: LaneLogic>: Hashable, Sendable {
  /// The progress of loading.
  public enum Phase: Hashable, Sendable {
    case idle
    /// A page of a collection is being loaded: the documents after `after`.
    case loading(String, after: String?)
    case ready
  }

  /// The progress of loading.
  public var phase = Phase.idle
  /// True if the service accepts no more work.
  public internal(set) var isDraining = false
  /// The commands in progress.
  public internal(set) var operations: [OperationID: LaneOperation<Logic>] = [:]
  /// The id of the next operation.
  public internal(set) var nextOperation: OperationID = 1
  /// The per-key serial queues: the keys that are being changed, and the commands that wait for
  /// each, in order.
  public internal(set) var lanes = Lanes<Logic.Command.Lane, WaitingCommand<Logic.Command>>()
  /// Commands that arrived before everything was loaded.
  public internal(set) var early: [WaitingCommand<Logic.Command>] = []
  /// The latest rejections of commands with an idempotency key.
  var refused = RefusedMessages()
  /// Queues whose operation ended; empty after an action.
  var freed: [Logic.Command.Lane] = []

  /// Creates an empty book.
  public init() {}

  /// True if queues became free whose next commands have not started yet.
  public var hasFreed: Bool { !freed.isEmpty }

  /// True if everything is loaded and new work is accepted.
  public var isOpen: Bool { phase == .ready && !isDraining }

  /// Sets the step that a command waits for.
  public mutating func wait(_ id: OperationID, for step: Logic.Step) {
    operations[id]?.step = .waiting(step)
  }

  /// The command that waits for this step; nil if it has ended or waits for another step.
  public func operation(_ id: OperationID, waitingFor step: Logic.Step) -> LaneOperation<Logic>? {
    operations[id].flatMap { $0.step == .waiting(step) ? $0 : nil }
  }

  /// The number of commands in progress that pass a test.
  public func count(where isCounted: (Logic.Command) -> Bool) -> Int {
    operations.values.count { isCounted($0.command) }
  }

  /// The decision that is being committed for a command.
  public func decision(_ id: OperationID) -> LaneDecision<Logic>? {
    if case .committing(let decision, _) = operations[id]?.step { decision } else { nil }
  }

  /// The changes of an action, one line each: names and numbers.
  public func differences(from before: Self) -> [String] {
    var lines = before.phase == phase ? [] : ["  phase: \(phase)"]
    lines += Set(before.operations.keys).union(operations.keys).sorted().compactMap { id in
      switch (before.operations[id], operations[id]) {
      case (nil, let new?): "  + #\(id) \(new.command.name)"
      case (let old?, nil): "  - #\(id) \(old.command.name)"
      default: nil
      }
    }
    if before.lanes.waiting != lanes.waiting {
      lines.append("  waiting: \(before.lanes.waiting) → \(lanes.waiting)")
    }
    return lines
  }
}

/// A command that waits for its turn.
public struct WaitingCommand<Command: LaneCommand>: Hashable, Sendable {
  /// Nil for a command of the service itself.
  public var caller: CallerID?
  /// The command to execute.
  public var command: Command
  /// The header of the message.
  public var header: Header

  /// - Parameter caller: nil for a command of the service itself.
  public init(caller: CallerID? = nil, command: Command, header: Header) {
    self.caller = caller
    self.command = command
    self.header = header
  }
}

/// A command in progress.
public struct LaneOperation<Logic: LaneLogic>: Identifiable, Hashable, Sendable {
  /// The id of the operation.
  public let id: OperationID
  /// The command that is executed.
  public let command: Logic.Command
  /// The caller that waits for the reply; nil for a command of the service itself.
  public let caller: CallerID?
  /// The header of the message.
  public let header: Header
  /// The teams whose objects the command may read or change.
  public let scope: TeamScope
  /// Start of the operation.
  public let at: Logic.Moment
  /// The step that the operation waits for.
  public internal(set) var step = Step.began
  /// The idempotency key under which the reply is stored; nil if it is not stored.
  var key: String? { command.keepsReply ? header.idem : nil }

  init(
    id: OperationID, command: Logic.Command, caller: CallerID?, header: Header, at: Logic.Moment
  ) {
    self.id = id
    self.command = command
    self.caller = caller
    self.header = header
    scope = header.scope
    self.at = at
  }

  /// A step that a command waits for.
  public enum Step: Hashable, Sendable {
    case began
    case waiting(Logic.Step)
    /// The same changes are sent until their result is known.
    case committing(LaneDecision<Logic>, ChangesDecided)
  }
}

/// The result of a command: it is made durable first, and then applied to the state.
public struct LaneDecision<Logic: LaneLogic>: Hashable, Sendable {
  /// The changes of saved documents; empty for a rejection.
  public var changes: [Logic.Change] = []
  /// The events that report the changes.
  public var events: [NewEvent] = []
  /// The reply to the command; nil for a command of the service itself whose changes may be written
  /// more than once, so that nothing has to be stored about it.
  public var answer: Result<RawJSON, BusError>?
  /// Data that is recorded in metrics; nil for none.
  public var note: Logic.Note?
}
