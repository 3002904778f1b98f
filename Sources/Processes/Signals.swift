import Dispatch
public import Glibc

/// Signals that end a program, as a stream of values.
public enum Signals {
  /// Makes a write to a closed pipe or socket fail with EPIPE instead of ending the process.
  public static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Returns a stream of the signals. Once this call has returned, they no longer end the process.
  ///
  /// - Parameters:
  ///   - numbers: the signals. Default: SIGTERM and SIGINT.
  ///   - thenIgnored: true to ignore the signals after the stream has ended, instead of ending the
  ///     process: for a program that is shutting down and has to choose its own exit status.
  public static func stream(
    _ numbers: [Int32] = [SIGTERM, SIGINT], thenIgnored: Bool = false
  ) -> AsyncStream<Int32> {
    AsyncStream { continuation in
      let sources = numbers.map { number in
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        let isRegistered = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { isRegistered.signal() }
        source.setEventHandler { continuation.yield(number) }
        source.resume()
        // A Dispatch thread registers the handlers within microseconds; until then a signal would
        // end the process.
        isRegistered.wait()
        return Source(source)
      }
      continuation.onTermination = { _ in
        // The signals must be ignored before Dispatch releases them, because a signal that arrived
        // in between would end the process.
        if thenIgnored { for number in numbers { signal(number, SIG_IGN) } }
        for source in sources { source.value.cancel() }
      }
    }
  }

  /// `@unchecked Sendable`: dispatch sources may be cancelled from any thread, and this one is only
  /// cancelled.
  private struct Source: @unchecked Sendable {
    let value: any DispatchSourceSignal
    init(_ value: any DispatchSourceSignal) { self.value = value }
  }
}
