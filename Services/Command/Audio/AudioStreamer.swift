import Audio
import Bus
import Cells
import Standups
import TranscriptionAPI
import ZeroMQ

/// Streams audio to a meeting while it is recorded: 100 ms at a time and no more than the credit. What
/// is not settled is kept, and sent again when the service that had it is another one.
actor AudioStreamer {
  private let meeting: Meeting.ID
  private let connection: Connection
  private let clock: any Clock<Duration>
  /// Milliseconds since the streamer was made.
  private let passedMs: @Sendable () -> Int64
  /// Samples of the stream before the streamer was made.
  private let base: Int64
  private let report: @Sendable (LiveView.AudioState) -> Void
  private var window = AudioWindow()
  private var times = SpokenTimes()
  /// The stream of recognition that has what was sent.
  private var stream: String?
  private var isEnded = false
  /// The source failed: no other state is reported while the rest of it is sent.
  private var hasFailed = false
  private let news: AsyncStream<Void>
  private let newsSender: AsyncStream<Void>.Continuation

  /// - Parameters:
  ///   - base: where the stream stands now, in samples.
  ///   - report: hears how it goes.
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

  /// Streams until the audio ends, the stream is refused for good, or the task is cancelled.
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
      // Nobody listens any more.
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
          // No credit: ask again a little later.
          guard await pause(200) else { return }
          window.probe()
        } else if isEnded {
          say(.ended)
          if window.isSettled { return }
          // What was said last is still being recognised.
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
          // Once all was sent, the end of the stream is no news.
          if said == .ended { return }
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

  /// Milliseconds since now.
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

  /// How long to wait before it is tried again, in milliseconds; nil where that is of no use.
  private static func wait(after error: any Error) -> Int? {
    guard let error = error as? BusError else { return nil }
    // A piece that comes twice is dropped by its offset, so one that was lost with the router is sent again. After a
    // restart the service knows the stream again once the router has announced it.
    if error.retryable || [.unavailable, .expired, .notFound, .unroutable].contains(error.code) {
      return min(2_000, max(50, error.retryAfterMs ?? 250))
    }
    return nil
  }
}
