public import Bus
import Configuration
public import Foundation
import Glibc
import ZeroMQ

/// The ways to other cells: each is connected to when it is first needed, as a tool, with this program's own key.
///
/// They share a thread and a context apart from the program's own: a cell whose name takes its time to be looked up holds
/// up nothing here.
public actor Neighbours {
  /// What the sockets need, made with the first of them.
  private struct Ground {
    let loop: SocketLoop
    let context: Context
  }

  private let variables: [String: String]
  private var ground: Ground?
  private var peers: [String: Peer] = [:]
  private var isClosed = false

  /// - Parameter variables: the environment of this program.
  public init(_ variables: [String: String] = ProcessInfo.processInfo.environment) {
    self.variables = variables
  }

  /// The way to the cell at a router.
  ///
  /// - Throws: `ConfigurationError`, `ZeroMQError`, `BusError`.
  public func caller(at router: String) async throws -> any TargetCaller {
    if let known = peers[router] { return known }
    guard !isClosed else { throw BusError(.draining, "The connections to other cells are closed.") }
    let environment = try BusEnvironment(
      BusEnvironment.variables(variables, at: router), userID: getuid(), isTerminal: false)
    try environment.secureRuntimeDirectory()
    let keys = try environment.clientKeys()
    let ground = try ground ?? Ground(loop: SocketLoop(name: "neighbours"), context: Context())
    self.ground = ground
    let peer = Peer(
      transport: ZeroMQTransport(
        environment.commands, context: ground.context, loop: ground.loop, keys: keys),
      configuration: PeerConfiguration(endpoint: environment.commands))
    peers[router] = peer
    do {
      try await peer.open()
      return peer
    } catch {
      peers[router] = nil
      throw error
    }
  }

  /// Leaves the cells that are at none of these routers any more.
  public func keep(_ routers: Set<String>) async {
    for (router, peer) in peers where !routers.contains(router) {
      peers[router] = nil
      await peer.close()
    }
  }

  /// Leaves them all.
  public func close() async {
    isClosed = true
    await keep([])
    guard let ground else { return }
    self.ground = nil
    await ground.loop.stop()
    // What was accepted may take a second to leave; the process ends anyway.
    try? await ground.context.close(within: .seconds(1))
  }
}
