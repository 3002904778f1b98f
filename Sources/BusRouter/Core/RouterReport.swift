public import Bus

/// How the bus stands, for `router.services` and `router.health`.
public struct RouterReport: Sendable {
  /// One instance of a service, as the router sees it.
  public struct Service: Sendable {
    /// What it said of itself in its hello.
    public var manifest: Manifest
    /// Milliseconds since 1970.
    public var sinceMs: Int64
    /// Commands that it has and has not answered; 0 while it is on standby.
    public var inFlight: Int
    /// Whether it said `BYE`: it gets no new commands.
    public var isDraining: Bool
    /// Whether it waits for the active instance of its service to go.
    public var isStandby = false
    /// Whether it has said that it loads: it takes no commands yet.
    public var isLoading = false
    /// What its last heartbeat complained of, one sentence each.
    public var problems: [String] = []
  }

  /// The active ones, then those that wait, then those that load.
  public var services: [Service]
  /// Commands that wait for a service to come, by service.
  public var parked: [String: Int]
  /// The bytes of all those commands together.
  public var parkedBytes: Int
  /// Commands without an answer: those that services have, and those that wait for one.
  public var pending: Int
  /// Delegate calls that bindings have.
  public var delegating: Int
  /// What happened since this run of the router began.
  public var counters: RouterCore.Counters
  /// Declared delegate messages of connected services that no binding handles.
  public var unbound: [String]
}

extension RouterCore {
  /// The service that said hello over a connection, and its instance.
  func service(at connection: ConnectionID) -> (name: String, instance: String)? {
    (instances[connection] ?? standby[connection] ?? loading[connection]).map {
      ($0.manifest.service, $0.manifest.instance.lowercaseText)
    }
  }

  var report: RouterReport {
    let all = instances.values.sorted {
      ($0.manifest.service, $0.since) < ($1.manifest.service, $1.since)
    }
    let waiting = standby.values.sorted { $0.since < $1.since }.map {
      RouterReport.Service(
        manifest: $0.manifest, sinceMs: $0.since, inFlight: 0, isDraining: false, isStandby: true)
    }
    // Whoever waits for what another one has is no news.
    let coming = loading.values.filter { members[$0.manifest.service] == nil }
      .sorted { $0.since < $1.since }.map {
        RouterReport.Service(
          manifest: $0.manifest, sinceMs: $0.since, inFlight: 0, isDraining: false, isLoading: true)
      }
    return RouterReport(
      services: all.map {
        .init(
          manifest: $0.manifest, sinceMs: $0.since, inFlight: $0.inFlight,
          isDraining: $0.isDraining, problems: $0.problems)
      } + waiting + coming,
      parked: parked.mapValues(\.count), parkedBytes: parkedBytes, pending: pending.count,
      delegating: delegating.count, counters: counters,
      unbound: Set(all.flatMap(\.manifest.delegates)).subtracting(configuration.bound).sorted())
  }
}
