import Foundation
import Glibc
public import ZeroMQ

/// A certificate file: `<name>.key` is public, `<name>.key_secret` is for its owner only.
public enum KeyFile {
  /// Suffix of a public certificate's file name.
  public static let publicSuffix = ".key"
  /// Suffix of a secret certificate's file name.
  public static let secretSuffix = ".key_secret"
  /// Maximum size of a certificate, in bytes; a larger file is not a certificate.
  private static let maxBytes = 65_536

  /// The reason why a key file cannot be used.
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The category of a problem, for programs; people read `description`.
    public enum Kind: Hashable, Sendable {
      /// The file does not exist.
      case missing
      /// A system call failed with this `errno`.
      case system(Int32)
      /// Other users may read the file.
      case exposed
      /// The file is not a certificate that can be used here.
      case malformed
      /// The file already exists.
      case exists
    }

    /// The category of the problem.
    public var kind: Kind
    /// A sentence that names the file and gives the remedy.
    public var description: String

    /// Creates a problem; the description names the file and gives the remedy.
    public init(_ kind: Kind, _ description: String) {
      self.kind = kind
      self.description = description
    }
  }

  /// Reads a certificate.
  ///
  /// - Throws: `Problem` if the file is missing or not a certificate.
  public static func read(_ path: String) throws(Problem) -> CurveCertificate {
    let (bytes, information): ([UInt8], stat)
    do throws(Problem) {
      (bytes, information) = try contents(path)
    } catch  where error.kind == .missing {
      throw Problem(.missing, "\(error.description) Create keys with “standups keys”.")
    }
    let certificate: CurveCertificate
    do {
      certificate = try CurveCertificate(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Problem(.malformed, "\(path) is not a valid certificate: \(error).")
    }
    if certificate.secretKey != nil { try requirePrivate(path, information) }
    return certificate
  }

  /// Reads a program's key pair.
  ///
  /// - Throws: `Problem` if the file is missing, is not a certificate, has no secret key, or may be
  ///   read by other users.
  public static func readPair(_ path: String) throws(Problem) -> CurveKeyPair {
    let certificate = try read(path)
    let pair: CurveKeyPair?
    do {
      pair = try certificate.pair
    } catch {
      throw Problem(.malformed, "\(path) holds an invalid key: \(error).")
    }
    guard let pair else {
      throw Problem(
        .malformed, "\(path) has no secret key. Use the file that ends in “\(secretSuffix)”.")
    }
    return pair
  }

  /// Reads a file of at most 64 KiB: a key or a certificate in another format, such as that of TLS, or a
  /// configuration.
  ///
  /// - Parameter isSecret: true to require that no other user may read it.
  /// - Throws: `Problem` if the file is missing or too large, or if other users may read a secret.
  public static func bytes(of path: String, isSecret: Bool) throws(Problem) -> [UInt8] {
    let (bytes, information) = try contents(path)
    if isSecret { try requirePrivate(path, information) }
    return bytes
  }

  private static func contents(_ path: String) throws(Problem) -> ([UInt8], stat) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw systemProblem(path, "read") }
    defer { close(descriptor) }
    // `fstat` checks the open file, which may no longer be the one with that name.
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw systemProblem(path, "read") }
    guard information.st_mode & S_IFMT == S_IFREG, information.st_size <= maxBytes else {
      throw Problem(
        .malformed,
        "\(path) cannot be used; expected a regular file of at most \(maxBytes) bytes.")
    }
    var bytes = [UInt8](repeating: 0, count: maxBytes)
    var count = 0
    while count < bytes.count {
      let start = count
      let got = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw systemProblem(path, "read") }
      if got == 0 { break }
      count += got
    }
    return (Array(bytes[..<count]), information)
  }

  /// Requires restrictive permissions, as PostgreSQL does. A file owned by this user must not be
  /// accessible to anyone else. A file with another owner, such as a secret that an orchestrator
  /// mounted, may be readable by the group but not by others.
  private static func requirePrivate(_ path: String, _ information: stat) throws(Problem) {
    let allowed: mode_t = information.st_uid == geteuid() ? 0o700 : 0o740
    let mode = information.st_mode & 0o777
    guard mode & ~allowed != 0 else { return }
    throw Problem(
      .exposed,
      "\(path) holds a secret key, but its mode 0\(String(mode, radix: 8)) gives other users access."
        + " Run “chmod 600” on it, and replace the key if it may have been read.")
  }

  /// Writes a certificate atomically. A secret one is created with permissions for its owner only.
  /// The directory must exist.
  ///
  /// - Parameter replaces: true to replace an existing file.
  /// - Throws: `Problem` if the file exists or cannot be written.
  public static func write(
    _ certificate: CurveCertificate, to path: String, replaces: Bool = false
  ) throws(Problem) {
    let mode: mode_t = certificate.secretKey == nil ? 0o644 : 0o600
    let directory = (path as NSString).deletingLastPathComponent
    let temporary = "\(directory)/.\(UUID().uuidString).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else { throw systemProblem(path, "write") }
    defer { unlink(temporary) }
    var bytes = Array(certificate.text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { break }
    }
    let isWritten = bytes.isEmpty && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
    let problem = systemProblem(path, "write")
    guard close(descriptor) == 0, isWritten else { throw problem }
    if replaces {
      guard rename(temporary, path) == 0 else { throw systemProblem(path, "write") }
    } else {
      // Unlike rename(2), link(2) never replaces anything.
      guard link(temporary, path) == 0 else { throw systemProblem(path, "write") }
    }
  }

  static func systemProblem(_ path: String, _ verb: String, _ number: Int32 = errno) -> Problem {
    switch number {
    case ENOENT:
      return Problem(.missing, "\(path) does not exist.")
    case EEXIST:
      return Problem(.exists, "\(path) already exists.")
    case EACCES, EPERM:
      return Problem(
        .system(number),
        "Cannot \(verb) \(path): permission denied for user \(geteuid()). Check its owner.")
    default:
      return Problem(
        .system(number), "Cannot \(verb) \(path): \(String(cString: strerror(number))).")
    }
  }
}
