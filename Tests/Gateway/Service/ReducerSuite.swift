import Bus
import Countdown
import Documents
import FastJSON
import Foundation
import ServiceShell
import StandupsDependencies
import TestSupport
import Testing

@testable import GatewayService

/// Tests of the decisions about access, action by action.
protocol ReducerSuite {}

extension ReducerSuite {
  typealias Store = TestStore<GatewayState, GatewayAction, GatewayEffect, Saved>

  /// The time of every decision, in milliseconds since 1970-01-01 UTC.
  static var nowMs: Int64 { 1_795_000_000_000 }

  /// A service that has loaded its state, and whose random bytes are all 7.
  func store(_ change: (inout Saved) -> Void = { _ in }) -> Store {
    var state = GatewayState()
    state.commands.phase = .ready
    change(&state.saved)
    let now = ClockReading(wallMs: Self.nowMs, boot: "b", uptimeUs: 0)
    let reducer = GatewayReducer(
      uuid: .incrementing,
      clock: ClockReader { now },
      random: { [UInt8](repeating: 7, count: $0) }, address: "http://127.0.0.1:8080/")
    return TestStore(
      state, view: \.saved, ignoring: { if case .common(.log) = $0 { true } else { false } },
      reduce: { reducer.reduce(&$0, $1) })
  }

  /// The next effect, which commits a decision.
  func commit(_ store: inout Store) throws -> (OperationID, ChangesDecided) {
    try store.take {
      if case .common(.commit(let id, let decided)) = $0 { (id, decided) } else { nil }
    }
  }

  /// The next effect, which replies to a caller.
  func reply(_ store: inout Store, _ caller: CallerID = 1) throws -> Result<RawJSON, BusError> {
    try store.take { if case .common(.reply(caller, let result)) = $0 { result } else { nil } }
  }
}
