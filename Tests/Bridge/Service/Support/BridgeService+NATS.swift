import BridgeAPI
import Foundation
import TestSupport
import ZeroMQ

@testable import BridgeService

extension BridgeService {
  /// A bridge in its shell, with libnats.
  static func overNATS(
    _ parent: MemoryParent, _ address: NATSAddress, _ loop: SocketLoop
  ) throws -> BridgeService {
    let inbox = NATSInbox()
    let settings = StreamSettings()
    let client = try NATSClient(address, settings) { inbox.put($0) }
    return BridgeService(
      on: loop, delegate: parent.delegate,
      reducer: BridgeReducer(
        world: World(client) { _ in parent.news() }, settings: settings, isOn: true),
      inbox: inbox)
  }

  /// How it is.
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
