import Countdown
import StandupsDependencies
import Documents
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
    GatewayReduction(state: GatewayState(), reducer: self).change(&state) {
      switch action {
      case .common(let action): $0.take(action)
      }
      $0.beginWaiting()
    }
  }
}

/// Everything that can change the gateway's sessions and invitations.
enum GatewayAction: LaneServiceAction, Hashable {
  case common(LaneAction<GatewayCommand>)
}

/// A request to the shell.
enum GatewayEffect: LaneServiceEffect, Hashable {
  case common(LaneEffect<GatewayAction>)
}

extension GatewayReducer: LaneLogic {
  /// Commands have no steps besides their commit, and need no metrics.
  typealias Step = Never
  typealias Note = Never

  static var name: String { "gateway" }
  static var collections: [String] { [SavedInvite.collection, SavedSession.collection] }
  var moment: Int64 { clock().wallMs }

  func work(_ effect: GatewayEffect, _ state: GatewayState) -> ShellWork<GatewayAction> {
    switch effect {
    case .common(let effect): work(effect, state)
    }
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
