/// A service: its declarations on the bus, and its start and shutdown.
public protocol Service: Sendable {
  /// The commands that the service answers, and the delegate messages that it sends.
  var definition: ServiceDefinition { get async }
  /// Called once, when the router has accepted the registration: the service now requests its work.
  /// Commands may arrive during the call.
  func start() async throws
  /// Called once, when no new work will arrive: the service finishes its work in progress and
  /// releases everything.
  func drain() async
  /// For a sharded service: called before `start`, and whenever the set of instances changes.
  func share(_ share: Share) async
  /// Called when the router accepts this service again after having given it up or lost the
  /// connection to it. Messages sent to the service in the meantime may be lost.
  func returned() async
  /// Called when a different router has accepted the registration. That router does not know
  /// earlier instances of the service.
  func routerChanged() async
  /// Called when the epoch of the journal has changed: the saved state may have changed, for
  /// example after a loss or a restore from a backup.
  func journalChanged() async
  /// Called before each heartbeat, on the thread or actor that does the work: while it hangs, the
  /// service sends no heartbeat.
  func pulse() async
  /// The reason why the service cannot work at present, such as a database that is not open, as a
  /// sentence; nil if it can. `/readyz` fails until it is nil.
  var obstacle: String? { get async }
  /// Problems that need a person's attention, one sentence each: the problem and the remedy. Each
  /// heartbeat carries them, and `router.health` shows them.
  func problems() async -> [String]
}

extension Service {
  /// Does nothing by default: the heartbeat then shows only that the process runs.
  public func pulse() async {}
  /// Nil by default: the service can work once it has started.
  public var obstacle: String? { get async { nil } }
  /// Returns an empty array by default: the service has no problems to report.
  public func problems() async -> [String] { [] }
  /// Does nothing by default, for services that are not sharded.
  public func share(_ share: Share) async {}
  /// Does nothing by default, for services whose state does not depend on decisions of others.
  public func returned() async {}
  /// Does nothing by default, for services that always notice when another instance replaces them.
  public func routerChanged() async {}
  /// Does nothing by default, for services that hold no saved state in memory.
  public func journalChanged() async {}
}
