import Glibc
import Threads
import ZeroMQ

/// Destination of log lines. It is passed as a dependency, so that tests can read the lines.
public struct LogSink: Sendable {
  private let put: @Sendable (String) -> Void

  /// Creates a sink that calls a closure for each line.
  ///
  /// - Parameter put: writes one line, newline included, from any thread; it must not fail.
  public init(_ put: @escaping @Sendable (String) -> Void) {
    self.put = put
  }

  /// Writes one line, which includes its newline.
  public func write(_ line: String) { put(line) }

  /// Standard error, unbuffered, one line at a time.
  public static let standardError = descriptor(2)

  /// Writes to a file descriptor, which the caller owns. Lines that cannot be written are dropped:
  /// an unread log must not stop the work.
  public static func descriptor(_ descriptor: Int32) -> LogSink {
    // Without the lock, lines longer than a pipe's atomic write would be interleaved.
    let lock = Locked(descriptor)
    return LogSink { line in
      lock.withLock { descriptor in
        var line = line
        line.withUTF8 { writeAll($0, to: descriptor) }
      }
    }
  }

  /// Maximum wait for a descriptor that accepts no more data, in milliseconds.
  private static let patienceMs: Int32 = 100

  private static func writeAll(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) {
    var rest = UnsafeRawBufferPointer(bytes)
    while let start = rest.baseAddress, !rest.isEmpty {
      let written = Glibc.write(descriptor, start, rest.count)
      if written > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      } else if errno == EAGAIN {
        // Another program may have made the terminal non-blocking.
        var item = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&item, 1, patienceMs) > 0 else { return }
      } else if errno != EINTR {
        return
      }
    }
  }
}
