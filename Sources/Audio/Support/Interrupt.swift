import Glibc

/// Wakes a thread that waits for input, from any other thread. Once fired, it stays fired.
package final class Interrupt: Sendable {
  /// Readable once the interrupt was fired.
  var descriptor: CInt { pipe.reading }
  private let pipe: Pipe

  init() throws { pipe = try Pipe() }

  deinit {
    close(pipe.reading)
    close(pipe.writing)
  }

  func fire() {
    var byte: UInt8 = 1
    // One byte fits in an empty pipe, and a pipe that is not empty is already readable.
    _ = write(pipe.writing, &byte, 1)
  }
}

/// The two ends of a pipe that no child process inherits and that never blocks.
struct Pipe: Sendable {
  let reading: CInt
  let writing: CInt

  init() throws {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw AudioError.system(.unreadable, "Cannot create a pipe. Close some open files.")
    }
    // Linux has pipe2 for this, but the C library declares it only for programs that request GNU
    // extensions.
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (reading, writing) = (ends[0], ends[1])
  }
}

extension AudioError {
  /// Returns the error for a file that cannot be opened, with the message of `errno` as its cause.
  package static func unopened(_ path: String) -> AudioError {
    system(.unreadable, "Cannot open \(path). Check its name and permissions.")
  }

  /// Returns an error with the message of `errno` as its cause.
  static func system(_ code: Code, _ message: String, _ number: CInt = errno) -> AudioError {
    AudioError(code, message, cause: String(cString: strerror(number)))
  }
}
