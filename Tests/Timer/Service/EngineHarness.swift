import Bus
import TimerAPI

@testable import TimerService

/// The effects of an engine, as values.
enum Effect: Hashable {
  case tick(String, TickData)
  case speakerChanged(String, Int, Int64)
  case finished(String, Int64)
  case ended(String)
}

struct RecordingSink: CountdownSink {
  var effects: [Effect] = []
  /// Selects the countdowns whose ticks are wanted.
  var listens: (_ id: String) -> Bool = { _ in true }

  mutating func tick(_ data: TickData, from source: inout TickSource) -> Bool {
    guard listens(source.channel.id) else { return false }
    effects.append(.tick(source.channel.id, data))
    return true
  }
  mutating func speakerChanged(_ key: CountdownKey, speaker: Int, elapsedMs: Int64) {
    effects.append(.speakerChanged(key.id, speaker, elapsedMs))
  }
  mutating func finished(_ key: CountdownKey, elapsedMs: Int64) {
    effects.append(.finished(key.id, elapsedMs))
  }
  mutating func ended(_ key: CountdownKey) { effects.append(.ended(key.id)) }
}

/// An engine with a clock that a test controls, in milliseconds by default.
final class Harness {
  var engine = CountdownEngine(limit: 1_000_000, boot: "boot")
  var sink = RecordingSink()
  var now = TimerMoment(ns: 7_000_000_123, wallMs: 1_000_000)

  func pass(ms: Int64 = 0, ns: Int64 = 0) {
    now.ns += ms * nsPerMs + ns
    now.wallMs += ms
  }

  /// The effects since the last call.
  func takeEffects() -> [Effect] {
    defer { sink.effects = [] }
    return sink.effects
  }

  /// Advances the time, and then does all due work at once.
  func stall(ms: Int64 = 0, ns: Int64 = 0) -> [Effect] {
    pass(ms: ms, ns: ns)
    _ = engine.advance(to: now, into: &sink)
    return takeEffects()
  }

  /// Advances the time with a wake-up at each deadline.
  func run(ms: Int64) -> [Effect] {
    let end = now.ns + ms * nsPerMs
    while let deadline = engine.nextDeadline, deadline <= end {
      pass(ns: deadline - now.ns)
      _ = engine.advance(to: now, into: &sink)
    }
    pass(ns: end - now.ns)
    return takeEffects()
  }

  @discardableResult
  func start(
    _ id: String = "a", durationMs: Int64 = 9000, speakers: Int = 3, turnsMs: [Int64]? = nil,
    tickMs: Int64? = nil, resuming: StartCountdown.Resumption? = nil, labelled: Bool = true,
    key: String? = nil
  ) throws(BusError) -> CountdownStatus {
    try engine.start(
      StartCountdown(
        id: id, durationMs: durationMs, speakers: speakers, turnsMs: turnsMs, tickMs: tickMs,
        resuming: resuming, labels: labelled ? EventLabels(type: "meeting.tick", subject: id) : nil),
      idempotencyKey: key, at: now, into: &sink)
  }

  func pause(_ id: String = "a") throws(BusError) -> CountdownStatus {
    try engine.pause(id, at: now, into: &sink)
  }
  func resume(_ id: String = "a") throws(BusError) -> CountdownStatus {
    try engine.resume(id, at: now, into: &sink)
  }
  func skip(_ id: String = "a", from: Int? = nil) throws(BusError) -> CountdownStatus {
    try engine.skip(id, from: from, at: now, into: &sink)
  }
  func cancel(_ id: String = "a") throws(BusError) -> CountdownStatus {
    try engine.cancel(id, at: now, into: &sink)
  }
  func get(_ id: String = "a") throws(BusError) -> CountdownStatus {
    try engine.get(id, at: now, into: &sink)
  }
}

/// A tick of a countdown of 9 s with three speakers.
func tick(_ elapsedMs: Int64, _ speaker: Int, of id: String = "a") -> Effect {
  .tick(
    id,
    TickData(
      elapsedMs: elapsedMs, durationMs: 9000, speaker: speaker, speakers: 3,
      turnEndsMs: Int64(speaker + 1) * 3000))
}

/// The code of the error that `body` throws; nil if it throws none.
func code(_ body: () throws -> Void) -> BusError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? BusError)?.code ?? .internal
  }
}
