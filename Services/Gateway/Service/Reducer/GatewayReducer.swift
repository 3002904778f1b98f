import Bus
import Countdown
import Dependencies
import ServiceShell

/// Logic of sessions and invitations, as a pure function: it takes an action, changes the state,
/// and returns effects.
///
/// It does no I/O. Ids, clocks and random bytes are injected.
struct GatewayReducer: Sendable {
  var uuid: UUIDGenerator = .live
  var clock: ClockReader = .live
  /// Returns this number of cryptographically random bytes.
  var random: @Sendable (Int) -> [UInt8] = { count in
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in .random(in: 0...255, using: &generator) }
  }
  /// URL of the page, with a trailing slash.
  var address: String

  /// Lifetime of an invitation link: ten minutes.
  static let inviteMs: Int64 = 600_000
  /// Lifetime of a session: 30 days.
  static let sessionMs: Int64 = 30 * 86_400_000
  /// Lifetime of a calendar link: one year.
  static let calendarMs: Int64 = 365 * 86_400_000

  /// Applies an action.
  ///
  /// - Returns: the effects, in order.
  func reduce(_ state: inout GatewayState, _ action: GatewayAction) -> [GatewayEffect] {
    var reduction = Reduction(state: GatewayState(), reducer: self)
    // Swap instead of copying: with a second reference, each change would copy the saved state.
    swap(&reduction.state, &state)
    reduction.take(action)
    reduction.beginWaiting()
    swap(&reduction.state, &state)
    return reduction.effects
  }
}

extension GatewayReducer {
  /// Problems that need a person's attention, one sentence each.
  func problems(_ state: GatewayState) -> [String] {
    state.saved.unreadable.keys.sorted().prefix(10).map { id in
      let what = state.saved.unreadable[id] == SavedInvite.collection ? "invitation" : "session"
      return
        "The \(what) \(id) is unreadable and cannot be used; discard it with “standups web revoke"
        + " \(id)”."
    }
  }
}

/// The processing of one action.
struct Reduction: LaneReduction {
  var state: GatewayState
  var effects: [GatewayEffect] = []
  let reducer: GatewayReducer

  mutating func take(_ action: GatewayAction) {
    switch action {
    case .start: load()
    case .loaded(let result): loaded(result)
    case .retryLoading: retryLoading()
    case .received(let caller, let command, let header):
      receive(Waiting(caller: caller, command: command, header: header))
    case .committed(let id, let result): committed(id, result)
    case .retryCommit(let id): retryCommit(id)
    case .drain: drain()
    }
  }
}
