import Bus

/// Configuration of the router's core.
public struct RouterConfiguration: Sendable {
  /// The services of the integration, each with the first words of its targets. Commands for them
  /// wait while they are unavailable; any other target without a service is `unroutable` at once.
  public var children: [String: [String]]
  /// Delegate messages that a binding handles.
  public var bound: Set<String>
  /// The services that may send each bound message; a message that is not listed may come from any
  /// service.
  public var senders: [String: Set<String>] = [:]
  /// Bound messages that are only forwarded: an error of the other service is the expected reply.
  public var forwarded: Set<String> = []
  /// The owners of the work that a service may be assigned, by service.
  public var owners: [String: [String]] = [:]
  /// The permissions that the router's own commands require, by target.
  var ownRules: [String: CommandRule] = [:]
  /// The router's own commands that a registered service may send with the key of a service; the
  /// command checks what this service may do (`Call.sender`).
  public var forServices: Set<String> = []
  /// The services that act for persons: they may send commands with `for` in the header.
  public var actingServices: Set<String> = []
  /// Sentence for the sender of a delegate message without a binding: how to bind it. Nil for none.
  public var unboundRemedy: String?
  /// Sentence for a service outside the integration that sends a message which only others may
  /// send: how to permit it. Nil for none.
  public var senderRemedy: String?
  /// Interval of each side's heartbeats, in milliseconds.
  public var heartbeatMs: Int64 = 1000
  /// Silence after which a service is lost, in milliseconds.
  public var deadAfterMs: Int64 = 3000
  /// Time limit of a command without a deadline, in milliseconds.
  public var patienceMs: Int64 = 30_000
  /// Maximum time limit of any command, regardless of its deadline, in milliseconds: a day.
  public var maximumPatienceMs: Int64 = 86_400_000
  /// Maximum number of commands that wait for an unavailable service.
  public var parkedPerService = 4096
  /// Maximum total size of the waiting commands of all services, in bytes.
  public var parkedBytes = 64 << 20
  /// Maximum number of delegate calls in progress.
  public var delegateCalls = 20_000
  /// Services whose share of the delegate calls is not limited; nil for all services.
  public var unlimitedServices: Set<String>?
  /// Maximum number of delegate calls in progress of any other service.
  public var limitedCalls = 1000
  /// Maximum total size of the bodies of these calls, in bytes.
  public var limitedBytes = 64 << 20
  /// Maximum number of commands in progress.
  public var pendingCommands = 200_000
  /// Maximum number of commands and delegate calls kept for message traces; 0 for none.
  public var rememberedMessages = 65_536

  /// The metrics to record; nil for none.
  public var metrics: RouterMetrics?

  /// Creates a configuration with the default times and limits, all of which can be changed
  /// afterwards.
  public init(children: [String: [String]], bound: Set<String>) {
    self.children = children
    self.bound = bound
  }

  /// The permission that one of the router's own commands requires; `operator` if the router has no
  /// such command, so that only operators learn that.
  func rule(ofOwn target: String) -> CommandRule { ownRules[target] ?? CommandRule(.operator) }
}

/// A moment, read from two clocks.
public struct BusTime: Hashable, Sendable {
  /// Milliseconds of a monotonic clock.
  public var steadyMs: Int64
  /// Milliseconds since 1970-01-01 UTC.
  public var wallMs: Int64
  /// Microseconds of the monotonic clock, for measurements rather than waits.
  public var steadyUs: Int64

  /// Creates a moment from the readings of both clocks; a test may choose any.
  ///
  /// - Parameter steadyUs: microseconds of the monotonic clock. Default: `steadyMs` in
  ///   microseconds.
  public init(steadyMs: Int64, wallMs: Int64, steadyUs: Int64? = nil) {
    self.steadyMs = steadyMs
    self.wallMs = wallMs
    self.steadyUs = steadyUs ?? steadyMs * 1000
  }
}
