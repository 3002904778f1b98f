import Bus
import Countdown
import Dependencies
import ServiceShell

/// Who is let in: an action in, the state changed, effects out.
///
/// It does no I/O. Ids, clocks and random bytes are given to it.
struct GatewayReducer: Sendable {
  var uuid: UUIDGenerator = .live
  var clock: ClockReader = .live
  /// Draws so many bytes that nobody can guess.
  var random: @Sendable (Int) -> [UInt8] = { count in
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in .random(in: 0...255, using: &generator) }
  }
  /// Where the page is, with a slash at its end.
  var address: String

  /// How long a link can be used: ten minutes.
  static let inviteMs: Int64 = 600_000
  /// How long somebody stays logged in: 30 days.
  static let sessionMs: Int64 = 30 * 86_400_000
  /// How long a link to the calendar can be used: a year.
  static let calendarMs: Int64 = 365 * 86_400_000

  /// Takes an action.
  ///
  /// - Returns: what the shell has to do, in order.
  func reduce(_ state: inout GatewayState, _ action: GatewayAction) -> [GatewayEffect] {
    var reduction = Reduction(state: GatewayState(), reducer: self)
    // Swapped, not copied: a second reference would make every change copy what is saved.
    swap(&reduction.state, &state)
    reduction.take(action)
    reduction.beginWaiting()
    swap(&reduction.state, &state)
    return reduction.effects
  }
}

extension GatewayReducer {
  /// What is wrong and needs a person, one sentence each.
  func problems(_ state: GatewayState) -> [String] {
    state.saved.unreadable.keys.sorted().prefix(10).map { id in
      let what = state.saved.unreadable[id] == SavedInvite.collection ? "invitation" : "session"
      return
        "The \(what) \(id) is unreadable and cannot be used; discard it with “standups web revoke"
        + " \(id)”."
    }
  }
}

/// The work of one action.
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
