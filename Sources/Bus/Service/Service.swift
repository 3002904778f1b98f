/// A service: what it is on the bus, how it begins and how it comes to rest.
public protocol Service: Sendable {
  /// What it answers and calls.
  var definition: ServiceDefinition { get async }
  /// Called once, when the parent has taken the service's hello: the time to ask for its work back.
  /// Commands may arrive while it runs.
  func start() async throws
  /// Called once, when no new work will come: finish what is under way and let go of everything.
  func drain() async
  /// Called ahead of `start`, and whenever other instances come or go, if they share the work.
  func share(_ share: Share) async
  /// Called when the router had given this service up, or lost its connection, and takes it again: what was
  /// sent to it meanwhile may be lost.
  func returned() async
  /// Called when another router than before has taken the service's hello: it knows nothing of those who were
  /// in charge before.
  func routerChanged() async
  /// Called when the journal has another epoch than the one before: what was saved may be other than
  /// it was, as after a loss or from a backup.
  func journalChanged() async
  /// Called before each heartbeat, on whatever does the work: while it hangs, the service shows no
  /// sign of life.
  func pulse() async
  /// What keeps it from doing its work at present, such as a database that is not open, in a sentence;
  /// nil if nothing does. `/readyz` is red as long.
  var obstacle: String? { get async }
  /// What is wrong and needs a person, one sentence each: what it is and what to do. It goes with each
  /// heartbeat, and `router.health` shows it.
  func problems() async -> [String]
}

extension Service {
  /// Does nothing: the heartbeat then shows only that the process runs.
  public func pulse() async {}
  /// Nil: nothing keeps the service from its work once it has started.
  public var obstacle: String? { get async { nil } }
  /// Empty: the service has nothing to complain of.
  public func problems() async -> [String] { [] }
  /// Ignores the news: for a service that is not sharded.
  public func share(_ share: Share) async {}
  /// Ignores the news: for a service that remembers nothing that others decide.
  public func returned() async {}
  /// Ignores the news: for a service that may always be in charge.
  public func routerChanged() async {}
  /// Ignores the news: for a service that keeps nothing of what was saved.
  public func journalChanged() async {}
}
