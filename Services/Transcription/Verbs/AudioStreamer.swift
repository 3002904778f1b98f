import Audio
import Bus
import Cells
import Standups
import TranscriptionAPI
import ZeroMQ

/// Streams the audio of a meeting, at most 100 ms per message and never more than the credit
/// allows. Unsettled audio is retained and is sent again if another service instance takes over.
actor AudioStreamer {
  private let meeting: Meeting.ID
  private let connection: Connection
  private let clock: any Clock<Duration>
  /// Returns the time since the streamer was created, in milliseconds.
  private let passedMs: @Sendable () -> Int64
  /// Position in the stream at which the streamer started, in samples.
  private let base: Int64
  private let report: @Sendable (LiveView.AudioState) -> Void
  private var window = AudioWindow()
  private var times = SpokenTimes()
  /// Id of the recognition stream that received the audio.
  private var stream: String?
  private var isEnded = false
  /// True if the source failed, so that no other state is reported while its remaining audio is
  /// sent.
  private var hasFailed = false
  private let news: AsyncStream<Void>
  private let newsSender: AsyncStream<Void>.Continuation

  /// Creates a streamer.
  ///
  /// - Parameters:
  ///   - base: current position in the stream, in samples.
  ///   - report: called when the state of the audio changes.
  init(
    meeting: Meeting.ID, connection: Connection, base: Int64,
    clock: any Clock<Duration> = ContinuousClock(),
    report: @escaping @Sendable (LiveView.AudioState) -> Void
  ) {
    self.meeting = meeting
    self.connection = connection
    self.base = base
    self.clock = clock
    passedMs = Self.stopwatch(clock)
    self.report = report
    (news, newsSender) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Streams until the audio ends, the stream is rejected permanently, or the task is cancelled.
  func run(_ feed: AudioFeed) async {
    report(.sending)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.listen(feed) }
      await send()
      group.cancelAll()
    }
  }

  private func listen(_ feed: AudioFeed) async {
    do {
      for try await chunk in feed.open() {
        let offset = base + Int64(chunk.offset)
        let atMs = times.heard(
          chunk.samples.count, end: offset + Int64(chunk.samples.count),
          nowMs: base / 16 + passedMs())
        window.add(.init(offset: offset, atMs: atMs, samples: chunk.samples))
        newsSender.yield()
      }
    } catch is CancellationError {
      // Streaming was cancelled; the source has not failed.
    } catch {
      hasFailed = true
      report(.failed(Failure(error)))
    }
    isEnded = true
    newsSender.yield()
  }

  private func send() async {
    var waiting = news.makeAsyncIterator()
    var said: LiveView.AudioState = .sending
    func say(_ state: LiveView.AudioState) {
      if state != said, !hasFailed { report(state) }
      said = state
    }
    while !Task.isCancelled {
      guard let piece = window.message() else {
        if !window.isSent {
          // The credit is used up, so probe again after a pause.
          guard await pause(200) else { return }
          window.probe()
        } else if isEnded {
          say(.ended)
          if window.isSettled { return }
          // The last words are still being recognised.
          guard await pause(500) else { return }
          window.ask()
        } else {
          guard await waiting.next() != nil else { return }
        }
        continue
      }
      do {
        let there = try await connection.at(Slot(of: meeting.rawValue))
        let reply = try await there.caller.send(
          RecognizeAudio(
            id: meeting.workID, offset: piece.offset, atMs: piece.atMs, stream: stream),
          attachments: [Frame(PCM.bytes(piece.samples))],
          options: CallOptions(timeoutMs: 3_000, retries: false))
        stream = reply.stream
        window.accepted(credit: reply.creditSamples, settled: reply.settled)
        if said != .ended || !window.isSent { say(.sending) }
      } catch {
        guard let wait = Self.wait(after: error) else {
          // After all audio has been sent, the end of the stream is expected.
          if said == .ended { return }
          // The same applies to a meeting that ends while the microphone still records.
          if (error as? BusError)?.code == .conflict { return say(.ended) }
          return report(.failed(Failure(error)))
        }
        if (error as? BusError)?.code == .notFound {
          stream = nil
          window.restart()
        } else {
          window.refused()
        }
        say(.behind(droppedMs: window.dropped / 16))
        guard await pause(wait) else { return }
      }
    }
  }

  /// Returns a function that measures the time since this call, in milliseconds.
  private static func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Int64 {
    let start = clock.now
    return { Int64(start.duration(to: clock.now) / .milliseconds(1)) }
  }

  private func pause(_ ms: Int) async -> Bool {
    do {
      try await clock.sleep(for: .milliseconds(ms))
      return true
    } catch {
      return false
    }
  }

  /// Delay before the next attempt, in milliseconds; nil if a retry is pointless.
  private static func wait(after error: any Error) -> Int? {
    guard let error = error as? BusError else { return nil }
    // The service drops duplicate audio by its offset, so audio that may have been lost with the
    // router is sent again. After a restart, the service recognises the stream once the router has
    // announced it again.
    if error.retryable || [.unavailable, .expired, .notFound, .unroutable].contains(error.code) {
      return min(2_000, max(50, error.retryAfterMs ?? 250))
    }
    return nil
  }
}
