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
  /// - Parameters:
  ///   - numbers: SIGTERM and SIGINT unless told.
  ///   - thenIgnored: whether they are ignored once the stream is over, instead of ending the process: for a
  ///     program that is ending then, and shall end as it says.
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
        // Registered by a thread of Dispatch, in microseconds; until then a signal would be the end.
        isRegistered.wait()
        return Source(source)
      }
      continuation.onTermination = { _ in
        // Before Dispatch lets go of them: there is no moment in between.
        if thenIgnored { for number in numbers { signal(number, SIG_IGN) } }
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
