import Bus
import Countdown
import StandupsDependencies
import ServiceShell
import StandupsAPI

/// The logic of the standups service: it handles an action, changes the state, and returns effects.
///
/// It does no I/O. Ids, dates and clocks are injected.
struct StandupsReducer: Sendable {
  var uuid: UUIDGenerator
  /// Generates ids of events, which increase with time.
  var eventID: UUIDGenerator
  var date: DateGenerator
  var clock: ClockReader
  /// Retention of transcripts, in days; nil for no limit.
  var transcriptDays: Int?

  /// Handles an action.
  ///
  /// - Returns: the tasks for the shell, in order.
  func reduce(_ state: inout StandupsState, _ action: StandupsAction) -> [StandupsEffect] {
    StandupsReduction(state: StandupsState(), reducer: self).change(&state) {
      $0.take(action)
      $0.continueSharing()
      $0.notifyMore()
      $0.runWaiting()
    }
  }
}

extension StandupsReducer: ServiceLogic {
  static var initial: StandupsState { StandupsState() }
  static var start: StandupsAction { .start }
  static var drain: StandupsAction { .drain }
  static var alarm: StandupsAction? { .overdue }

  static func received(
    _ caller: CallerID, _ command: StandupsCommand, _ header: Header
  ) -> StandupsAction {
    .received(caller, command, header)
  }

  func alarm(_ state: StandupsState) -> Int64? { state.isDraining ? nil : state.due.firstMs }
  func milliseconds(until alarm: Int64) -> Int64 { alarm - clock().uptimeMs }

  func isReady(_ state: StandupsState) -> Bool { state.phase == .ready }
  func isAtRest(_ state: StandupsState) -> Bool { state.isDraining && state.isIdle }
}
