/// Whose microphone a meeting hears: one at a time, so that nobody is heard twice.
///
/// Who loses the connection keeps the microphone for a while, and goes on with a new one.
struct Microphones: Hashable, Sendable {
  /// How long a lease outlives its connection.
  static let graceMs: Int64 = 30_000
  /// Maximum number of leases, in all and of one session.
  static let most = 4096
  static let ofSession = 8

  struct Lease: Hashable, Sendable {
    var session: String
    var name: String
    /// The stream that has it; nil while its browser is away.
    var client: Int?
    /// When it ends if its browser does not come back.
    var endsMs: Int64?
    /// How far everything is durable, as was told last.
    var settled: Int64?
  }

  enum Outcome: Hashable, Sendable {
    /// It is theirs; with how far everything was settled, and who had it until now.
    case given(settled: Int64?, takenFrom: Int?)
    /// Somebody else has it.
    ///
    /// - Parameter isOwn: true if it is another window or a lost connection of the same session.
    case held(by: String, isOwn: Bool)
    case tooMany
  }

  private(set) var leases: [String: Lease] = [:]

  /// Somebody wants to be heard in a meeting.
  ///
  /// - Parameter take: whether it is taken from whoever has it.
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
      guard own < Self.ofSession, leases[meeting] != nil || leases.count < Self.most else {
        return .tooMany
      }
    }
    leases[meeting] = lease
    return .given(settled: lease.settled, takenFrom: takenFrom)
  }

  /// Whether a stream may be heard in a meeting.
  func has(_ meeting: String, client: Int) -> Bool { leases[meeting]?.client == client }

  /// How far everything is durable.
  mutating func settled(_ meeting: String, client: Int, _ offset: Int64?) {
    guard let offset, has(meeting, client: client) else { return }
    leases[meeting]?.settled = offset
  }

  /// Somebody is not heard any more.
  mutating func close(_ meeting: String, client: Int) {
    if has(meeting, client: client) { leases[meeting] = nil }
  }

  /// A stream ended; its leases wait for it.
  mutating func lost(client: Int, nowMs: Int64) {
    for (meeting, lease) in leases where lease.client == client {
      leases[meeting]?.client = nil
      leases[meeting]?.endsMs = nowMs + Self.graceMs
    }
  }

  /// Ends what nobody came back for.
  mutating func end(_ nowMs: Int64) {
    leases = leases.filter { ($0.value.endsMs ?? .max) > nowMs }
  }
}
