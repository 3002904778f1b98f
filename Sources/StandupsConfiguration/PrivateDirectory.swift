import Foundation
import Glibc

/// Creates and checks directories that only this user may write to, for sockets and data.
///
/// Any user can create a directory or a link below /tmp; the first to do so would control the
/// sockets in it.
public enum PrivateDirectory {
  /// Creates the directory and its parents for this user only, or checks an existing one.
  ///
  /// - Throws: `PrivateDirectoryError` if the directory is not private or cannot be created.
  public static func make(_ path: String) throws(PrivateDirectoryError) {
    var path = path
    // With a trailing slash, `lstat` would follow a link.
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    var status = stat()
    if lstat(path, &status) != 0 {
      do {
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
      } catch {
        throw .notMade(path, error)
      }
      guard lstat(path, &status) == 0 else {
        throw .notMade(path, POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO))
      }
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .noDirectory(path) }
    guard status.st_uid == geteuid() else { throw .foreign(path) }
    guard status.st_mode & 0o022 == 0 else { throw .shared(path) }
  }
}

/// The reason why a directory cannot be used for private files.
public enum PrivateDirectoryError: Error, CustomStringConvertible {
  case notMade(String, any Error)
  /// The path is a file or a link, regardless of the link's target.
  case noDirectory(String)
  case foreign(String)
  /// The group or others may write to the directory.
  case shared(String)

  /// A sentence with the problem and a remedy.
  public var description: String {
    switch self {
    case .notMade(let path, _):
      "cannot create the directory \(path); choose one that this user can write to."
    case .noDirectory(let path):
      "\(path) is a link or a file, not a directory; remove it, or choose another path."
    case .foreign(let path): "\(path) belongs to another user; choose a directory of your own."
    case .shared(let path):
      "other users can write to \(path); chmod 700 it, or choose a directory of your own."
    }
  }
}
