import Foundation
import Glibc
public import ZeroMQ

/// A certificate in a file: `<name>.key` for everybody, `<name>.key_secret` for its owner alone.
public enum KeyFile {
  /// How the name of a public certificate ends.
  public static let publicSuffix = ".key"
  /// How the name of a certificate with a secret key ends.
  public static let secretSuffix = ".key_secret"
  /// The most bytes of a certificate; a larger file is something else.
  private static let maxBytes = 65_536

  /// Why a file cannot be used.
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What a program may tell apart; a person reads `description`.
    public enum Kind: Hashable, Sendable {
      /// It is not there.
      case missing
      /// It cannot be read or written; the errno.
      case system(Int32)
      /// Others than its owner may read it.
      case exposed
      /// It is no certificate, or not one that can be used here.
      case malformed
      /// It is there already.
      case exists
    }

    /// Which kind of problem it is.
    public var kind: Kind
    /// A sentence that names the file and says what to do.
    public var description: String

    /// A problem with a file; the description names the file and says what to do.
    public init(_ kind: Kind, _ description: String) {
      self.kind = kind
      self.description = description
    }
  }

  /// Reads a certificate.
  ///
  /// - Throws: `Problem`.
  public static func read(_ path: String) throws(Problem) -> CurveCertificate {
    let (bytes, information) = try contents(path)
    let certificate: CurveCertificate
    do {
      certificate = try CurveCertificate(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Problem(.malformed, "\(path) is not a valid certificate: \(error).")
    }
    if certificate.secretKey != nil { try requirePrivate(path, information) }
    return certificate
  }

  /// Reads the key pair of a program.
  ///
  /// - Throws: `Problem`, also if the file has no secret key, or others may read it.
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

  private static func contents(_ path: String) throws(Problem) -> ([UInt8], stat) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw systemProblem(path, "read") }
    defer { close(descriptor) }
    // Of what was opened, not of what has the name by now.
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw systemProblem(path, "read") }
    guard information.st_mode & S_IFMT == S_IFREG, information.st_size <= maxBytes else {
      throw Problem(
        .malformed,
        "\(path) is not a certificate; expected a regular file of at most \(maxBytes) bytes.")
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

  /// As PostgreSQL has it: nobody else may read one's own file; of a file that somebody else gave, such as a
  /// secret mounted by an orchestrator, the group may be the way to it, but not the rest of the world.
  private static func requirePrivate(_ path: String, _ information: stat) throws(Problem) {
    let allowed: mode_t = information.st_uid == geteuid() ? 0o700 : 0o740
    let mode = information.st_mode & 0o777
    guard mode & ~allowed != 0 else { return }
    throw Problem(
      .exposed,
      "\(path) holds a secret key, but its mode 0\(String(mode, radix: 8)) gives other users access."
        + " Run “chmod 600” on it, and replace the key if it may have been read.")
  }

  /// Writes a certificate so that nobody ever sees half of it; a secret one is its owner's alone from the
  /// first byte on. Its directory must be there.
  ///
  /// - Parameter replaces: whether a file that is there may be replaced.
  /// - Throws: `Problem`.
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
      return Problem(.missing, "\(path) does not exist. Create keys with “standups keys”.")
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
