import Glibc

/// Exclusive lock that prevents two services from using one database, with `flock` on a file next
/// to it.
///
/// The lock ends when the process ends, for whatever reason. The file is never removed, because two
/// processes could then lock two files with the same name.
final class FileLock {
  private let file: Int32

  private init(file: Int32) { self.file = file }

  deinit { close(file) }

  /// Acquires the lock, or fails immediately.
  ///
  /// - Throws: `StoreError` with `locked` if another process holds it.
  static func acquire(for path: String) throws -> FileLock {
    let lockPath = path + DatabaseFiles.lock
    let file = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError.current("open the lock file") }
    let lock = FileLock(file: file)
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw SystemError.current("lock the lock file") }
      let owner = lock.owner().map { " (process \($0))" } ?? ""
      throw StoreError(
        .locked,
        "The database \(path) is in use by another persistence service\(owner); stop that one first."
      )
    }
    lock.sign()
    return lock
  }

  /// Writes the process id of the owner. It is only information for operators, so errors, such as a
  /// full disk, are ignored.
  private func sign() {
    ftruncate(file, 0)
    var text = String(getpid()) + "\n"
    text.withUTF8 { bytes in
      _ = pwrite(file, bytes.baseAddress, bytes.count, 0)
    }
  }

  private func owner() -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: bytes[..<count].prefix { $0 != 10 }, as: UTF8.self))
  }
}
