import Foundation
import Glibc

/// File that one process at a time holds with a kernel lock (flock(2)), which is released however
/// the process ends. The file remains, and contains the holder's process id.
struct HeldLock: Sendable {
  private let file: Int32

  /// Acquires the lock.
  ///
  /// - Parameter taken: creates the error if another process holds the lock; receives its process
  ///   id if known.
  /// - Throws: `Failure` if the lock cannot be acquired.
  init(_ path: String, taken: (Int32?) -> Failure) throws {
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw Failure.file(path, "write") }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let owner = try? String(contentsOfFile: path, encoding: .utf8)
      Glibc.close(file)
      throw taken(owner.flatMap { Int32($0.prefix { $0.isNumber }) })
    }
    let id = "\(getpid())"
    guard ftruncate(file, 0) == 0, pwrite(file, id, id.utf8.count, 0) == id.utf8.count else {
      throw Failure.file(path, "write")
    }
  }

  /// Releases the lock and leaves an empty file.
  func release() {
    ftruncate(file, 0)
    // Unlock explicitly, because after closing alone, a forked child that has not executed its
    // program yet would still hold the lock.
    flock(file, LOCK_UN)
    Glibc.close(file)
  }
}

extension HeldLock {
  /// Locks the data of an installation, so that only one process runs services on the data.
  ///
  /// - Throws: `Failure` if another “standups up” holds the lock.
  static func ofData(_ directory: String) throws -> HeldLock {
    try HeldLock(directory + "/data.lock") { owner in
      Failure(
        .temporary, code: "already_up",
        "“standups up” is already running on the data in \(directory)"
          + (owner.map { " (process \($0))" } ?? "")
          + ". Stop it first, or set STANDUPS_DATA to another directory.")
    }
  }
}
