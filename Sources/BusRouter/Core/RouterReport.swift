public import Bus
import RouterConnections

/// The state of the bus, for `router.services` and `router.health`.
public struct RouterReport: Sendable {
  /// One instance of a service, as the router sees it.
  public struct Service: Sendable {
    /// The manifest from its registration.
    public var manifest: Manifest
    /// Time of the registration, in milliseconds since 1970.
    public var sinceMs: Int64
    /// Number of commands in progress at the instance; 0 while it is on standby.
    public var inFlight: Int
    /// True after its first `BYE`: it receives no new commands.
    public var isDraining: Bool
    /// True while it waits for the active instance of its service to leave.
    public var isStandby = false
    /// True while it is loading: it receives no commands yet.
    public var isLoading = false
    /// The problems in its last heartbeat, one sentence each.
    public var problems: [String] = []
  }

  /// The active instances, then those on standby, then those that are loading.
  public var services: [Service]
  /// Number of commands that wait for an unavailable service, by service.
  public var parked: [String: Int]
  /// Total size of all waiting commands, in bytes.
  public var parkedBytes: Int
  /// Number of commands without a reply: in progress at a service, or waiting for one.
  public var pending: Int
  /// Number of delegate calls in progress at bindings.
  public var delegating: Int
  /// Events counted since this run of the router began.
  public var counters: RouterCore.Counters
  /// Declared delegate messages of connected services that no binding handles.
  public var unbound: [String]
}

extension RouterCore {
  /// The service that registered on a connection, and its instance.
  func service(at connection: ConnectionID) -> (name: String, instance: String)? {
    (instances[connection] ?? waiting[connection]).map {
      ($0.manifest.service, $0.manifest.instance.lowercaseText)
    }
  }

  var report: RouterReport {
    let all = instances.values.sorted {
      ($0.manifest.service, $0.since) < ($1.manifest.service, $1.since)
    }
    let waiting = self.waiting.standby.values.sorted { $0.since < $1.since }.map {
      RouterReport.Service(
        manifest: $0.manifest, sinceMs: $0.since, inFlight: 0, isDraining: false, isStandby: true)
    }
    // An instance that loads while another one of its service is active is not listed.
    let coming = self.waiting.loading.values.filter {
      instances.connections(of: $0.manifest.service).isEmpty
    }
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
      parked: parked.byService.mapValues(\.count), parkedBytes: parked.bytes,
      pending: pending.count,
      delegating: delegating.count, counters: counters,
      unbound: Set(all.flatMap(\.manifest.delegates)).subtracting(configuration.bound).sorted())
  }
}
