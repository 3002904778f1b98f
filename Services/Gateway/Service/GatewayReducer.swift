import Countdown
import StandupsDependencies
import GatewayAPI
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

  /// Handles an action.
  ///
  /// - Returns: the effects, in order.
  func reduce(_ state: inout GatewayState, _ action: GatewayAction) -> [GatewayEffect] {
    var reduction = GatewayReduction(state: GatewayState(), reducer: self)
    // Swap instead of copying: with a second reference, each change would copy the saved state.
    swap(&reduction.state, &state)
    reduction.take(action)
    reduction.beginWaiting()
    swap(&reduction.state, &state)
    return reduction.effects
  }
}

extension GatewayReducer: LaneLogic {
  /// Commands have no steps besides their commit, and need no metrics.
  typealias Step = Never
  typealias Note = Never

  static var name: String { "gateway" }
  static var collections: [String] { [SavedInvite.collection, SavedSession.collection] }
  var moment: Int64 { clock().wallMs }
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
