import Bus
import Configuration
import Connecting
import Glibc
import ZeroMQ

/// The way into a router that runs.
struct RouterAccess: Hashable, Sendable {
  /// Of several routers that take turns with commas between them.
  var commands: String
  var events: String
  /// Nil where the router uses no keys.
  var keys: ClientKeys?

  /// - Parameters:
  ///   - commands: the router's socket for commands; those of several that take turns with commas.
  ///   - events: the router's socket on which events go out; the same.
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
  /// How soon one of several routers that is gone without a word is noticed, in milliseconds.
  private static let patienceMs = 2500

  /// Connects to a router, or to all of several that take turns: only the active one is bound, so what is sent goes there.
  ///
  /// - Parameter routers: with commas between them.
  func connect(toEach routers: String) throws(ZeroMQError) {
    let addresses = routers.routerAddresses
    if addresses.count > 1 {
      // Nothing waits for one that is not there.
      try set(.immediate, to: true)
      try set(.heartbeatIvl, to: Self.patienceMs / 2)
      try set(.heartbeatTimeout, to: Self.patienceMs)
      try set(.reconnectIvl, to: 50)
    }
    for address in addresses { try connect(address) }
  }

  /// Makes this end a client with these keys; with none, an end without encryption. Before connecting.
  func use(_ keys: ClientKeys?) throws(ZeroMQError) {
    guard let keys else { return }
    try set(.curveServerKey, to: keys.router)
    try set(.curvePublicKey, to: keys.pair.publicKey)
    try set(.curveSecretKey, to: keys.pair.secretKey)
  }
}
