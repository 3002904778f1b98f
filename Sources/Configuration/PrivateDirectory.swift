import Foundation
import Glibc

/// A directory that belongs to this user, and in which nobody else may write: for sockets and data.
///
/// Anybody can make a directory, or a link to one, below /tmp; whoever came first would decide who
/// answers at the sockets in it.
public enum PrivateDirectory {
  /// Makes the directory, with those above it, for this user only; one that is there is only looked at.
  public static func make(_ path: String) throws(PrivateDirectoryError) {
    var path = path
    // With a slash at its end a link would be followed.
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

/// Why a directory cannot be used for what is private.
public enum PrivateDirectoryError: Error, CustomStringConvertible {
  case notMade(String, any Error)
  /// It is a file, or a link wherever it leads.
  case noDirectory(String)
  case foreign(String)
  /// Its group, or everybody, may write in it.
  case shared(String)

  /// A sentence that says what to do.
  public var description: String {
    switch self {
    case .notMade(let path, _):
      "cannot create the directory \(path); choose one that this user can write to."
    case .noDirectory(let path):
      "\(path) is a link or a file, not a directory; remove it, or choose another path."
    case .foreign(let path): "\(path) belongs to another user; choose a directory of your own."
    case .shared(let path):
      "other users can write in \(path); chmod 700 it, or choose a directory of your own."
    }
  }
}
