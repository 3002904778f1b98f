public import Bus
import Foundation
import Glibc
public import ZeroMQ

/// The router's key directory: its own `router.key_secret` and, for each known key, a `.key` file
/// with a name and roles.
public struct KeyDirectory: Hashable, Sendable {
  /// A key that the router knows.
  public struct Entry: Hashable, Sendable {
    /// Name of the file in the directory.
    public var file: String
    /// Name of the key's owner. Several keys may share a name during key rotation.
    public var name: String
    /// Roles that the key grants.
    public var roles: [Role]
    /// The public key: 32 bytes (Curve25519), written in Z85.
    public var key: CurvePublicKey

    /// Creates an entry from the fields of a certificate.
    public init(file: String, name: String, roles: [Role], key: CurvePublicKey) {
      self.file = file
      self.name = name
      self.roles = roles
      self.key = key
    }
  }

  /// The base name of the router's own files, and the role in its public certificate.
  public static let router = "router"
  /// The `metadata` field of a certificate that holds the owner's name.
  public static let nameField = "name"
  /// The `metadata` field that holds the key's roles, such as `observer` or `service:focus`.
  public static let roleField = "role"

  /// Path of the directory as it was passed in; file names are appended after a slash.
  public let path: String

  /// Creates a reference to a key directory. Reads nothing; the directory need not exist yet.
  public init(_ path: String) { self.path = path }

  /// Path of the router's own secret certificate, `router.key_secret`.
  public var secretFile: String { "\(path)/\(Self.router)\(KeyFile.secretSuffix)" }
  /// Path of the router's public certificate, `router.key`, which its clients need.
  public var publicFile: String { "\(path)/\(Self.router)\(KeyFile.publicSuffix)" }

  /// Reads the router's own key pair.
  ///
  /// - Throws: `KeyFile.Problem` if the file is missing or unusable.
  public func routerKeys() throws(KeyFile.Problem) -> CurveKeyPair {
    try KeyFile.readPair(secretFile)
  }

  /// Reads the known keys, ordered by file name, and the problems of unusable files: an invalid
  /// file does not lock out other keys.
  ///
  /// - Throws: `KeyFile.Problem` if the directory cannot be read.
  public func entries() throws(KeyFile.Problem) -> (entries: [Entry], problems: [KeyFile.Problem]) {
    var entries: [Entry] = []
    var problems: [KeyFile.Problem] = []
    for file in try files() {
      do throws(KeyFile.Problem) {
        let entry = try entry(file)
        if let twin = entries.first(where: { $0.key == entry.key }) {
          throw KeyFile.Problem(
            .malformed,
            "\(path)/\(file) has the same key as \(twin.file). Remove one of them.")
        }
        entries.append(entry)
      } catch {
        problems.append(error)
      }
    }
    return (entries, problems)
  }

  private func entry(_ file: String) throws(KeyFile.Problem) -> Entry {
    let whole = "\(path)/\(file)"
    let certificate = try KeyFile.read(whole)
    guard certificate.secretKey == nil else {
      throw KeyFile.Problem(
        .malformed,
        "\(whole) holds a secret key, which only its owner should have."
      )
    }
    let roles: [Role]
    do throws(InvalidRoles) {
      roles = try Role.list(certificate.metadata[Self.roleField] ?? "")
    } catch {
      throw KeyFile.Problem(
        .malformed, "\(whole) has no valid role = \"…\" in its metadata: \(error).")
    }
    let stem = String(file.dropLast(KeyFile.publicSuffix.count))
    return Entry(
      file: file, name: certificate.metadata[Self.nameField] ?? stem, roles: roles,
      key: certificate.publicKey)
  }

  /// Returns the file names of the certificates, without the router's own. Hidden files are skipped
  /// because they are still being written.
  private func files() throws(KeyFile.Problem) -> [String] {
    guard let directory = opendir(path) else { throw KeyFile.systemProblem(path, "read") }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let isCertificate = name.hasSuffix(KeyFile.publicSuffix) && !name.hasPrefix(".")
      if isCertificate, name != Self.router + KeyFile.publicSuffix { names.append(name) }
    }
    return names.sorted()
  }

  /// Returns a fingerprint that changes when a key is added, replaced or removed, and is cheap to
  /// compute.
  ///
  /// - Throws: `KeyFile.Problem` if the directory cannot be read.
  public func state() throws(KeyFile.Problem) -> KeyDirectoryState {
    var files: [String: KeyDirectoryState.File] = [:]
    for name in try self.files() {
      var information = stat()
      // The file was removed after the directory was listed.
      guard stat("\(path)/\(name)", &information) == 0 else { continue }
      files[name] = KeyDirectoryState.File(
        inode: UInt64(information.st_ino), bytes: Int64(information.st_size),
        seconds: Int64(information.st_mtim.tv_sec), nanoseconds: Int64(information.st_mtim.tv_nsec),
        changed: Int64(information.st_ctim.tv_sec) * 1_000_000_000
          + Int64(information.st_ctim.tv_nsec))
    }
    return KeyDirectoryState(files: files)
  }
}

/// The metadata of the files in a key directory.
public struct KeyDirectoryState: Hashable, Sendable {
  struct File: Hashable, Sendable {
    var inode: UInt64
    var bytes: Int64
    var seconds: Int64
    var nanoseconds: Int64
    var changed: Int64
  }

  var files: [String: File]
}
