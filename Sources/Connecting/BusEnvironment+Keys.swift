public import Bus
public import StandupsConfiguration
import Foundation
import Glibc
import ZeroMQ

extension BusEnvironment {
  /// File name of the user's own secret key in the configuration directory.
  public static let ownKey = "standups" + KeyFile.secretSuffix

  /// Returns the keys with which this program connects; nil if it uses none.
  ///
  /// - Throws: `ConfigurationError` if a file is unusable, or if traffic would leave this host
  ///   without a key.
  public func clientKeys() throws(ConfigurationError) -> KeySource? {
    guard let file = keyFile else {
      try requireEncryption([commands, events, ingest], "STANDUPS_KEY") {
        "\($0) is on another host, and without a key the traffic is not encrypted; set"
          + " STANDUPS_KEY and STANDUPS_ROUTER_KEY (“standups keys add” creates a key)"
      }
      return nil
    }
    let router = try routerKeyPlace(beside: file)
    let keys = try Self.keys(file, router)
    return KeySource(keys) { try? Self.keys(file, router) }
  }

  /// Path of the secret certificate to use; nil for none.
  private var keyFile: String? {
    if let key { return key == Self.noKey ? nil : key }
    let isTCP = [commands, events].flatMap(Endpoint.list).contains { $0.hasPrefix("tcp://") }
    guard isTCP, let file = configurationDirectory.map({ "\($0)/\(Self.ownKey)" }),
      access(file, F_OK) == 0
    else { return nil }
    return file
  }

  /// Returns the router's public key: a path, or a key in Z85.
  private func routerKeyPlace(beside file: String) throws(ConfigurationError) -> String {
    if let routerKey { return routerKey }
    let name = "/\(KeyDirectory.router)\(KeyFile.publicSuffix)"
    let beside = (file as NSString).deletingLastPathComponent + name
    let places = [beside] + (configurationDirectory.map { [$0 + name] } ?? [])
    if let place = places.first(where: { access($0, F_OK) == 0 }) { return place }
    throw ConfigurationError(
      "STANDUPS_ROUTER_KEY",
      "the router's public key, which \(file) needs, was not found at \(places[0]). “standups keys"
        + " show” prints it.")
  }

  private static func keys(
    _ file: String, _ router: String
  ) throws(ConfigurationError) -> ClientKeys {
    let pair: CurveKeyPair
    do {
      pair = try KeyFile.readPair(file)
    } catch {
      throw ConfigurationError("STANDUPS_KEY", error.description)
    }
    if let key = routerKey(router) {
      return ClientKeys(pair: pair, router: key)
    }
    do {
      return ClientKeys(pair: pair, router: try KeyFile.read(router).publicKey)
    } catch {
      throw ConfigurationError("STANDUPS_ROUTER_KEY", error.description)
    }
  }

  /// Rejects endpoints through which traffic would leave the host unencrypted, unless insecure
  /// traffic is allowed.
  ///
  /// - Parameter sentence: returns the start of the message about an endpoint, with the problem and
  ///   a remedy; this method appends the alternative, `STANDUPS_INSECURE`.
  /// - Throws: `ConfigurationError` for the first such endpoint.
  public func requireEncryption(
    _ endpoints: [String], _ variable: String, _ sentence: (String) -> String
  ) throws(ConfigurationError) {
    guard !isInsecure,
      let endpoint = endpoints.flatMap(Endpoint.list).first(where: { !Endpoint.staysHere($0) })
    else { return }
    throw ConfigurationError(
      variable, sentence(endpoint) + ", or STANDUPS_INSECURE=yes if the network is private.")
  }
}
