import BridgeAPI
import Bus
import StandupsDependencies
import Foundation

/// Logic of the bridge, as a pure function: it takes an action, changes the state, and returns
/// effects. It does no I/O.
///
/// Each message states the last sequence that the stream must have before it: the sequence of the
/// event minus the base of the stream minus one. A message is therefore stored at its own position
/// or not at all, regardless of which bridge sends it and how often, and the stream itself shows
/// where to continue.
struct BridgeReducer: Sendable {
  /// Input and output, which the shell uses to perform effects.
  let io: BridgeIO
  let settings: StreamSettings
  /// True if NATS is configured.
  let isOn: Bool
  /// Metrics; nil to record none.
  var metrics: BridgeMetrics?
  var date: DateGenerator = .live

  /// Maximum number of events read at once.
  static let pageSize = 1000
  /// Maximum number of messages in flight, and their maximum total size in bytes.
  static let window = (messages: 1000, bytes: 4 << 20)
  /// Maximum size of a message without its event, in bytes: its headers, whose names and numbers
  /// are bounded.
  static let headerBytes = 512
  /// Maximum time between reading and sending an event, in seconds; an event read earlier may have
  /// been erased since.
  static let maxAge: Double = 10
  /// Maximum time without an acknowledgement before the stream is checked, in milliseconds.
  static let acknowledgementTimeoutMs = 5000
  /// Number of idle heartbeats after which the stream is checked, because it may have been removed.
  static let heartbeatsBetweenChecks = 10
  /// Maximum number of event types to subscribe to. Events of other types are found with the next
  /// heartbeat.
  static let maxTypes = 200
  /// Maximum number of placeholders that are added for missing events at once.
  static let maxMissing: Int64 = 100_000
  /// Time for which libnats may look for another server before the connection is replaced, in
  /// milliseconds. libnats also knows discovered servers, but does not read the settings again.
  static let libraryReconnectMs = 10_000
  /// Delay between two connection attempts, in milliseconds.
  static let attemptPauseMs = 500
  /// Maximum number of reasons logged while NATS is unavailable.
  static let maxReasons = 16
  /// Time for which NATS must be unavailable before a problem is reported, in seconds.
  static let problemAfter: Double = 10

  /// Applies an action.
  ///
  /// - Returns: the effects, in order.
  func reduce(_ state: inout BridgeState, _ action: BridgeAction) -> [BridgeEffect] {
    BridgeReduction(state: BridgeState(), reducer: self).change(&state) { $0.take(action) }
  }

  /// Problems that need a person's attention, one sentence each.
  func problems(_ state: BridgeState) -> [String] {
    var problems: [String] = []
    let now = date()
    if let (reason, since) = state.obstacles.first(where: {
      now.timeIntervalSince($0.since) >= Self.problemAfter
    }) {
      problems.append(
        "Events have not reached NATS since \(Timestamp.format(since)) and are waiting in the journal: \(reason)"
      )
    }
    if let refused = state.refusedSettings {
      problems.append(
        "NATS rejected the new settings of the stream, so the old ones remain in effect: \(refused)"
      )
    }
    if state.omitted > 0 {
      problems.append(
        "Events too large for NATS, published without their data: \(state.omitted). Raise max_payload on the NATS"
          + " servers, then run “standups bridge rebuild”.")
    }
    if !state.left.isEmpty {
      problems.append(
        "Streams of earlier journals remain and may contain text that has since been erased:"
          + " \(state.left.map(\.name).joined(separator: ", ")). Remove each with"
          + " “standups bridge remove STREAM”."
      )
    }
    return problems
  }

  /// Public status of the bridge.
  func status(_ state: BridgeState) -> BridgeStatus {
    var status = BridgeStatus(
      state: .off, published: state.published, omitted: state.omitted, erased: state.erased,
      rebuilt: state.rebuilt, left: state.left)
    if let place = state.streamInUse {
      status.stream = place.name
      status.base = place.base
      status.epoch = place.epoch
      status.sequence = place.sequence
      if let journal = state.journal, journal.epoch == place.epoch {
        status.behind = max(0, journal.head - place.sequence)
      }
    }
    switch state.link {
    case .off: break
    case .away(let reason, let since):
      status.state = .away
      status.reason = reason
      status.awaySince = since
    case .up(let server, _):
      status.server = server
      status.state = state.obstacle == nil && state.streamInUse != nil ? .live : .away
      status.reason =
        status.state == .live ? nil : state.obstacle ?? "Looking for the stream."
      status.awaySince = state.obstacleSince
    }
    return status
  }
}
