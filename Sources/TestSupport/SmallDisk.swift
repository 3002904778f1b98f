import Foundation
import Glibc

/// A file system of its own that can be filled and made read-only, for those who may mount one. It is
/// gone when the test lets go of it.
public final class SmallDisk: Sendable {
  /// Where the file system is mounted: a directory of its own below /tmp.
  public let path: String
  private let options: String

  /// Whether this process may mount: root, and not in a container that forbids it.
  public static let isAllowed: Bool = {
    guard geteuid() == 0, let disk = try? SmallDisk(size: "64k") else { return false }
    return (try? disk.unmount()) != nil
  }()

  /// - Parameter size: as tmpfs(5) has it, such as `4m`.
  public init(size: String) throws {
    options = "size=\(size),mode=700"
    // A short path: Unix domain sockets may be in it.
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

  /// Takes the file system away, and leaves the empty directory.
  public func unmount() throws {
    guard umount2(path, Int32(MNT_DETACH)) == 0 else { throw Self.failure() }
  }

  /// Nobody may have a file open for writing when it becomes read-only.
  public func remount(readOnly: Bool) throws {
    let flags = UInt(MS_REMOUNT) | (readOnly ? UInt(MS_RDONLY) : 0)
    guard mount("tmpfs", path, "tmpfs", flags, options) == 0 else { throw Self.failure() }
  }

  /// Takes all the space that is left.
  public func fill() throws {
    let file = open(path + "/ballast", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Self.failure() }
    defer { close(file) }
    let bytes = [UInt8](repeating: 1, count: 4096)
    while write(file, bytes, bytes.count) > 0 {}
    guard errno == ENOSPC else { throw Self.failure() }
  }

  /// Gives the space back.
  public func relieve() throws {
    guard unlink(path + "/ballast") == 0 else { throw Self.failure() }
  }

  private static func failure() -> POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
