public import Bus
public import Configuration
import Foundation
import Glibc
import ZeroMQ

extension BusEnvironment {
  /// The name of the files in the user's directory of settings.
  public static let ownKey = "standups" + KeyFile.secretSuffix

  /// The keys with which this program connects; nil where it uses none.
  ///
  /// - Throws: `ConfigurationError` if a file cannot be used, or if there is no key and what is sent would
  ///   leave this host.
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

  /// The secret certificate to use.
  private var keyFile: String? {
    if let key { return key == Self.noKey ? nil : key }
    let isTCP = [commands, events].flatMap(Endpoint.list).contains { $0.hasPrefix("tcp://") }
    guard isTCP, let file = configurationDirectory.map({ "\($0)/\(Self.ownKey)" }),
      access(file, F_OK) == 0
    else { return nil }
    return file
  }

  /// A path, or a key in Z85.
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

  /// Refuses to let anything leave the host unencrypted, unless that was said to be wanted.
  ///
  /// - Parameter sentence: says what is wrong with an endpoint, and what to do; without its end.
  /// - Throws: `ConfigurationError`.
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
