import Audio
import Bus
import Messages
import Standups
import ZeroMQ

/// Streams audio to a meeting while it is recorded: 100 ms at a time, no more than the credit, again
/// after an outage, and never later than a few seconds.
actor AudioStreamer {
  private let meeting: Meeting.ID
  private let connection: Connection
  private let clock: any Clock<Duration>
  /// Samples of the stream before the first one that is heard here.
  private let base: Int64
  private let report: @Sendable (LiveView.AudioState) -> Void
  private var window = AudioWindow()
  private var isEnded = false
  private let news: AsyncStream<Void>
  private let newsSender: AsyncStream<Void>.Continuation

  /// - Parameters:
  ///   - base: where the stream stands when the audio begins, in samples.
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
        window.add(.init(offset: base + Int64(chunk.offset), samples: chunk.samples))
        newsSender.yield()
      }
    } catch is CancellationError {
      // Nobody listens any more.
    } catch {
      report(.failed(Failure(error).message))
    }
    isEnded = true
    newsSender.yield()
  }

  private func send() async {
    var waiting = news.makeAsyncIterator()
    var isBehind = false
    while !Task.isCancelled {
      guard let piece = window.next() else {
        if window.waiting.isEmpty {
          if isEnded { return report(.ended) }
          guard await waiting.next() != nil else { return }
        } else {
          // No credit: ask again a little later.
          guard await pause(200) else { return }
          window.probe()
        }
        continue
      }
      do {
        let reply = try await connection.caller.send(
          RecognizeAudio(id: meeting.description, offset: piece.offset),
          attachments: [Frame(PCM.bytes(piece.samples))],
          options: CallOptions(timeoutMs: 3_000, retries: false))
        window.accepted(credit: reply.creditSamples)
        if isBehind {
          isBehind = false
          report(.sending)
        }
      } catch {
        window.refused()
        guard let wait = Self.wait(after: error) else {
          return report(.failed(Failure(error).message))
        }
        isBehind = true
        report(.behind(droppedMs: window.dropped / 16))
        guard await pause(wait) else { return }
      }
    }
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
    // After a restart the service knows the stream again once its parent has told it.
    if error.retryable || [.expired, .notFound, .unroutable].contains(error.code) {
      return min(2_000, max(50, error.retryAfterMs ?? 250))
    }
    return nil
  }
}
