import Countdown
import Foundation
import Messages
import TestSupport
import Testing

@testable import Bus

/// What is written by hand is what Foundation writes, byte for byte, and each reads the other's.
@Suite struct AgainstFoundationTests {
  /// Both ways, and what Foundation writes with white space and in another order.
  func check<Value: Codable & Hashable>(_ value: Value) throws {
    let ours = try BusJSON.encode(value)
    let theirs = try BusJSON.encodeSlowly(value)
    #expect(String(decoding: ours, as: UTF8.self) == String(decoding: theirs, as: UTF8.self))
    #expect(try BusJSON.decodeSlowly(Value.self, from: ours) == value)
    #expect(try BusJSON.decode(Value.self, from: theirs) == value)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .prettyPrinted
    #expect(try BusJSON.decode(Value.self, from: try encoder.encode(value)) == value)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func messagesOfTheTimer(seed: UInt64) throws {
    var some = Generated(seed: seed)
    for _ in 0..<50 {
      try check(some.countdown())
      try check(some.clock())
      try check(some.labels())
      try check(
        CountdownStatus(
          id: some.text(), durationMs: some.number(), speakers: Int(some.number()),
          speaker: Int(some.number()), clock: some.clock()))
      try check(PauseCountdown(id: some.text()))
      try check(ResumeCountdown(id: some.text()))
      try check(CancelCountdown(id: some.text()))
      try check(GetCountdown(id: some.text()))
      try check(SkipSpeaker(id: some.text(), from: some.chance(2) ? Int(some.number()) : nil))
      try check(
        CountdownSpeakerChanged(
          id: some.text(), speaker: Int(some.number()), elapsedMs: some.number()))
      try check(CountdownFinished(id: some.text(), elapsedMs: some.number()))
      try check(
        TickData(
          elapsedMs: some.number(), durationMs: some.number(), speaker: Int(some.number()),
          speakers: Int(some.number()), turnEndsMs: some.number()))
      try check(CountdownsRequested(after: some.optionalText()))
      try check(some.stream())
    }
    try check(Done())
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func pages(seed: UInt64) throws {
    var some = Generated(seed: seed)
    for count in 0..<5 {
      let countdowns = (0..<count).map { _ in some.countdown() }
      try check(
        CountdownsRequested.Reply(countdowns: countdowns, next: some.optionalText()))
      try check(
        GetLiveWork.Reply(
          countdowns: countdowns, streams: (0..<count).map { _ in some.stream() },
          next: some.optionalText()))
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func anyValueAndEvents(seed: UInt64) throws {
    var some = Generated(seed: seed)
    for _ in 0..<50 {
      try check([some.json()])
      try check(some.json())
      // Dates lose a little of their fraction on the way back, so only the text is compared.
      let event = some.event()
      #expect(try BusJSON.encode(event) == (try BusJSON.encodeSlowly(event)))
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func headers(seed: UInt64) throws {
    var some = Generated(seed: seed)
    for _ in 0..<50 {
      let header = Header(
        corr: some.chance(2) ? UUID() : nil, cause: some.chance(2) ? UUID() : nil,
        deadline: some.chance(2) ? some.number() : nil, idem: some.optionalText(),
        attempt: some.chance(2) ? Int(some.number()) : nil, traceparent: some.optionalText(),
        key: some.optionalText())
      let text = Head(kind: .command, target: "a.b", header: header).text
      #expect(text.hasPrefix("STB1 CMD a.b {"))
      let json = Data(text.dropFirst("STB1 CMD a.b ".count).utf8)
      #expect(try BusJSON.decodeSlowly(Header.self, from: json) == header)
      let read = try Array(text.utf8).withUnsafeBytes { try Head(parsing: $0) }
      #expect(read.header == header)
    }
  }

  /// Whatever is done to a text: what is accepted is what Foundation accepts, and means the same.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func damage(seed: UInt64) throws {
    var some = Generated(seed: seed)
    let alphabet = Array("{}[]\",:\\/ \n\t0123456789-+.eEtrufalsn\u{0}\u{1F}é".utf8)
    for _ in 0..<200 {
      var bytes = [UInt8](try BusJSON.encodeSlowly(some.countdown()))
      for _ in 0..<Int.random(in: 1...3, using: &some.random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &some.random)
        let byte = alphabet.randomElement(using: &some.random) ?? 0
        switch Int.random(in: 0..<4, using: &some.random) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(byte, at: place)
        case 2: bytes[place] = byte
        default: bytes.removeLast(bytes.count - place)
        }
      }
      let data = Data(bytes)
      let ours = try? BusJSON.decode(StartCountdown.self, from: data)
      let theirs = try? BusJSON.decodeSlowly(StartCountdown.self, from: data)
      #expect(ours == theirs, "\(String(decoding: bytes, as: UTF8.self))")
      let any = try? BusJSON.decode(JSONValue.self, from: data)
      let theirAny = try? BusJSON.decodeSlowly(JSONValue.self, from: data)
      #expect(any == theirAny, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: [
    #"{"id":"a","durationMs":1.0,"speakers":1}"#, #"{"id":"a","durationMs":1e3,"speakers":1}"#,
    #"{"id":"\u0061\ud83d\ude00\n","durationMs":1,"speakers":1,"x":[{"y":null}],"labels":null}"#,
    #"{"id":"\ud83d","durationMs":1,"speakers":1}"#, #"{"id":"a","durationMs":01,"speakers":1}"#,
    #"{"id":null,"durationMs":1,"speakers":1}"#, #"{"id":"a","durationMs":1,"speakers":1} x"#,
    #"{"id":"a","durationMs":9223372036854775808,"speakers":1}"#, "", "null", "[]",
    #"{"i\u0064":"a","durationMs":1,"speakers":1}"#, #"{"id":"a","durationMs":1,"speakers":1,}"#,
  ])
  func unusualText(text: String) {
    let data = Data(text.utf8)
    #expect(
      (try? BusJSON.decode(StartCountdown.self, from: data))
        == (try? BusJSON.decodeSlowly(StartCountdown.self, from: data)))
  }

  @Test func whatIsNestedTooDeepIsNoCrash() {
    let deep = Data((String(repeating: "[", count: 100_000)).utf8)
    #expect((try? BusJSON.decode(JSONValue.self, from: deep)) == nil)
  }

  @Test func whatIsNoNumberIsNoText() {
    #expect(throws: (any Error).self) { try BusJSON.encode(JSONValue.number(.nan)) }
    #expect(throws: (any Error).self) { try BusJSON.encode(JSONValue.number(.infinity)) }
  }
}
