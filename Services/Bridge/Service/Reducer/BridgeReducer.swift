import BridgeAPI
import Bus
import Dependencies
import FastJSON
import Foundation
import Logging
import ServiceShell

/// Logic of the bridge, as a pure function: it takes an action, changes the state, and returns
/// effects. It does no I/O.
///
/// Each message states the last sequence that the stream must have before it: the sequence of the
/// event minus the base of the stream minus one. So a message is stored at its own position or not
/// at all, whichever bridge sends it and however often, and the stream itself shows where to
/// continue.
struct BridgeReducer: Sendable {
  /// Connections for the shell, which executes the effects.
  let world: World
  let settings: StreamSettings
  /// True if NATS is configured.
  let isOn: Bool
  /// Metrics; nil to record none.
  var metrics: BridgeMetrics?
  var date: DateGenerator = .live

  /// Maximum number of events read at once.
  static let pageSize = 1000
  /// Maximum number of messages in flight, and of their bytes.
  static let window = (messages: 1000, bytes: 4 << 20)
  /// Maximum size of a message besides its event, in bytes: headers with bounded names and numbers.
  static let headerBytes = 512
  /// Maximum age of a read event when it is sent, in seconds; after that it may have been erased.
  static let maxAge: Double = 10
  /// Time without an acknowledgement after which the stream is checked, in milliseconds.
  static let patienceMs = 5000
  /// Number of idle heartbeats after which the stream is checked, because it may have been removed.
  static let beatsBetweenLooks = 10
  /// Maximum number of event types to subscribe to; events of further types are found with the next
  /// heartbeat.
  static let maxTypes = 200
  /// Maximum number of placeholders for missing events at once.
  static let maxMissing: Int64 = 100_000
  /// Time that libnats may spend on looking for another server before the connection is replaced,
  /// in milliseconds. libnats knows discovered servers as well, but does not read the settings
  /// again.
  static let patienceWithLibraryMs = 10_000
  /// Delay between two connection attempts, in milliseconds.
  static let attemptPauseMs = 500
  /// Maximum number of reasons logged while NATS is unavailable.
  static let maxReasons = 16
  /// Time without NATS after which a problem is reported, in seconds.
  static let problemAfter: Double = 10

  /// Applies an action.
  ///
  /// - Returns: the effects, in order.
  func reduce(_ state: inout BridgeState, _ action: BridgeAction) -> [BridgeEffect] {
    var reduction = Reduction(state: BridgeState(), reducer: self)
    // Swap instead of copying: with a second reference, each change would copy the queue.
    swap(&reduction.state, &state)
    reduction.take(action)
    swap(&reduction.state, &state)
    return reduction.effects
  }

  /// Problems that need a person's attention, one sentence each.
  func problems(_ state: BridgeState) -> [String] {
    var problems: [String] = []
    let now = date()
    if let (reason, since) = state.hindrances.first(where: {
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
    if let place = state.place {
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
      status.state = state.obstacle == nil && state.place != nil ? .live : .away
      status.reason =
        status.state == .live ? nil : state.obstacle ?? "Looking for the stream."
      status.awaySince = state.obstacleSince
    }
    return status
  }
}

/// The processing of one action.
struct Reduction {
  var state: BridgeState
  var effects: [BridgeEffect] = []
  let reducer: BridgeReducer

  init(state: BridgeState, reducer: BridgeReducer) {
    self.state = state
    self.reducer = reducer
  }

  mutating func take(_ action: BridgeAction) {
    switch action {
    case .start: start()
    case .received(let caller, let command): receive(caller, command)
    case .beat(let head): heard(head, type: nil)
    case .published(let type, let head): heard(head, type: type)
    case .nats(let notice): take(notice)
    case .cannotConnect(let failure): isAway(failure.message, for: BridgeReducer.attemptPauseMs)
    case .connectAgain(let token): connectAgain(token)
    case .looked(let token, let result): looked(token, result)
    case .journal(let token, let result): asked(token, result)
    case .changed(let token, let failure): changed(token, failure)
    case .page(let token, let result): page(token, result)
    case .erased(let token, let result): erased(token, result)
    case .removed(let caller, let name, let failure): removed(caller, name, failure)
    case .handedOn: break
    case .goOn(let token): if state.step == .pausing(token) { look() }
    case .check(let round, let position): check(round, position)
    case .drain: drain()
    }
  }

  private mutating func take(_ notice: NATSNotice) {
    switch notice {
    case .connected(let server, let maxPayload): connected(server, maxPayload)
    case .disconnected(let reason): isAway(reason, for: BridgeReducer.patienceWithLibraryMs)
    case .ended(let reason): isAway(reason, for: BridgeReducer.attemptPauseMs)
    case .acknowledged(let round, let through): acknowledged(round, through)
    case .refused(let round, let failure): refused(round, failure)
    }
  }

  mutating func token() -> Token {
    defer { state.nextToken += 1 }
    return state.nextToken
  }

  mutating func log(_ level: LogEntry.Level, _ message: String) {
    effects.append(.log(LogEntry(level, message)))
  }

  private mutating func start() {
    guard state.phase == .idle else { return }
    state.phase = .running
    effects.append(.ready)
    guard reducer.isOn else {
      return log(.info, "STANDUPS_NATS_URL is not set, so no events are published to NATS.")
    }
    state.link = .away(reason: "Not connected yet.", since: reducer.date())
    effects += [.listen([]), .connect]
  }

  /// Stops publishing. After a restart, unacknowledged messages are sent again unless the stream
  /// has them.
  private mutating func drain() {
    state.phase = .draining
    state.step = .idle
    state.publishing = nil
  }

  // MARK: The connection

  private mutating func connected(_ server: String, _ maxPayload: Int) {
    guard state.phase == .running else { return }
    log(.info, "Connected to \(server).")
    state.link = .up(server: server, maxPayload: maxPayload)
    state.attempt = nil
    state.told = []
    state.refusals = 0
    clear()
    look()
  }

  /// Records that NATS is unavailable, and schedules a new connection attempt.
  ///
  /// - Parameter ms: delay of the attempt, in milliseconds.
  private mutating func isAway(_ reason: String, for ms: Int) {
    guard state.phase == .running else { return }
    var since = reducer.date()
    if case .away(_, let before) = state.link { since = before }
    if state.told.count < BridgeReducer.maxReasons, state.told.insert(reason).inserted {
      log(.warning, "\(reason) Events are waiting in the journal.")
    }
    state.link = .away(reason: reason, since: since)
    state.step = .idle
    state.publishing = nil
    clear()
    let token = token()
    state.attempt = token
    effects.append(.wait(ms: ms, then: .connectAgain(token)))
  }

  private mutating func connectAgain(_ token: Token) {
    guard state.phase == .running, state.attempt == token else { return }
    state.attempt = nil
    effects.append(.connect)
  }

  /// Records that no events can be published although NATS is connected.
  mutating func hinder(_ reason: String) {
    if state.obstacle != reason { log(.warning, "Cannot publish events to NATS: \(reason)") }
    state.obstacle = reason
    state.obstacleSince = state.obstacleSince ?? reducer.date()
  }

  mutating func clear() {
    state.obstacle = nil
    state.obstacleSince = nil
  }
}
