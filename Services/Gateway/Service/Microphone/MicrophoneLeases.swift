/// Microphone leases. Each meeting has one microphone at a time, so that nothing is recorded twice.
///
/// A browser that loses its connection keeps its lease for a while, and continues with a new
/// connection.
struct MicrophoneLeases: Hashable, Sendable {
  /// Time that a lease outlives its connection, in milliseconds.
  static let graceMs: Int64 = 30_000
  /// Maximum number of leases.
  static let maxLeases = 4096
  /// Maximum number of leases per session.
  static let maxPerSession = 8

  struct Lease: Hashable, Sendable {
    var session: String
    var name: String
    /// Number of the stream that holds the lease; nil while its browser is disconnected.
    var client: Int?
    /// Time at which the lease ends unless the browser reconnects, in milliseconds.
    var endsMs: Int64?
    /// Last reported offset up to which the audio is durable.
    var settled: Int64?
  }

  enum Outcome: Hashable, Sendable {
    /// The stream has the lease. `settled` is the durable offset, and `takenFrom` the stream that
    /// lost the lease.
    case given(settled: Int64?, takenFrom: Int?)
    /// Another stream has the lease.
    ///
    /// - Parameter isOwn: true for another window or a lost connection of the same session.
    case held(by: String, isOwn: Bool)
    case tooMany
  }

  private(set) var leases: [String: Lease] = [:]

  /// Requests the lease of a meeting.
  ///
  /// - Parameters:
  ///   - take: whether to take the lease from its current holder.
  ///   - nowMs: the current time, in milliseconds.
  mutating func open(
    _ meeting: String, client: Int, session: String, name: String, take: Bool, nowMs: Int64
  ) -> Outcome {
    var lease = Lease(session: session, name: name, client: client)
    var takenFrom: Int?
    if let held = leases[meeting], (held.endsMs ?? .max) > nowMs {
      let isOwn = held.client == client || held.client == nil && held.session == session
      guard isOwn || take else { return .held(by: held.name, isOwn: held.session == session) }
      if held.session == session { lease.settled = held.settled }
      if held.client != client { takenFrom = held.client }
    }
    if leases[meeting]?.session != session {
      end(nowMs)
      let own = leases.values.count { $0.session == session }
      guard own < Self.maxPerSession, leases[meeting] != nil || leases.count < Self.maxLeases else {
        return .tooMany
      }
    }
    leases[meeting] = lease
    return .given(settled: lease.settled, takenFrom: takenFrom)
  }

  /// True if a stream holds the lease of a meeting.
  func has(_ meeting: String, client: Int) -> Bool { leases[meeting]?.client == client }

  /// Records the durable offset if the stream holds the lease.
  mutating func settled(_ meeting: String, client: Int, _ offset: Int64?) {
    guard let offset, has(meeting, client: client) else { return }
    leases[meeting]?.settled = offset
  }

  /// Ends the lease of a stream.
  mutating func close(_ meeting: String, client: Int) {
    if has(meeting, client: client) { leases[meeting] = nil }
  }

  /// Records that a stream has disconnected; its leases are held for the grace period.
  mutating func lost(client: Int, nowMs: Int64) {
    for (meeting, lease) in leases where lease.client == client {
      leases[meeting]?.client = nil
      leases[meeting]?.endsMs = nowMs + Self.graceMs
    }
  }

  /// Ends the leases whose browsers did not reconnect in time.
  mutating func end(_ nowMs: Int64) {
    leases = leases.filter { ($0.value.endsMs ?? .max) > nowMs }
  }
}
