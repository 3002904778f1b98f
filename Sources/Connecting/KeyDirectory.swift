public import Bus
import Foundation
import Glibc
public import ZeroMQ

/// The router's directory of keys: its own `router.key_secret`, and a `.key` file with name and roles for
/// each key that it knows.
public struct KeyDirectory: Hashable, Sendable {
  /// One key that the router knows.
  public struct Entry: Hashable, Sendable {
    /// The file's name in the directory.
    public var file: String
    /// Whose key it is; several keys may have one name, while they are exchanged.
    public var name: String
    /// What the owner of the key may do.
    public var roles: [Role]
    /// The key itself: 32 bytes (Curve25519), written in Z85.
    public var key: CurvePublicKey

    /// A key that is known, as its certificate in the directory tells it.
    public init(file: String, name: String, roles: [Role], key: CurvePublicKey) {
      self.file = file
      self.name = name
      self.roles = roles
      self.key = key
    }
  }

  /// The name of the router's own files, and the role in its public certificate.
  public static let router = "router"
  /// Under which a certificate says whose key it is, in its section `metadata`.
  public static let nameField = "name"
  /// Under which it says there what the key may do, such as `observer` or `service:focus`.
  public static let roleField = "role"

  /// Where the directory is, as it was given; a file's name follows after a slash.
  public let path: String

  /// A directory of keys, which need not be there yet; nothing is read here.
  public init(_ path: String) { self.path = path }

  /// The path of the router's own secret certificate, `router.key_secret`.
  public var secretFile: String { "\(path)/\(Self.router)\(KeyFile.secretSuffix)" }
  /// The path of the router's public certificate, `router.key`, which its clients need.
  public var publicFile: String { "\(path)/\(Self.router)\(KeyFile.publicSuffix)" }

  /// The router's own keys.
  ///
  /// - Throws: `KeyFile.Problem`.
  public func routerKeys() throws(KeyFile.Problem) -> CurveKeyPair {
    try KeyFile.readPair(secretFile)
  }

  /// The keys that the router knows, by file name, and what is wrong with files that cannot be used: one bad
  /// file does not shut out the others.
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
    guard let roles = certificate.metadata[Self.roleField].flatMap(Role.list) else {
      throw KeyFile.Problem(
        .malformed,
        "\(whole) has no valid role in its metadata; expected role = \"observer\","
          + " \"operator\", \"loadtest\" or \"service:<name>\".")
    }
    let stem = String(file.dropLast(KeyFile.publicSuffix.count))
    return Entry(
      file: file, name: certificate.metadata[Self.nameField] ?? stem, roles: roles,
      key: certificate.publicKey)
  }

  /// Names of certificates, without the router's own; hidden files are not complete yet.
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

  /// What changes whenever a key is added, replaced or removed, and costs little to look at.
  ///
  /// - Throws: `KeyFile.Problem` if the directory cannot be read.
  public func state() throws(KeyFile.Problem) -> KeyDirectoryState {
    var files: [String: KeyDirectoryState.File] = [:]
    for name in try self.files() {
      var information = stat()
      // One that is gone again is not there.
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

/// How the files of a directory of keys stand.
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
