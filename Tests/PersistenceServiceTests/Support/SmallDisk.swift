import Foundation
import Glibc

@testable import PersistenceService

/// A file system of its own that can be filled and made read-only, for those who may mount one.
final class SmallDisk: Sendable {
  private let directory: TemporaryDirectory
  var path: String { directory.path }

  /// Whether this process may mount: root, and not in a container that forbids it.
  static let isAllowed: Bool = {
    guard geteuid() == 0, let disk = try? SmallDisk(size: "64k") else { return false }
    return !disk.path.isEmpty
  }()

  init(size: String) throws {
    directory = try TemporaryDirectory()
    guard mount("tmpfs", directory.path, "tmpfs", 0, "size=\(size),mode=700") == 0 else {
      throw SystemError.current("mount a file system")
    }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }

  func remount(readOnly: Bool, size: String) throws {
    let flags = UInt(MS_REMOUNT) | (readOnly ? UInt(MS_RDONLY) : 0)
    guard mount("tmpfs", path, "tmpfs", flags, "size=\(size),mode=700") == 0 else {
      throw SystemError.current("mount a file system anew")
    }
  }

  /// Takes all the space that is left.
  func fill() throws {
    let file = open(path + "/ballast", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError.current("make ballast") }
    defer { close(file) }
    let bytes = [UInt8](repeating: 1, count: 4096)
    while write(file, bytes, bytes.count) > 0 {}
    guard errno == ENOSPC else { throw SystemError.current("fill a file system") }
  }

  func relieve() throws { try FileSystem.remove(path + "/ballast") }
}
