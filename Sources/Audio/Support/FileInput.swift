import Glibc

/// Bytes from a file descriptor: a file, a pipe or a terminal.
final class FileInput: ByteInput {
  private(set) var position = 0
  private var descriptor: CInt
  private let owned: Bool
  private let interrupt: Interrupt?

  convenience init(path: String, interrupt: Interrupt? = nil) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw AudioError.unopened(path)
    }
    do {
      try FileInput.requireNoDirectory(descriptor, path)
    } catch {
      _ = Glibc.close(descriptor)
      throw error
    }
    self.init(descriptor: descriptor, owned: true, interrupt: interrupt)
  }

  /// Checks that an open file is not a directory.
  ///
  /// - Throws: `AudioError` `unreadable` if it is one, or if it cannot be inspected.
  static func requireNoDirectory(_ descriptor: CInt, _ path: String) throws {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw AudioError.system(.unreadable, "Cannot inspect \(path). Check its file system.")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw AudioError(.unreadable, "\(path) is a directory; expected a recording.")
    }
  }

  /// Creates an input.
  ///
  /// - Parameters:
  ///   - owned: true if this object closes the descriptor.
  ///   - interrupt: ends a waiting read with `CancellationError`.
  init(descriptor: CInt, owned: Bool, interrupt: Interrupt?) {
    self.descriptor = descriptor
    self.owned = owned
    self.interrupt = interrupt
  }

  deinit { close() }

  /// Size of a regular file, in bytes; nil for a pipe or a terminal.
  var size: Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  func read(_ count: Int) throws -> [UInt8] {
    let limit = min(count, 65_536)
    while true {
      try wait()
      var number: CInt = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, made in
        let result = Glibc.read(descriptor, buffer.baseAddress, limit)
        number = result < 0 ? errno : 0
        made = max(0, result)
      }
      switch number {
      case 0:
        position += bytes.count
        return bytes
      case EINTR, EAGAIN: continue
      default: throw AudioError.system(.unreadable, "Cannot read the audio.", number)
      }
    }
  }

  func close() {
    if owned && descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Waits for input or for the interrupt, which takes precedence.
  private func wait() throws {
    guard let interrupt else { return }
    var polled = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: interrupt.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&polled, 2, -1) < 0 {
      guard errno == EINTR else {
        throw AudioError.system(.unreadable, "Waiting for audio failed.")
      }
    }
    if polled[1].revents != 0 { throw CancellationError() }
  }
}
