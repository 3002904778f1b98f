import Foundation
import Glibc

/// A file that one process has at a time, by the kernel's lock (flock(2)), which ends with the process,
/// however that ends. The file stays, and says who has it.
struct HeldLock: Sendable {
  private let file: Int32

  /// - Parameter taken: what to fail with where another process has it, given its id if that is known.
  /// - Throws: `Failure`.
  init(_ path: String, taken: (Int32?) -> Failure) throws {
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw Self.failure(path) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let owner = try? String(contentsOfFile: path, encoding: .utf8)
      Glibc.close(file)
      throw taken(owner.flatMap { Int32($0.prefix { $0.isNumber }) })
    }
    let id = "\(getpid())"
    guard ftruncate(file, 0) == 0, pwrite(file, id, id.utf8.count, 0) == id.utf8.count else {
      throw Self.failure(path)
    }
  }

  /// Gives it back.
  func release() {
    ftruncate(file, 0)
    // Closing would leave it with a child that was forked and has not become its program yet.
    flock(file, LOCK_UN)
    Glibc.close(file)
  }

  private static func failure(_ path: String) -> Failure {
    .file(path, "write", POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO))
  }
}

extension HeldLock {
  /// The data of one installation, held by whoever runs services on it.
  ///
  /// - Throws: `Failure` where another “standups up” has it.
  static func ofData(_ directory: String) throws -> HeldLock {
    try HeldLock(directory + "/up.lock") { owner in
      Failure(
        .temporary, code: "already_up",
        "“standups up” is already running on the data in \(directory)"
          + (owner.map { " (process \($0))" } ?? "")
          + ". Stop it first, or set STANDUPS_DATA to another directory.")
    }
  }
}
