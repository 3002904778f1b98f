import Glibc

/// A file system of its own that can be filled and made read-only.
final class SmallDisk: Sendable {
  let path: String
  private let options: String

  /// Whether this process may mount: root, and not in a container that forbids it.
  static let isAllowed: Bool = {
    guard geteuid() == 0, let disk = try? SmallDisk(megabytes: 1) else { return false }
    return (try? disk.unmount()) != nil
  }()

  init(megabytes: Int) throws {
    options = "size=\(megabytes)m,mode=700"
    var template = Array("/tmp/it-disk-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw HarnessError("No folder can be made in /tmp.") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard mount("tmpfs", path, "tmpfs", 0, options) == 0 else {
      let reason = String(cString: strerror(errno))
      rmdir(path)
      throw HarnessError("A small disk cannot be mounted: \(reason).")
    }
  }

  deinit {
    umount2(path, Int32(MNT_DETACH))
    rmdir(path)
  }

  func unmount() throws {
    guard umount2(path, Int32(MNT_DETACH)) == 0 else {
      throw HarnessError("The small disk cannot be unmounted.")
    }
  }

  /// Nobody may have a file open for writing then.
  func remount(readOnly: Bool) throws {
    let flags = UInt(MS_REMOUNT) | (readOnly ? UInt(MS_RDONLY) : 0)
    guard mount("tmpfs", path, "tmpfs", flags, options) == 0 else {
      throw HarnessError("It cannot be mounted anew: \(String(cString: strerror(errno))).")
    }
  }

  /// Takes all the space that is left.
  func fill() throws {
    let file = open(path + "/ballast", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw HarnessError("No ballast can be made.") }
    defer { close(file) }
    let bytes = [UInt8](repeating: 1, count: 4096)
    while write(file, bytes, bytes.count) > 0 {}
  }

  func relieve() throws {
    guard unlink(path + "/ballast") == 0 else { throw HarnessError("The ballast stays.") }
  }
}
