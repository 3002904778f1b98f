public import Bus

/// How the bus stands, for `router.services` and `router.health`.
public struct RouterReport: Sendable {
  public struct Service: Sendable {
    public var manifest: Manifest
    /// Milliseconds since 1970.
    public var sinceMs: Int64
    public var inFlight: Int
    public var isDraining: Bool
    /// Whether it waits for the active instance of its service to go.
    public var isStandby = false
    /// What its last heartbeat complained of, one sentence each.
    public var problems: [String] = []
  }

  /// The active ones, then those that wait.
  public var services: [Service]
  /// Commands that wait for a service to come, by service.
  public var parked: [String: Int]
  public var parkedBytes: Int
  public var pending: Int
  /// Delegate calls that bindings have.
  public var delegating: Int
  public var counters: RouterCore.Counters
  /// Declared delegate messages of connected services that no binding handles.
  public var unbound: [String]
}

extension RouterCore {
  var report: RouterReport {
    let all = instances.values.sorted {
      ($0.manifest.service, $0.since) < ($1.manifest.service, $1.since)
    }
    let waiting = standby.values.sorted { $0.since < $1.since }.map {
      RouterReport.Service(
        manifest: $0.manifest, sinceMs: $0.since, inFlight: 0, isDraining: false, isStandby: true)
    }
    return RouterReport(
      services: all.map {
        .init(
          manifest: $0.manifest, sinceMs: $0.since, inFlight: $0.inFlight,
          isDraining: $0.isDraining, problems: $0.problems)
      } + waiting,
      parked: parked.mapValues(\.count), parkedBytes: parkedBytes, pending: pending.count,
      delegating: delegating.count, counters: counters,
      unbound: Set(all.flatMap(\.manifest.delegates)).subtracting(configuration.bound).sorted())
  }
}
