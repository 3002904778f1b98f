import PostgreSQL

/// The place where leases are stored, as given by a setting.
public enum LeasePlace: Hashable, Sendable, CustomStringConvertible {
  /// A database that all hosts can reach.
  case server(ServerAddress)
  /// A file, for the processes of one host.
  case file(String)

  /// The address of a server; may contain a password.
  public struct ServerAddress: Hashable, Sendable {
    let address: PostgreSQLAddress
  }

  /// The accepted forms, for an error message.
  public static let form = "postgres://user@host,host/database?… or the absolute path of a file"

  /// Parses a setting.
  ///
  /// - Returns: nil for a string of any other form.
  public init?(_ text: String) {
    if PostgreSQLAddress.isOne(text) {
      guard let address = PostgreSQLAddress(text) else { return nil }
      self = .server(ServerAddress(address: address))
    } else if text.hasPrefix("/"), !text.hasSuffix("/"), text.utf8.count <= 512 {
      self = .file(text)
    } else {
      return nil
    }
  }

  /// The place without a password.
  public var description: String {
    switch self {
    case .server(let server): "the database \(server.address)"
    case .file(let path): path
    }
  }

  /// Creates the store, not yet connected.
  public func store() -> sending any LeaseStore {
    switch self {
    case .server(let server): PostgreSQLLease(server.address)
    case .file(let path): SQLiteLease(path: path)
    }
  }
}
