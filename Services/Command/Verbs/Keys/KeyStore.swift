import Bus
import CommandLineKit
import Connecting
import Foundation
import Glibc
import ServiceCatalog
import ZeroMQ

/// Keys of an installation: the router's directory and, next to it, a directory for each other
/// owner with that owner's secret key and the router's public key.
struct KeyStore {
  /// The directory that contains the owners' directories.
  let root: String
  /// The router's key directory.
  let directory: KeyDirectory

  /// Locates the keys without creating anything.
  ///
  /// - Parameter path: the directory that contains the owners' directories, or the router's own
  ///   directory.
  init(_ path: String) {
    let inner = KeyDirectory(path)
    if access(inner.secretFile, F_OK) == 0 {
      directory = inner
      root = (path as NSString).deletingLastPathComponent
    } else {
      root = path
      directory = KeyDirectory("\(path)/\(KeyDirectory.router)")
    }
  }

  /// Locates the keys from the router's directory, which need not exist.
  ///
  /// - Parameter path: the router's own directory.
  init(ofRouter path: String) {
    directory = KeyDirectory(path)
    root = (path as NSString).deletingLastPathComponent
  }

  /// The owners that every installation has, with their roles.
  static let usual: [(name: String, roles: [Role])] =
    ServiceCatalog.children.map { service in
      (
        service.name,
        [.service(service.name)] + (service.follows ? [.observer] : [])
          + (service.sends ? [.operator] : [])
      )
    } + [("operator", [.operator]), ("observer", [.observer]), ("loadtest", [.loadtest])]

  func folder(_ name: String) -> String { "\(root)/\(name)" }
  func secretFile(_ name: String) -> String { "\(folder(name))/\(name)\(KeyFile.secretSuffix)" }
  func routerCopy(_ name: String) -> String { "\(folder(name))/router\(KeyFile.publicSuffix)" }

  /// Reads the router's key pair.
  ///
  /// - Throws: `Failure` if the router has no keys.
  func routerKeys() throws -> CurveKeyPair {
    guard exists(directory.secretFile) else {
      throw Failure(
        .noInput, code: "no_keys",
        "No keys found in \(root). Create them with “standups keys init --directory \(root)”.")
    }
    return try directory.routerKeys()
  }

  /// Returns the keys that the router knows, ordered by name.
  ///
  /// - Throws: `KeyFile.Problem` or `Failure` if they cannot be read.
  func entries(_ context: CommandContext) throws -> [KeyDirectory.Entry] {
    _ = try routerKeys()
    let (entries, problems) = try directory.entries()
    for problem in problems {
      context.console.note("Ignoring a key: \(DisplayText.safe(problem.description))")
    }
    return entries.sorted { ($0.name, $0.file) < ($1.name, $1.file) }
  }

  func makeFolder(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Failure.file(path, "create", error)
    }
  }

  func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Copies the router's public key into an owner's directory.
  func giveRouterKey(_ key: CurvePublicKey, to name: String) throws {
    let path = routerCopy(name)
    let metadata = [KeyDirectory.nameField: "router", KeyDirectory.roleField: "router"]
    guard exists(path) else {
      return try KeyFile.write(
        CurveCertificate(publicKey: key, metadata: metadata), to: path)
    }
    guard try KeyFile.read(path).publicKey == key else {
      throw Failure(
        .data, code: "other_router",
        "\(path) is the key of another router. Remove it and run this command again.")
    }
  }

  /// Creates a key for an owner. The secret key is in the owner's directory, the public key in the
  /// router's.
  ///
  /// - Parameters:
  ///   - file: returns the file name of the public key.
  ///   - replaces: true to replace the owner's secret key.
  func make(
    _ name: String, _ roles: [Role], file: (CurvePublicKey) -> String, replaces: Bool = false
  ) throws -> KeyDirectory.Entry {
    let router = try routerKeys().publicKey
    try makeFolder(folder(name))
    try giveRouterKey(router, to: name)
    let pair = try CurveKeyPair.generate()
    let entry = try allow(name, roles, pair.publicKey, file: file(pair.publicKey))
    let certificate = CurveCertificate(pair, metadata: Self.metadata(name, roles))
    do {
      try KeyFile.write(certificate, to: secretFile(name), replaces: replaces)
    } catch {
      // Remove the public key, because it must not remain without its secret key.
      unlink("\(directory.path)/\(entry.file)")
      throw error
    }
    return entry
  }

  /// Adds a public key to the router's directory.
  func allow(
    _ name: String, _ roles: [Role], _ key: CurvePublicKey, file: String
  ) throws -> KeyDirectory.Entry {
    let certificate = CurveCertificate(publicKey: key, metadata: Self.metadata(name, roles))
    try KeyFile.write(certificate, to: "\(directory.path)/\(file)")
    return KeyDirectory.Entry(file: file, name: name, roles: roles, key: key)
  }

  static func metadata(_ name: String, _ roles: [Role]) -> [String: String] {
    [KeyDirectory.nameField: name, KeyDirectory.roleField: Role.text(roles)]
  }
}
