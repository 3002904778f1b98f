import Bus
import AccessRights
import StandupsConfiguration
import Connecting
import Foundation
import StandupsLogging
import ServiceCatalog
import ZeroMQ

/// The router's keys, read at its start and again whenever a file in their directory changes.
///
/// `@unchecked Sendable`: the mutable state is used on the loop only.
final class RouterKeys: @unchecked Sendable {
  let access: AccessControl
  private let directory: KeyDirectory
  private let own: CurveKeyPair
  private let log: Log
  private let loop: SocketLoop
  private var state: KeyDirectoryState?
  private var problems: [String] = []

  /// Interval between checks for changes.
  private static let period = Duration.seconds(1)

  /// Reads the keys; nil if none are configured.
  ///
  /// - Throws: `ConfigurationError` if the router's own key cannot be used, or if it would listen
  ///   on addresses that other hosts can reach, without keys.
  static func make(_ environment: BusEnvironment, log: Log, loop: SocketLoop) throws -> RouterKeys?
  {
    guard let path = environment.keysDirectory else {
      try refuseExposure(environment, log)
      return nil
    }
    do {
      return try RouterKeys(KeyDirectory(path), log: log, loop: loop)
    } catch let problem as KeyFile.Problem {
      var sentence = problem.description
      if problem.kind == .missing {
        sentence +=
          " Create it with “standups keys init --directory DIR”, which writes it to DIR/router."
      }
      throw ConfigurationError("STANDUPS_KEYS", sentence)
    }
  }

  private static func refuseExposure(_ environment: BusEnvironment, _ log: Log) throws {
    let endpoints = [environment.commands, environment.events, environment.ingest]
    try environment.requireEncryption(endpoints, "STANDUPS_KEYS") {
      "\($0) is reachable from other hosts, and without keys any client there has full access: create"
        + " keys with “standups keys init --directory DIR” and set STANDUPS_KEYS=DIR/router"
    }
    if !endpoints.allSatisfy(Endpoint.staysHere) {
      log.warning(
        "STANDUPS_INSECURE=yes: any client that reaches the router's sockets has full access.")
    }
  }

  /// Ephemeral event types that only their own service may publish.
  private static let types = EphemeralTypes(
    own: Dictionary(uniqueKeysWithValues: ServiceCatalog.all.map { ($0.name, $0.ephemeral) }),
    reserved: ServiceCatalog.reservedWords)

  private init(_ directory: KeyDirectory, log: Log, loop: SocketLoop) throws {
    self.directory = directory
    self.log = log
    self.loop = loop
    own = try directory.routerKeys()
    let state = try directory.state()
    let (entries, problems) = try directory.entries()
    self.state = state
    self.problems = problems.map(Self.sentence)
    let refusals = RefusalLog(log)
    access = AccessControl(
      keys: own, ring: KeyRing(entries.map(\.rights)), types: Self.types, loop: loop
    ) { refusals.note($0) }
    for problem in self.problems { log.error(problem) }
    log.info(
      "Accepting only connections with a known key.",
      ["keys": LogValue(entries.count), "router": LogValue(own.publicKey.fingerprint)])
  }

  /// Checks for changes now, because the router may have stood by since it read the keys, and then
  /// once a second until the loop stops. Call it on the loop.
  func watch(_ changed: @escaping @Sendable (KeyRing) -> Void) {
    if let ring = reload() { changed(ring) }
    loop.schedule(after: Self.period) { [weak self] in self?.watch(changed) }
  }

  /// The keys if they have changed since the last check; nil otherwise.
  private func reload() -> KeyRing? {
    do {
      // Read the state first, so that a change during the reading causes another reload.
      let state = try directory.state()
      guard state != self.state else { return nil }
      let (entries, problems) = try directory.entries()
      self.state = state
      note(problems.map(Self.sentence))
      log.info("Reloaded the keys.", ["keys": LogValue(entries.count)])
      return KeyRing(entries.map(\.rights))
    } catch {
      // The previously read keys stay valid.
      note(["The keys cannot be reloaded, so the previous ones remain valid: \(error)"])
      return nil
    }
  }

  private static func sentence(_ problem: some CustomStringConvertible) -> String {
    "Ignoring a key: \(problem)"
  }

  /// Logs each problem once while it lasts.
  private func note(_ sentences: [String]) {
    for sentence in sentences where !problems.contains(sentence) {
      log.error(sentence)
    }
    problems = sentences
  }
}

extension KeyDirectory.Entry {
  /// Rights of the key.
  var rights: Rights { Rights(name: name, key: key, roles: roles) }
}
