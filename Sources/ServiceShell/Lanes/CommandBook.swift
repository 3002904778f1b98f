public import Bus
public import Collections
public import Documents
public import FastJSON

/// Names a command under way.
public typealias OperationID = Int

/// All that a service with lanes knows.
public protocol LaneState: Hashable, Sendable {
  associatedtype Logic: LaneLogic
  /// Nothing is loaded.
  init()
  /// What came, and what became of it.
  var commands: CommandBook<Logic> { get set }
  /// Whether nothing is under way that has to end before the process does.
  var isAtRest: Bool { get }
}

extension LaneState {
  /// The most commands that wait.
  public static var maxWaiting: Int { 1000 }
}

/// The commands of a service with lanes: those that came too early, those that wait, and those that are under way.
public struct CommandBook<Logic: LaneLogic>: Hashable, Sendable {
  /// How far the service is.
  public enum Phase: Hashable, Sendable {
    case idle
    /// A page of that collection is being loaded, which comes after that document.
    case loading(String, after: String?)
    case ready
  }

  /// How far the service is.
  public var phase = Phase.idle
  /// Whether it takes no more work.
  public internal(set) var isDraining = false
  /// Those under way.
  public internal(set) var operations: [OperationID: LaneOperation<Logic>] = [:]
  /// The id of the next one.
  public internal(set) var nextOperation: OperationID = 1
  /// What is being changed, and who waits to change it, in order.
  public internal(set) var lanes = Lanes<Logic.Command.Lane, WaitingCommand<Logic.Command>>()
  /// Those that came before everything was loaded.
  public internal(set) var early: [WaitingCommand<Logic.Command>] = []
  /// Lanes whose operations ended; empty after an action.
  var freed: [Logic.Command.Lane] = []

  /// None came.
  public init() {}

  /// Whether lanes became free, and those who wait there are not begun yet.
  public var hasFreed: Bool { !freed.isEmpty }

  /// Whether all is loaded, and new work is taken.
  public var isOpen: Bool { phase == .ready && !isDraining }

  /// Says what a command waits for.
  public mutating func wait(_ id: OperationID, for step: Logic.Step) {
    operations[id]?.step = .waiting(step)
  }

  /// The command that waits for this; nil for one that is over, or waits for something else.
  public func operation(_ id: OperationID, waitingFor step: Logic.Step) -> LaneOperation<Logic>? {
    operations[id].flatMap { $0.step == .waiting(step) ? $0 : nil }
  }

  /// What is being made durable for a command.
  public func decision(_ id: OperationID) -> LaneDecision<Logic>? {
    if case .committing(let decision, _) = operations[id]?.step { decision } else { nil }
  }

  /// What an action changed, a line each: names and numbers.
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

/// A command whose turn has not come.
public struct WaitingCommand<Command: LaneCommand>: Hashable, Sendable {
  /// Nil for what the service asks of itself.
  public var caller: CallerID?
  /// What is asked.
  public var command: Command
  /// With what it came.
  public var header: Header

  /// - Parameter caller: nil for what the service asks of itself.
  public init(caller: CallerID? = nil, command: Command, header: Header) {
    self.caller = caller
    self.command = command
    self.header = header
  }
}

/// A command under way.
public struct LaneOperation<Logic: LaneLogic>: Identifiable, Hashable, Sendable {
  /// Names it.
  public let id: OperationID
  /// What is asked.
  public let command: Logic.Command
  /// Who waits for the answer; nil for what the service asks of itself.
  public let caller: CallerID?
  /// With what it came.
  public let header: Header
  /// When it began.
  public let at: Logic.Moment
  /// What it waits for.
  public internal(set) var step = Step.began

  /// What a command waits for.
  public enum Step: Hashable, Sendable {
    case began
    case waiting(Logic.Step)
    /// The same changes are sent until it is known what became of them.
    case committing(LaneDecision<Logic>, Logic.Decided)
  }
}

/// What a command comes to: it is made durable first, and applied to the state after that.
public struct LaneDecision<Logic: LaneLogic>: Hashable, Sendable {
  /// What becomes of what is saved; empty for a refusal.
  public var changes: [Logic.Change] = []
  /// What others hear of it.
  public var events: [NewEvent] = []
  /// What the command is answered with.
  public var answer: Result<RawJSON, BusError>
  /// What is counted of it.
  public var note: Logic.Note?
}
