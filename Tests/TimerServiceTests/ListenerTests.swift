import Bus
import Dependencies
import Messages
import Testing

@testable import TimerService

/// While nobody wants ticks, none are reckoned.
@Suite struct ListenerTests {
  let harness = Harness()

  @Test func withoutListenersOnlyTurnsAndEndsAreDue() throws {
    harness.engine.setListeners(false, at: harness.now)
    try harness.start()
    #expect(harness.engine.nextDeadline == harness.now.ns + 3000 * nsPerMs)
    #expect(
      harness.run(ms: 9000) == [
        .speakerChanged("a", 1, 3000), .speakerChanged("a", 2, 6000), .finished("a", 9000),
      ])
  }

  @Test func ticksBeginOnTimeWhenSomebodyComes() throws {
    harness.engine.setListeners(false, at: harness.now)
    try harness.start("a")
    harness.pass(ms: 300)
    try harness.start("b", labelled: false)
    try harness.start("c")
    _ = try harness.pause("c")
    harness.pass(ms: 2100)
    harness.engine.setListeners(true, at: harness.now)
    // The ticks at 1 and 2 s are past, and nobody wanted them.
    #expect(harness.engine.nextDeadline == harness.now.ns + 600 * nsPerMs)
    #expect(harness.stall(ms: 599) == [])
    #expect(harness.stall(ms: 1) == [.speakerChanged("a", 1, 3000), tick(3000, 1)])
  }

  @Test func aTickThatIsDueAtThatMomentGoesOut() throws {
    harness.engine.setListeners(false, at: harness.now)
    try harness.start()
    harness.pass(ms: 2000)
    harness.engine.setListeners(true, at: harness.now)
    #expect(harness.stall() == [tick(2000, 0)])
  }

  @Test func whoLeavesStopsTheTicks() throws {
    try harness.start()
    #expect(harness.run(ms: 1000) == [tick(1000, 0)])
    harness.engine.setListeners(false, at: harness.now)
    #expect(harness.run(ms: 1500) == [])
    harness.engine.setListeners(true, at: harness.now)
    #expect(harness.run(ms: 500) == [.speakerChanged("a", 1, 3000), tick(3000, 1)])
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func comingAndGoingNeverMakesATickEarlyLateOrDouble(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var listens = true
    var seen: [String: Int64] = [:]
    for id in 0..<20 {
      harness.pass(ns: Int64.random(in: 0..<500_000_000, using: &random))
      try harness.start("\(id)", durationMs: 60_000, speakers: 1)
    }
    _ = harness.takeEffects()
    for _ in 0..<50 {
      for effect in harness.run(ms: Int64.random(in: 0...1500, using: &random)) {
        guard case .tick(let id, let data) = effect else { continue }
        #expect(listens)
        #expect(data.elapsedMs.isMultiple(of: 1000))
        #expect(data.elapsedMs > seen[id] ?? 0)
        seen[id] = data.elapsedMs
      }
      if Bool.random(using: &random) {
        listens.toggle()
        harness.engine.setListeners(listens, at: harness.now)
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
