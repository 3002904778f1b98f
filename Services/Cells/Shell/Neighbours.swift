import Bus
import Configuration
import Connecting
import Foundation
import Glibc

/// The ways to other cells; each is connected to when it is first needed, with the key of this service.
actor Neighbours {
  private let variables: [String: String]
  private var connections: [String: BusConnection] = [:]

  /// - Parameter variables: the environment of this service.
  init(_ variables: [String: String] = ProcessInfo.processInfo.environment) {
    self.variables = variables
  }

  /// The way to the cell at a router.
  ///
  /// - Throws: `ConfigurationError`, `BusError`.
  func caller(at router: String) async throws -> any CommandCaller {
    if let known = connections[router] { return known.peer }
    let environment = try BusEnvironment(
      BusEnvironment.variables(variables, at: router), userID: getuid(), isTerminal: false)
    let connection = try BusConnection(
      name: "neighbour", environment: environment, closesWithin: .seconds(1))
    connections[router] = connection
    try await connection.peer.open()
    return connection.peer
  }

  func close() async {
    for connection in connections.values { await connection.close() }
    connections = [:]
  }
}
