import BridgeAPI
import Foundation
import TestSupport
import ZeroMQ

@testable import BridgeService

extension BridgeService {
  /// A bridge in its shell, with libnats.
  static func overNATS(
    _ router: InMemoryRouter, _ address: NATSAddress, _ loop: SocketLoop
  ) throws -> BridgeService {
    let notices = NoticeQueue()
    let settings = StreamSettings()
    let client = try NATSClient(address, settings) { notices.put($0) }
    return BridgeService(
      on: loop, delegate: router.delegate,
      reducer: BridgeReducer(
        io: BridgeIO(client) { _ in router.news() }, settings: settings, isOn: true),
      notices: notices)
  }

  /// Status of the bridge.
  var status: BridgeStatus { get async { shell.logic.status(await shell.state) } }

  /// Waits until a state is reached; the suite's time limit ends it.
  func until(_ isSo: (BridgeStatus) -> Bool) async throws -> BridgeStatus {
    var last = await status
    try await waitUntil("The bridge reaches the state.") {
      if isSo(last) { return true }
      last = await status
      return isSo(last)
    }
    return last
  }

  /// Waits until NATS is unavailable with a reason that contains these words.
  func awaySaying(_ words: String...) async throws {
    _ = try await until { status in
      status.state == .away && words.allSatisfy { status.reason?.contains($0) == true }
    }
  }
}
