import Bus
import StandupsDependencies
import Testing

@testable import TimerService

/// A countdown without subscribers has no due ticks.
@Suite struct ListenerTests {
  let harness = Harness()

  /// Sets the countdowns whose ticks are wanted.
  func listen(to ids: Set<String>) {
    harness.sink.listens = { ids.contains($0) }
    var slot: Int? = 0
    while let from = slot {
      slot = harness.engine.resumeTicks(from: from, count: 3, at: harness.now)
    }
  }

  @Test func withoutListenersOnlyTurnsAndEndsAreDue() throws {
    listen(to: [])
    try harness.start()
    #expect(harness.run(ms: 1000) == [])
    #expect(harness.engine.unwatched == 1)
    #expect(harness.engine.nextDeadline == harness.now.ns + 2000 * nsPerMs)
    #expect(
      harness.run(ms: 8000) == [
        .speakerChanged("a", 1, 3000), .speakerChanged("a", 2, 6000), .finished("a", 9000),
      ])
  }

  @Test func oneListenerDoesNotMakeTheOthersTick() throws {
    listen(to: ["b"])
    for id in ["a", "b", "c"] { try harness.start(id) }
    #expect(harness.run(ms: 2500) == [tick(1000, 0, of: "b"), tick(2000, 0, of: "b")])
    #expect(harness.engine.unwatched == 2)
    _ = try harness.cancel("a")
    #expect(harness.takeEffects() == [.ended("a")])
    #expect(harness.engine.unwatched == 1)
    listen(to: ["c"])
    #expect(harness.engine.unwatched == 0)
    #expect(
      harness.run(ms: 500) == [
        .speakerChanged("b", 1, 3000), .speakerChanged("c", 1, 3000), tick(3000, 1, of: "c"),
      ])
    #expect(harness.engine.unwatched == 1)
  }

  @Test func ticksBeginOnTimeWhenSomebodyComes() throws {
    listen(to: [])
    try harness.start("a")
    harness.pass(ms: 300)
    try harness.start("b", labelled: false)
    try harness.start("c")
    _ = try harness.pause("c")
    #expect(harness.run(ms: 2100) == [])
    listen(to: ["a", "b", "c"])
    // The ticks at 1 and 2 s have passed without subscribers.
    #expect(harness.engine.nextDeadline == harness.now.ns + 600 * nsPerMs)
    #expect(harness.stall(ms: 599) == [])
    #expect(harness.stall(ms: 1) == [.speakerChanged("a", 1, 3000), tick(3000, 1)])
  }

  @Test func aTickThatIsDueAtThatMomentGoesOut() throws {
    listen(to: [])
    try harness.start()
    #expect(harness.run(ms: 1500) == [])
    harness.pass(ms: 500)
    listen(to: ["a"])
    #expect(harness.stall() == [tick(2000, 0)])
  }

  @Test func whoLeavesStopsTheTicks() throws {
    try harness.start()
    #expect(harness.run(ms: 1000) == [tick(1000, 0)])
    listen(to: [])
    #expect(harness.run(ms: 1500) == [])
    listen(to: ["a"])
    #expect(harness.run(ms: 500) == [.speakerChanged("a", 1, 3000), tick(3000, 1)])
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func comingAndGoingNeverMakesATickEarlyLateOrDouble(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let all = Set((0..<20).map { "\($0)" })
    var wanted = all
    var seen: [String: Int64] = [:]
    for id in all.sorted() {
      harness.pass(ns: Int64.random(in: 0..<500_000_000, using: &random))
      try harness.start(id, durationMs: 60_000, speakers: 1)
    }
    _ = harness.takeEffects()
    for _ in 0..<50 {
      let before = seen
      let span = Int64.random(in: 0...1500, using: &random)
      // Never empty because most of the 50 steps have ticks; the test requires some below.
      for effect in harness.run(ms: span) {
        guard case .tick(let id, let data) = effect else { continue }
        #expect(wanted.contains(id))
        #expect(data.elapsedMs.isMultiple(of: 1000))
        #expect(data.elapsedMs > seen[id] ?? 0)
        seen[id] = data.elapsedMs
      }
      // None of the wanted ticks is missing.
      if span >= 1000 { #expect(wanted.allSatisfy { seen[$0] != before[$0] }) }
      if Bool.random(using: &random) {
        wanted = all.filter { _ in Bool.random(using: &random) }
        listen(to: wanted)
      }
    }
    #expect(!seen.isEmpty)
  }

  @Test func whatIsDueAtOnceComesInTheOrderOfItsStart() throws {
    for id in ["c", "a", "b"] { try harness.start(id) }
    let ids = harness.stall(ms: 1000).compactMap { effect -> String? in
      if case .tick(let id, _) = effect { id } else { nil }
    }
    #expect(ids == ["c", "a", "b"])
  }

  @Test func oneTurnServesSoManyAndTheRestIsNext() throws {
    var sink = RecordingSink()
    for id in 0..<10 { try harness.start("\(id)") }
    harness.pass(ms: 1000)
    #expect(harness.engine.advance(to: harness.now, limit: 4, into: &sink))
    #expect(sink.effects.count == 4)
    #expect(harness.engine.nextDeadline == harness.now.ns)
    #expect(!harness.engine.advance(to: harness.now, limit: 6, into: &sink))
    #expect(sink.effects.count == 10)
  }
}
