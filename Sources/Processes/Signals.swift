import Dispatch
public import Glibc

/// The signals that end a program, as values.
public enum Signals {
  /// Makes writing to a closed pipe or socket an error (EPIPE) and not the end of the process.
  public static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// The signals as they come, from the moment this returns; they no longer end the process.
  ///
  /// - Parameter numbers: SIGTERM and SIGINT unless told.
  public static func stream(_ numbers: [Int32] = [SIGTERM, SIGINT]) -> AsyncStream<Int32> {
    AsyncStream { continuation in
      let sources = numbers.map { number in
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        let isRegistered = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { isRegistered.signal() }
        source.setEventHandler { continuation.yield(number) }
        source.resume()
        // Registered by a thread of Dispatch, in microseconds; until then a signal would be the end.
        isRegistered.wait()
        return Source(source)
      }
      continuation.onTermination = { _ in
        for source in sources { source.value.cancel() }
      }
    }
  }

  /// `@unchecked Sendable`: dispatch sources may be cancelled from any thread, and nothing else is
  /// done with it.
  private struct Source: @unchecked Sendable {
    let value: any DispatchSourceSignal
    init(_ value: any DispatchSourceSignal) { self.value = value }
  }
}
