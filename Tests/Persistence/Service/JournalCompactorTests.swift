import Foundation
import PersistenceAPI
import Testing

@testable import PersistenceService

/// Reports when the compactor rests, and lets it continue.
private struct Rests: Sendable {
  private let rested = AsyncStream.makeStream(of: Void.self)
  private let go = AsyncStream.makeStream(of: Void.self)

  /// For use as `pause`.
  @Sendable func pause() async throws {
    rested.continuation.yield()
    for await _ in go.stream { break }
    try Task.checkCancellation()
  }

  func next() async { for await _ in rested.stream { break } }
  func resume() { go.continuation.yield() }
}

@Suite struct JournalCompactorTests {
  private func append(_ count: Int, to store: any Store) async throws {
    _ = try await store.commit(
      Commit(events: (0..<count).map { _ in .sample(UUID().uuidString) }))
  }

  @Test(arguments: Engine.allCases)
  func oldAndSurplusEventsGoAtTheStartAndLater(_ engine: Engine) async throws {
    let clock = ManualClock()
    try await withStore(on: engine, { $0.now = { clock.date } }) { store, _ in
      try await append(3, to: store)
      let day = 24.0 * 60 * 60
      clock.advance(by: 8 * day)
      try await append(4, to: store)

      let rests = Rests()
      let compactor = JournalCompactor(
        store, Retention(days: 7, events: 5), log: .discarded,
        pause: rests.pause)
      await compactor.start()
      await rests.next()
      // By age.
      #expect(try await store.range().oldest == 4)
      try await append(4, to: store)
      rests.resume()
      await rests.next()
      // By number: eight remained.
      #expect(try await store.range().oldest == 7)
      clock.advance(by: 6 * day)
      rests.resume()
      await rests.next()
      #expect(try await store.range().oldest == 7)
      clock.advance(by: 2 * day)
      rests.resume()
      await rests.next()
      #expect(try await store.range().oldest == 12)
      await compactor.stop()
      await compactor.stop()
      #expect(try await store.range().head == 11)
    }
  }

  @Test(arguments: Engine.allCases)
  func aFailureDoesNotEndIt(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      await store.close()
      let rests = Rests()
      let compactor = JournalCompactor(
        store, Retention(days: 7, events: 5), log: .discarded,
        pause: rests.pause)
      await compactor.start()
      await rests.next()
      rests.resume()
      await rests.next()
      await compactor.stop()
    }
  }
}
