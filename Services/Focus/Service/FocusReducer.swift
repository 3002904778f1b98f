import Countdown
import StandupsDependencies

/// The logic of the focus service: it handles an action, changes the state, and returns effects.
///
/// It does no I/O. Ids and clocks are injected.
struct FocusReducer: Sendable {
  var uuid: UUIDGenerator = .live
  var clock: ClockReader = .live
  /// Default duration of a focus session, in milliseconds.
  var defaultMs: Int64

  /// Handles an action.
  ///
  /// - Returns: the effects, in order.
  func reduce(_ state: inout FocusState, _ action: FocusAction) -> [FocusEffect] {
    FocusReduction(state: FocusState(), reducer: self).change(&state) {
      $0.take(action)
      $0.beginWaiting()
      $0.notifyClocks()
    }
  }
}

extension FocusReducer {
  /// Problems that need a person's attention, one sentence each.
  func problems(_ state: FocusState) -> [String] {
    let people = state.saved.unreadable.sorted().map {
      "The focus session of “\($0)” cannot be read and is left unchanged; restore a backup, or discard it "
        + ($0.isValid
          ? "with “standups focus stop --person \($0)”."
          : "by sending focus.forget for this person.")
    }
    let items = state.saved.unreadableItems.sorted()
    guard let first = items.first else { return people }
    let problem =
      if items.count == 1 {
        "The focus session \(first) cannot be read; delete it with “standups focus delete \(first)”."
      } else {
        "\(items.count) focus sessions, such as \(first), cannot be read; delete each with “standups focus delete ID”."
      }
    return people + [problem]
  }
}
