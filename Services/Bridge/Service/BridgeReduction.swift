import Bus
import FastJSON
import StandupsLogging
import ServiceShell

/// Handles one action.
struct BridgeReduction: ServiceReduction {
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
    case .beat(let head): journalAdvanced(to: head, type: nil)
    case .published(let type, let head): journalAdvanced(to: head, type: type)
    case .nats(let notice): take(notice)
    case .cannotConnect(let failure):
      connectionLost(failure.message, retryAfterMs: BridgeReducer.attemptPauseMs)
    case .connectAgain(let token): connectAgain(token)
    case .looked(let token, let result): looked(token, result)
    case .journal(let token, let result): asked(token, result)
    case .changed(let token, let failure): changed(token, failure)
    case .page(let token, let result): page(token, result)
    case .erased(let token, let result): erased(token, result)
    case .removed(let caller, let name, let failure): removed(caller, name, failure)
    case .handedOn: break
    case .goOn(let token): if state.step == .pausing(token) { checkStreams() }
    case .check(let round, let position): check(round, position)
    case .drain: drain()
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
}

extension BridgeReduction {
  mutating func receive(_ caller: CallerID, _ command: BridgeCommand) {
    switch command {
    case .status: answer(caller)
    case .rebuild: rebuild(caller)
    case .remove(let name): remove(caller, name)
    }
  }

  mutating func answer(_ caller: CallerID) {
    let status = reducer.status(state)
    effects.append(
      .reply(
        caller,
        Result { try RawJSON(encoding: status) }.mapError { BusError(.internal, "\($0)") }))
  }

  mutating func refuse(_ caller: CallerID, _ error: BusError) {
    effects.append(.reply(caller, .failure(error)))
  }

  static let off = BusError(
    .invalid, "NATS is not configured; set STANDUPS_NATS_URL for the bridge and restart it.")

  static let away = BusError(
    .unavailable, "NATS is unavailable; try again later.", retryAfterMs: 1000)
}
