/// How the bus stands, for `router.services` and `router.health`.
public struct RouterReport: Sendable {
  public struct Service: Sendable {
    public var manifest: Manifest
    /// Milliseconds since 1970.
    public var sinceMs: Int64
    public var inFlight: Int
    public var isDraining: Bool
  }

  public var services: [Service]
  /// Commands that wait for a service to come, by service.
  public var parked: [String: Int]
  public var pending: Int
  public var counters: RouterCore.Counters
  /// Declared delegate messages of connected services that no binding handles.
  public var unbound: [String]
}

extension RouterCore {
  var report: RouterReport {
    let all = instances.values.sorted {
      ($0.manifest.service, $0.since) < ($1.manifest.service, $1.since)
    }
    return RouterReport(
      services: all.map {
        .init(
          manifest: $0.manifest, sinceMs: $0.since, inFlight: $0.inFlight,
          isDraining: $0.isDraining)
      },
      parked: parked.mapValues(\.count), pending: pending.count, counters: counters,
      unbound: Set(all.flatMap(\.manifest.delegates)).subtracting(configuration.bound).sorted())
  }
}
