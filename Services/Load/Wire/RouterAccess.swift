import Bus
import StandupsConfiguration
import Connecting
import Glibc
import ZeroMQ

/// Access to a running router.
struct RouterAccess: Hashable, Sendable {
  /// Endpoint for commands; those of redundant routers are separated by commas.
  var commands: String
  var events: String
  /// Keys of the client; nil if the router uses none.
  var keys: ClientKeys?

  /// Reads the keys from the environment.
  ///
  /// - Parameters:
  ///   - commands: the router's endpoint for commands; those of redundant routers are separated by
  ///     commas.
  ///   - events: the router's endpoint for events, in the same form.
  ///   - environment: contains the keys, as for every program: `STANDUPS_KEY`,
  ///     `STANDUPS_ROUTER_KEY`.
  /// - Throws: `ConfigurationError` if a variable or a key is invalid, or if messages would leave
  ///   this host without a key.
  init(commands: String, events: String, environment: [String: String]) throws {
    self.commands = commands
    self.events = events
    let given = ["STANDUPS_COMMANDS": commands, "STANDUPS_EVENTS": events]
    let environment = environment.merging(given) { $1 }
    var settings = try BusEnvironment(environment, userID: getuid(), isTerminal: false)
    // The tester sends nothing to the ingest endpoint, so its default must not affect the check.
    settings.ingest = commands
    keys = try settings.clientKeys()?.keys
  }
}

extension ThreadSocket {
  /// Time after which the silent loss of one of several routers is noticed, in milliseconds.
  private static let patienceMs = 2500

  /// Connects to a router, or to all of several redundant routers. Only the active router is bound,
  /// so messages go to it.
  ///
  /// - Parameter routers: endpoints, separated by commas.
  func connect(toEach routers: String) throws(ZeroMQError) {
    let addresses = routers.routerAddresses
    if addresses.count > 1 {
      // Messages do not queue for an unavailable router.
      try set(.immediate, to: true)
      try set(.heartbeatIvl, to: Self.patienceMs / 2)
      try set(.heartbeatTimeout, to: Self.patienceMs)
      try set(.reconnectIvl, to: 50)
    }
    for address in addresses { try connect(address) }
  }

  /// Makes this socket a client with these keys; nil disables encryption. Call it before
  /// connecting.
  func use(_ keys: ClientKeys?) throws(ZeroMQError) {
    guard let keys else { return }
    try set(.curveServerKey, to: keys.router)
    try set(.curvePublicKey, to: keys.pair.publicKey)
    try set(.curveSecretKey, to: keys.pair.secretKey)
  }
}
