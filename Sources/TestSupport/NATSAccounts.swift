public import Foundation

/// A NATS operator with one account that has JetStream, and the server configuration for them.
public struct NATSAccounts: Sendable {
  private let account: NATSKey
  /// Lines for a server's configuration: the trusted operator, and the accounts in memory.
  public let configuration: String

  /// Creates an operator and an account with new keys.
  ///
  /// - Throws: an error of JSON encoding.
  public init() throws {
    let version = 2
    let (operatorKey, account) = (NATSKey(.operatorRole), NATSKey(.account))
    self.account = account
    let system = NATSKey(.account).publicKey
    let name = try operatorKey.token(
      for: operatorKey.publicKey,
      ["type": "operator", "version": version, "system_account": system])
    func limits(hasStreams: Bool) -> [String: Any] {
      let most: [String: Any] = [
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "conn": -1,
        "leaf": -1, "wildcards": true,
      ]
      let streams: [String: Any] = [
        "mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1,
      ]
      return hasStreams ? most.merging(streams) { $1 } : most
    }
    func token(_ key: String, hasStreams: Bool) throws -> String {
      try operatorKey.token(
        for: key,
        ["type": "account", "version": version, "limits": limits(hasStreams: hasStreams)])
    }
    configuration = """
      operator: "\(name)"
      system_account: \(system)
      resolver: MEMORY
      resolver_preload: {
        \(account.publicKey): "\(try token(account.publicKey, hasStreams: true))"
        \(system): "\(try token(system, hasStreams: false))"
      }
      """
  }

  /// Returns the contents of a `.creds` file for a new user: the token, and the seed of its key.
  ///
  /// - Parameters:
  ///   - expiring: expiry of the credentials; nil for never.
  ///   - rights: permissions, `pub` and `sub` as in a token. Default: all.
  /// - Throws: an error of JSON encoding.
  public func credentials(
    expiring: Date? = nil, rights: [String: [String]] = [:]
  ) throws -> String {
    let user = NATSKey(.user)
    let token = try account.token(
      for: user.publicKey,
      [
        "type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1,
        "pub": rights["pub"].map { ["allow": $0] } ?? [:],
        "sub": rights["sub"].map { ["allow": $0] } ?? [:],
      ], expiring: expiring)
    return """
      -----BEGIN NATS USER JWT-----
      \(token)
      ------END NATS USER JWT------

      -----BEGIN USER NKEY SEED-----
      \(user.seed)
      ------END USER NKEY SEED------

      """
  }
}
