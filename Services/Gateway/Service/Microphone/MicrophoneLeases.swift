import Foundation

/// A microphone of a meeting: that of the room, or a person's own one.
struct MeetingMicrophone: Hashable, Sendable {
  var meeting: String
  /// The person whose own microphone it is; nil for that of the room.
  var person: UUID?
}

/// Microphone leases. Each meeting has one room microphone at a time, and each person one own
/// microphone in it, so that nothing is recorded twice.
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

  private(set) var leases: [MeetingMicrophone: Lease] = [:]

  /// Requests the lease of a microphone.
  ///
  /// - Parameters:
  ///   - take: whether to take the lease from its current holder.
  ///   - nowMs: the current time, in milliseconds.
  mutating func open(
    _ microphone: MeetingMicrophone, client: Int, session: String, name: String, take: Bool,
    nowMs: Int64
  ) -> Outcome {
    var lease = Lease(session: session, name: name, client: client)
    var takenFrom: Int?
    if let held = leases[microphone], (held.endsMs ?? .max) > nowMs {
      let isOwn = held.client == client || held.client == nil && held.session == session
      guard isOwn || take else { return .held(by: held.name, isOwn: held.session == session) }
      if held.session == session { lease.settled = held.settled }
      if held.client != client { takenFrom = held.client }
    }
    if leases[microphone]?.session != session {
      end(nowMs)
      let own = leases.values.count { $0.session == session }
      guard own < Self.maxPerSession, leases[microphone] != nil || leases.count < Self.maxLeases
      else { return .tooMany }
    }
    leases[microphone] = lease
    return .given(settled: lease.settled, takenFrom: takenFrom)
  }

  /// True if a stream holds the lease of a microphone.
  func has(_ microphone: MeetingMicrophone, client: Int) -> Bool {
    leases[microphone]?.client == client
  }

  /// True if a stream holds the lease of any microphone of a meeting.
  func isRecording(_ meeting: String, person: UUID?, client: Int) -> Bool {
    has(MeetingMicrophone(meeting: meeting), client: client)
      || person != nil
        && has(MeetingMicrophone(meeting: meeting, person: person), client: client)
  }

  /// Records the durable offset if the stream holds the lease.
  mutating func settled(_ microphone: MeetingMicrophone, client: Int, _ offset: Int64?) {
    guard let offset, has(microphone, client: client) else { return }
    leases[microphone]?.settled = offset
  }

  /// Ends the lease of a stream.
  mutating func close(_ microphone: MeetingMicrophone, client: Int) {
    if has(microphone, client: client) { leases[microphone] = nil }
  }

  /// Records that a stream has disconnected; its leases are held for the grace period.
  mutating func lost(client: Int, nowMs: Int64) {
    for (microphone, lease) in leases where lease.client == client {
      leases[microphone]?.client = nil
      leases[microphone]?.endsMs = nowMs + Self.graceMs
    }
  }

  /// Ends the leases whose browsers did not reconnect in time.
  mutating func end(_ nowMs: Int64) {
    leases = leases.filter { ($0.value.endsMs ?? .max) > nowMs }
  }
}
