public import Bus
import StandupsConfiguration
public import Foundation
import Glibc
import ZeroMQ

/// Connections to other cells, as a tool with this program's own key. Each is opened on first use.
///
/// They have their own thread and context, so that a slow name lookup for a cell does not delay the
/// program's own connection.
public actor Neighbours {
  /// The thread and context of the sockets, created on first use.
  private struct Ground {
    let loop: SocketLoop
    let context: Context
  }

  private let variables: [String: String]
  private var ground: Ground?
  private var peers: [String: Peer] = [:]
  private var isClosed = false

  /// Creates a pool without connections.
  ///
  /// - Parameter variables: the environment of this program.
  public init(_ variables: [String: String] = ProcessInfo.processInfo.environment) {
    self.variables = variables
  }

  /// Returns the connection to the cell at a router and opens it on first use.
  ///
  /// - Throws: `ConfigurationError`, `ZeroMQError`, or `BusError` with `draining` after `close()`.
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

  /// Closes the connections to routers that are not in the set.
  public func keep(_ routers: Set<String>) async {
    for (router, peer) in peers where !routers.contains(router) {
      peers[router] = nil
      await peer.close()
    }
  }

  /// Closes all connections; `caller(at:)` fails from then on.
  public func close() async {
    isClosed = true
    await keep([])
    guard let ground else { return }
    self.ground = nil
    await ground.loop.stop()
    // Accepted messages have one second to be sent. A failure is ignored, because the process is
    // about to end.
    try? await ground.context.close(within: .seconds(1))
  }
}
