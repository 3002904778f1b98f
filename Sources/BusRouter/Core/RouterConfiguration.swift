import Bus

/// How the router's core behaves.
public struct RouterConfiguration: Sendable {
  /// The services that the integration knows, each with the first words of its targets. Commands for
  /// them wait while they are away; any other target without a service is `unroutable` at once.
  public var children: [String: [String]]
  /// The delegate messages that a binding handles.
  public var bound: Set<String>
  /// The child that may send a bound message; a message that is not listed may come from any.
  public var senders: [String: String] = [:]
  /// The bound messages that are only passed on: what they are refused with was asked for.
  public var forwarded: Set<String> = []
  /// The owners of whose work a child may be told, by child.
  public var owners: [String: [String]] = [:]
  /// How often each side shows that it lives, in milliseconds.
  public var heartbeatMs: Int64 = 1000
  /// After how long without any traffic a service is lost, in milliseconds.
  public var deadAfterMs: Int64 = 3000
  /// How long a command without a deadline may take, in milliseconds.
  public var patienceMs: Int64 = 30_000
  /// How long any command may take, whatever its deadline, in milliseconds: a day.
  public var maximumPatienceMs: Int64 = 86_400_000
  /// How many commands may wait for one service that is away.
  public var parkedPerService = 4096
  /// How many bytes the commands that wait may have, for all services together.
  public var parkedBytes = 64 << 20
  /// How many delegate calls may be under way in all.
  public var delegateCalls = 20_000
  /// How many commands may be under way in all.
  public var pendingCommands = 200_000
  /// How many commands and delegate calls are remembered for traces; 0 for none.
  public var rememberedMessages = 65_536

  /// What is counted on the way; nil for nothing.
  public var metrics: RouterMetrics?

  /// A router's behaviour with the usual times and limits, all of which can be changed afterwards.
  public init(children: [String: [String]], bound: Set<String>) {
    self.children = children
    self.bound = bound
  }
}

/// The time, read from two clocks.
public struct BusTime: Hashable, Sendable {
  /// Milliseconds of a clock that never steps.
  public var steadyMs: Int64
  /// Milliseconds since 1970-01-01 UTC.
  public var wallMs: Int64
  /// Microseconds of the clock that never steps, for what is measured and not waited for.
  public var steadyUs: Int64

  /// A moment, as both clocks tell it; a test may choose any.
  ///
  /// - Parameter steadyUs: `steadyMs` unless told.
  public init(steadyMs: Int64, wallMs: Int64, steadyUs: Int64? = nil) {
    self.steadyMs = steadyMs
    self.wallMs = wallMs
    self.steadyUs = steadyUs ?? steadyMs * 1000
  }
}
