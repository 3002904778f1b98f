import Foundation
import TestSupport
import Testing

@testable import BusRouter
@testable import Composition
@testable import Bus
@testable import ZeroMQ

/// Transports between the ends of a test's bus.
enum Wiring: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case inProcess, tcp, ipc
  var testDescription: String { rawValue }
}

/// A bus for one test: loops, a router that can be restarted, services and tools.
final class BusRig: @unchecked Sendable {
  // `@unchecked Sendable`: used by one test, one step after another.
  let wiring: Wiring
  let context: Context
  let routerLoop: SocketLoop
  let peerLoop: SocketLoop
  let directory: URL
  private let hub: InProcessHub
  private(set) var router: Router?
  private var endpoint: String
  private var transport: ZeroMQRouterTransport?
  private var peers: [Peer] = []
  private var runs: [Task<Void, any Error>] = []
  let routerNotices = Log<RouterNotice>()

  init(_ wiring: Wiring) throws {
    self.wiring = wiring
    context = try Context()
    routerLoop = try SocketLoop(name: "router")
    peerLoop = try SocketLoop(name: "peers")
    hub = InProcessHub(loop: routerLoop)
    directory = URL.temporaryDirectory.appending(path: "bus-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    endpoint =
      wiring == .tcp
      ? "tcp://127.0.0.1:0"
      : "ipc://\(directory.appending(path: "bus").path(percentEncoded: false))"
  }

  var commands: String { endpoint }

  @discardableResult
  func startRouter(
    _ integration: Integration = EchoService.integration, own: CommandTable = CommandTable(),
    _ configure: @escaping @Sendable (inout RouterConfiguration) -> Void = { _ in }
  ) async throws -> Router {
    while true {
      do {
        return try await openRouter(integration, own: own, configure)
      } catch let error as ZeroMQError where error.code == .addressInUse {
        // Sleeps because libzmq releases an address in the background and does not report when.
        try await peerLoop.sleep(until: .now.advanced(by: .milliseconds(5)))
      }
    }
  }

  private func openRouter(
    _ integration: Integration, own: CommandTable,
    _ configure: @escaping @Sendable (inout RouterConfiguration) -> Void
  ) async throws -> Router {
    let transport: any RouterTransport
    if wiring == .inProcess {
      transport = hub
    } else {
      let socket = ZeroMQRouterTransport(endpoint, context: context, loop: routerLoop)
      self.transport = socket
      transport = socket
    }
    let router = Router(
      transport: transport, integration: integration, own: own, configure: configure,
      onNotice: { [routerNotices] in routerNotices.add($0) })
    try await router.open()
    if let bound = self.transport?.boundEndpoint { endpoint = bound }
    self.router = router
    return router
  }

  func stopRouter() async throws {
    await router?.close()
    router = nil
    // libzmq releases an address in the background; until then it still accepts messages.
    try await waitUntil("The router's address is free.") { try !isListening }
  }

  /// True if the system still accepts connections to the router's address.
  private var isListening: Bool {
    get throws {
      guard wiring == .tcp, let port = endpoint.split(separator: ":").last.flatMap({ UInt16($0) })
      else { return UnixSocket.isListening(endpoint) }
      // proc(5): local address, remote address, and 0A for a listener. Connecting would not show it: without a
      // listener, a connection to a port of the same machine may connect to itself.
      let entry = String(format: "0100007F:%04X 00000000:0000 0A", port)
      return try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8).contains(entry)
    }
  }

  func peer(
    _ notices: Log<PeerNotice> = Log(), instance: UUID = UUID(),
    _ configure: (inout PeerConfiguration) -> Void = { _ in }
  ) -> Peer {
    var configuration = PeerConfiguration(endpoint: endpoint)
    configuration.heartbeatMs = 50
    configuration.helloMs = 50
    configure(&configuration)
    let transport: any PeerTransport =
      wiring == .inProcess
      ? hub.connect(on: peerLoop) : ZeroMQTransport(endpoint, context: context, loop: peerLoop)
    let peer = Peer(
      transport: transport, configuration: configuration, instance: instance,
      onNotice: { notices.add($0) })
    peers.append(peer)
    return peer
  }

  func tool() async throws -> Peer {
    let peer = peer()
    try await peer.open()
    return peer
  }

  /// Serves until the test ends.
  func serve(
    _ service: EchoService, on peer: Peer
  ) async -> (host: ServiceHost, run: Task<Void, any Error>) {
    let host = ServiceHost(service, on: peer)
    let run = Task { try await host.run() }
    runs.append(run)
    await service.begun.first { $0 == "start" }
    return (host, run)
  }

  func close() async throws {
    for run in runs { run.cancel() }
    for run in runs { _ = await run.result }
    for peer in peers { await peer.close() }
    try await stopRouter()
    #expect(await peerLoop.stop())
    #expect(await routerLoop.stop())
    try await context.close()
    try FileManager.default.removeItem(at: directory)
  }
}

/// Runs a test on a bus, then shuts it down.
func withBus(_ wiring: Wiring, _ body: (BusRig) async throws -> Void) async throws {
  let rig = try BusRig(wiring)
  var failure: (any Error)?
  do { try await body(rig) } catch { failure = error }
  try await rig.close()
  if let failure { throw failure }
}

/// The code of the error that a call must throw.
func code(
  of body: () async throws -> some Any, sourceLocation: SourceLocation = #_sourceLocation
) async -> BusError.Code? {
  do {
    _ = try await body()
    Issue.record("It did not fail.", sourceLocation: sourceLocation)
    return nil
  } catch let error as BusError {
    return error.code
  } catch {
    Issue.record("\(error)", sourceLocation: sourceLocation)
    return nil
  }
}
