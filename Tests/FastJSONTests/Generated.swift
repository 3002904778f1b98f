import Bus
import Countdown
import Dependencies
import Foundation
import Messages

/// Values that a seed repeats, with all that makes JSON awkward.
struct Generated {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  mutating func text() -> String {
    let pieces = [
      "a", "Z", "0", "\"", "\\", "/", "\n", "\r", "\t", "\u{8}", "\u{C}", "\u{0}", "\u{1F}",
      "\u{7F}", "é", "\u{2028}", "😀", "e\u{301}", "\u{FFFF}", "long, but quite plain ",
      UUID().uuidString,
    ]
    return (0..<Int.random(in: 0...8, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  mutating func optionalText() -> String? { chance(2) ? text() : nil }

  mutating func number() -> Int64 {
    let edges: [Int64] = [0, -1, 9, 10, 99, 100, .max, .min, 999_999_999_999_999_999]
    if chance(2) { return edges.randomElement(using: &random) ?? 0 }
    return Int64.random(in: .min ... .max, using: &random)
      >> Int64.random(in: 0..<64, using: &random)
  }

  mutating func json(depth: Int = 4) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &random) {
    case 0: return .null
    case 1: return .bool(chance(2))
    case 2: return .integer(number())
    case 3: return .unsigned(UInt64.random(in: (1 << 63)...UInt64.max, using: &random))
    case 4: return .number(Double.random(in: -1e6...1e6, using: &random) + 0.5)
    case 5, 6: return .string(text())
    case 7:
      return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in json(depth: depth - 1) })
    default:
      var members: [String: JSONValue] = [:]
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        members[text()] = json(depth: depth - 1)
      }
      return .object(members)
    }
  }

  mutating func labels() -> EventLabels {
    EventLabels(type: text(), subject: text(), standup: optionalText(), meeting: optionalText())
  }

  mutating func clock() -> CountdownClock {
    CountdownClock(
      elapsedMs: number(),
      at: ClockReading(wallMs: number(), boot: text(), uptimeUs: number()), isRunning: chance(2))
  }

  mutating func countdown() -> StartCountdown {
    StartCountdown(
      id: text(), durationMs: number(), speakers: Int(number()),
      tickMs: chance(2) ? number() : nil,
      resuming: chance(2) ? .init(clock: clock(), announcedSpeaker: Int(number())) : nil,
      labels: chance(2) ? labels() : nil)
  }

  mutating func stream() -> StartRecognition {
    StartRecognition(
      id: text(), subject: text(), startMs: number(), labels: chance(2) ? labels() : nil,
      settledMs: chance(2) ? number() : nil)
  }

  mutating func event() -> CloudEvent {
    CloudEvent(
      id: text(), source: text(), type: text(), subject: text(),
      time: Date(
        timeIntervalSince1970: Double(Int64.random(in: 0...4_000_000_000_000, using: &random))
          / 1000),
      traceparent: optionalText(), sequence: chance(2) ? number() : nil, epoch: optionalText(),
      correlation: optionalText(), causation: optionalText(),
      previousOfType: chance(2) ? number() : nil, previousOfStandup: chance(2) ? number() : nil,
      previousOfMeeting: chance(2) ? number() : nil, data: json())
  }
}
