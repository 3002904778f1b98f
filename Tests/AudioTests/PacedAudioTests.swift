import Testing

@testable import Audio

struct PacedAudioTests {
  private struct Chunks: AsyncSequence, AsyncIteratorProtocol {
    var left: [AudioChunk]
    func makeAsyncIterator() -> Chunks { self }
    mutating func next() async throws -> AudioChunk? { left.isEmpty ? nil : left.removeFirst() }
  }

  private func chunks(_ count: Int, samples: Int) -> Chunks {
    Chunks(
      left: (0..<count).map {
        AudioChunk(offset: $0 * samples, samples: Array(repeating: 0, count: samples))
      })
  }

  @Test func aChunkComesAtTheEndOfItsTime() async throws {
    let clock = LeapingClock()
    var arrivals: [Duration] = []
    for try await chunk in chunks(3, samples: 1_600).paced(by: clock) {
      arrivals.append(clock.now.offset - .seconds(1_000))
      #expect(arrivals.last == chunk.endTime)
    }
    #expect(arrivals == [.milliseconds(100), .milliseconds(200), .milliseconds(300)])
  }

  @Test func aSlowReaderDoesNotMakeItDrift() async throws {
    let clock = LeapingClock()
    var last = Duration.zero
    // Seven samples do not last a whole number of microseconds, and each chunk takes time.
    for try await _ in chunks(10_000, samples: 7).paced(by: clock) {
      last = clock.now.offset
      clock.advance(by: .microseconds(300))
    }
    #expect(last == .seconds(1_000) + .nanoseconds(70_000 * 62_500))
    #expect(clock.deadlines == (1...10_000).map { .seconds(1_000) + .nanoseconds($0 * 437_500) })
  }

  @Test func lateChunksComeAtOnceAndTheNextOnTime() async throws {
    let clock = LeapingClock()
    var arrivals: [Duration] = []
    for try await _ in chunks(4, samples: 1_600).paced(by: clock) {
      arrivals.append(clock.now.offset - .seconds(1_000))
      if arrivals.count == 1 { clock.advance(by: .milliseconds(250)) }
    }
    #expect(
      arrivals == [
        .milliseconds(100), .milliseconds(350), .milliseconds(350), .milliseconds(400),
      ])
  }

  @Test func theStartCanBeGiven() async throws {
    let clock = LeapingClock()
    let start = clock.now.advanced(by: .seconds(5))
    for try await _ in chunks(1, samples: 1_600).paced(by: clock, from: start) {}
    #expect(clock.deadlines == [.milliseconds(1_005_100)])
  }

  @Test func cancellingEndsTheWait() async {
    let chunks = chunks(1, samples: 1_600)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      for try await _ in chunks.paced(by: LeapingClock()) {}
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
