import Foundation
import Glibc

/// A separate file system that can be filled and made read-only, for processes that may mount one.
/// It is unmounted when it is deallocated.
public final class SmallDisk: Sendable {
  /// Mount point: a new directory below /tmp.
  public let path: String
  private let options: String

  /// True if this process may mount: it is root, and not in a container that forbids it.
  public static let isAllowed: Bool = {
    guard geteuid() == 0, let disk = try? SmallDisk(size: "64k") else { return false }
    return (try? disk.unmount()) != nil
  }()

  /// Creates a file system and mounts it.
  ///
  /// - Parameter size: in the form of tmpfs(5), such as `4m`.
  public init(size: String) throws {
    options = "size=\(size),mode=700"
    // The path is short, because it may hold Unix domain sockets.
    var template = Array("/tmp/disk-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Self.failure() }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard mount("tmpfs", path, "tmpfs", 0, options) == 0 else {
      let failure = Self.failure()
      rmdir(path)
      throw failure
    }
  }

  deinit {
    umount2(path, Int32(MNT_DETACH))
    rmdir(path)
  }

  /// Unmounts the file system, and leaves the empty directory.
  public func unmount() throws {
    guard umount2(path, Int32(MNT_DETACH)) == 0 else { throw Self.failure() }
  }

  /// Makes the file system read-only or writable. No file may be open for writing when it becomes
  /// read-only.
  public func remount(readOnly: Bool) throws {
    let flags = UInt(MS_REMOUNT) | (readOnly ? UInt(MS_RDONLY) : 0)
    guard mount("tmpfs", path, "tmpfs", flags, options) == 0 else { throw Self.failure() }
  }

  /// Uses up all free space.
  public func fill() throws {
    let file = open(path + "/ballast", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Self.failure() }
    defer { close(file) }
    let bytes = [UInt8](repeating: 1, count: 4096)
    while write(file, bytes, bytes.count) > 0 {}
    guard errno == ENOSPC else { throw Self.failure() }
  }

  /// Releases the space that `fill` used.
  public func relieve() throws {
    guard unlink(path + "/ballast") == 0 else { throw Self.failure() }
  }

  private static func failure() -> POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
