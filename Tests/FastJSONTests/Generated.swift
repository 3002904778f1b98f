import Countdown
import StandupsDependencies
import Documents
import FastJSON
import Foundation
import PersistenceAPI
import Standups
import StandupsAPI
import TimerAPI
import TranscriptionAPI

@testable import Bus

/// Random values, repeatable by seed, with everything that is difficult in JSON.
struct Generated {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func chance(_ one: Int) -> Bool { int(0..<one) == 0 }

  mutating func int(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func text() -> String {
    let pieces = [
      "a", "Z", "0", "\"", "\\", "/", "\n", "\r", "\t", "\u{8}", "\u{C}", "\u{0}", "\u{1F}",
      "\u{7F}", "é", "\u{2028}", "😀", "e\u{301}", "\u{FFFF}", "long, but quite plain ",
      "6f9619ff-8b86-d011-b42d-00c04fc964ff",
    ]
    return (0..<int(0..<9)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  mutating func optionalText() -> String? { chance(2) ? text() : nil }

  mutating func number() -> Int64 {
    let edges: [Int64] = [0, -1, 9, 10, 99, 100, .max, .min, 999_999_999_999_999_999]
    if chance(2) { return edges.randomElement(using: &random) ?? 0 }
    return Int64.random(in: .min ... .max, using: &random)
      >> Int64.random(in: 0..<64, using: &random)
  }

  mutating func optionalNumber() -> Int64? { chance(2) ? number() : nil }

  mutating func uuid() -> UUID {
    let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// Between 1970 and 2096, in whole milliseconds.
  mutating func date() -> Date {
    Date(
      timeIntervalSince1970: Double(Int64.random(in: 0...4_000_000_000_000, using: &random)) / 1000)
  }

  mutating func some<Value>(_ make: (inout Generated) throws -> Value) rethrows -> [Value] {
    try (0..<int(0..<4)).map { _ in try make(&self) }
  }

  // MARK: JSON

  /// Tokens of a JSON text, which may have white space between them, in all possible notations.
  mutating func tokens(depth: Int = 4) -> [String] {
    switch int(0..<(depth > 0 ? 9 : 7)) {
    case 0: return [["null", "true", "false"].randomElement(using: &random) ?? "null"]
    case 1: return ["\(number())"]
    case 2: return ["\(UInt64.random(in: (1 << 63)...UInt64.max, using: &random))"]
    case 3, 4: return [fraction()]
    case 5, 6: return [string()]
    case 7:
      let elements = (0..<int(0..<5)).map { _ in tokens(depth: depth - 1) }
      return ["["] + elements.joined(separator: [","]) + ["]"]
    default:
      // Distinct names: decoders differ on which of two equal ones counts.
      let members = (0..<int(0..<5)).map { index in
        [string(ending: "\(index)"), ":"] + tokens(depth: depth - 1)
      }
      return ["{"] + members.joined(separator: [","]) + ["}"]
    }
  }

  /// A number with a fraction, an exponent or both, that a `Double` represents exactly.
  private mutating func fraction() -> String {
    let digits = ["0", "1", "9", "10", "250", "4096"]
    var text = (chance(2) ? "-" : "") + (digits.randomElement(using: &random) ?? "0")
    if chance(2) { text += "." + (["0", "5", "25", "125"].randomElement(using: &random) ?? "0") }
    if chance(2) {
      text += chance(2) ? "e" : "E"
      text += ["", "+", "-"].randomElement(using: &random) ?? ""
      text += ["0", "1", "007", "12", "200"].randomElement(using: &random) ?? "0"
    }
    return text
  }

  /// A string with its quotes.
  private mutating func string(ending: String = "") -> String {
    let escapes = [
      #"\""#, #"\\"#, #"\/"#, #"\b"#, #"\f"#, #"\n"#, #"\r"#, #"\t"#, #"\u0000"#, #"\u0041"#,
      #"\u00e9"#, #"\u00E9"#, #"\ud83d\ude00"#, #"\uD83D\uDE00"#, #"\u2028"#,
    ]
    let plain = [
      "a", " ", "  ", "[", "}", ",", ":", "//", "é", "😀", "e\u{301}", "\u{7F}", "\u{2028}",
      "long enough to be read eight at a time",
    ]
    let pieces = (0..<int(0..<6)).map { _ in
      (chance(2) ? escapes : plain).randomElement(using: &random) ?? ""
    }
    return "\"" + pieces.joined() + ending + "\""
  }

  /// The tokens joined, with random white space.
  mutating func spaced(_ tokens: [String]) -> String {
    let spaces = ["", "", "", " ", "\n", "\t", "\r\n", "    "]
    return tokens.reduce(into: spaces.randomElement(using: &random) ?? "") { text, token in
      text += token + (spaces.randomElement(using: &random) ?? "")
    }
  }

  /// Random JSON in Foundation's format.
  mutating func json() throws -> RawJSON {
    let raw = try RawJSON(validating: tokens().joined().utf8)
    // Twice: a fraction in the first encoding may be an integer in the next.
    let once = RawJSON(unchecked: [UInt8](try BusJSON.encodeSlowly(raw)))
    return RawJSON(unchecked: [UInt8](try BusJSON.encodeSlowly(once)))
  }

  /// The bytes with some removed, inserted and changed.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet =
      Array("{}[]\",:\\/ \n\t0123456789-+.eEtrufalsn\u{0}\u{1F}é".utf8) + [0xED, 0xA0, 0xFF]
    var bytes = bytes
    for _ in 0..<int(1..<4) where !bytes.isEmpty {
      let place = int(0..<bytes.count)
      let byte = alphabet.randomElement(using: &random) ?? 0
      switch int(0..<4) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(byte, at: place)
      case 2: bytes[place] = byte
      default: bytes.removeLast(bytes.count - place)
      }
    }
    return bytes
  }

  // MARK: Messages

  mutating func labels() -> EventLabels {
    EventLabels(
      type: text(), subject: text(), standup: optionalText(), meeting: optionalText(),
      team: optionalText())
  }

  mutating func clock() -> CountdownClock {
    CountdownClock(
      elapsedMs: number(),
      at: ClockReading(wallMs: number(), boot: text(), uptimeUs: number()), isRunning: chance(2))
  }

  mutating func countdown() -> StartCountdown {
    StartCountdown(
      id: text(), durationMs: number(), speakers: Int(number()), tickMs: optionalNumber(),
      resuming: chance(2) ? .init(clock: clock(), announcedSpeaker: Int(number())) : nil,
      labels: chance(2) ? labels() : nil)
  }

  mutating func stream() -> StartRecognition {
    StartRecognition(
      id: text(), subject: text(), startMs: number(), labels: chance(2) ? labels() : nil,
      settledMs: optionalNumber(), language: optionalText())
  }

  mutating func meeting() -> RunningMeeting {
    RunningMeeting(
      id: Meeting.ID(uuid()), standup: Standup.ID(uuid()), team: text(), durationMs: number(),
      speakers: Int(number()), speaker: Int(number()), clock: clock(),
      listening: chance(2)
        ? .init(startMs: number(), settledMs: optionalNumber(), language: optionalText()) : nil)
  }

  mutating func document() throws -> Document {
    Document(
      collection: text(), id: text(), parent: optionalText(), team: optionalText(),
      sortKey: optionalNumber(), body: try json(), searchText: optionalText())
  }

  mutating func change() throws -> DocumentChange {
    switch int(0..<7) {
    case 0: .put(try document())
    case 1: .delete(collection: text(), id: text())
    case 2: .deleteMentioning(collection: text(), text: text())
    case 3: .erase(Erasure(meeting: text()))
    case 4: .erase(Erasure(standup: text(), keepsMeetings: int(0..<2) == 0 ? nil : true))
    case 5: .setTeam(collection: text(), parent: text(), team: text())
    default: .deleteChildren(collection: text(), parent: text())
    }
  }

  mutating func reply() throws -> StoredReply { StoredReply(key: text(), reply: try json()) }

  mutating func newEvent() throws -> NewEvent {
    NewEvent(
      id: text(), source: text(), labels: labels(), time: date(), traceparent: optionalText(),
      data: try json())
  }

  mutating func journalEvent() throws -> JournalEvent {
    JournalEvent(
      event: try newEvent(), sequence: number(), epoch: text(), correlation: optionalText(),
      causation: optionalText(), by: optionalText(), previousOfType: optionalNumber(),
      previousOfStandup: optionalNumber(), previousOfMeeting: optionalNumber(),
      previousOfTeam: optionalNumber())
  }

  mutating func event() throws -> CloudEvent {
    CloudEvent(
      id: text(), source: text(), type: text(), subject: text(), time: date(),
      traceparent: optionalText(), sequence: optionalNumber(), epoch: optionalText(),
      correlation: optionalText(), causation: optionalText(), by: optionalText(),
      team: optionalText(), previousOfType: optionalNumber(), previousOfStandup: optionalNumber(),
      previousOfMeeting: optionalNumber(), previousOfTeam: optionalNumber(), data: try json())
  }

  mutating func commit() throws -> Commit {
    Commit(
      changes: try some { try $0.change() }, events: try some { try $0.newEvent() },
      idempotency: chance(2) ? try reply() : nil)
  }

  /// The idempotency store's reply of an earlier commit, or nil.
  mutating func repeated() throws -> RawJSON? {
    // `null` stands for a missing value.
    chance(2) ? try RawJSON(encoding: ["reply": try json()]) : nil
  }
}
