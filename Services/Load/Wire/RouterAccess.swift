import Bus
import Configuration
import Connecting
import Glibc
import ZeroMQ

/// The way into a router that runs.
struct RouterAccess: Hashable, Sendable {
  var commands: String
  var events: String
  /// Nil where the router uses no keys.
  var keys: ClientKeys?

  /// - Parameters:
  ///   - commands: the router's socket for commands.
  ///   - events: the router's socket on which events go out.
  ///   - environment: names the key, as for every program: `STANDUPS_KEY`, `STANDUPS_ROUTER_KEY`.
  /// - Throws: `ConfigurationError` where a variable or a key cannot be used, or where there is no key
  ///   and what is sent would leave this host.
  init(commands: String, events: String, environment: [String: String]) throws {
    self.commands = commands
    self.events = events
    let given = ["STANDUPS_COMMANDS": commands, "STANDUPS_EVENTS": events]
    let environment = environment.merging(given) { $1 }
    var settings = try BusEnvironment(environment, userID: getuid(), isTerminal: false)
    // Nothing is sent there; what it is by default says nothing.
    settings.ingest = commands
    keys = try settings.clientKeys()?.keys
  }
}

extension ThreadSocket {
  /// Makes this end a client with these keys; with none, an end without encryption. Before connecting.
  func use(_ keys: ClientKeys?) throws(ZeroMQError) {
    guard let keys else { return }
    try set(.curveServerKey, to: keys.router)
    try set(.curvePublicKey, to: keys.pair.publicKey)
    try set(.curveSecretKey, to: keys.pair.secretKey)
  }
}
