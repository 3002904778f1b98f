import Documents
import FastJSON
import Foundation
import PersistenceAPI
import Testing
import TimerAPI

@testable import Bus

/// JSON that is passed on unchanged is valid for every decoder, and keeps its meaning.
@Suite struct RawJSONTests {
  /// The meaning of a text according to Foundation.
  private func meaning(_ bytes: some Sequence<UInt8>) throws -> Data {
    try JSONSerialization.data(
      withJSONObject: JSONSerialization.jsonObject(
        with: Data(bytes), options: .fragmentsAllowed),
      options: [.sortedKeys, .fragmentsAllowed])
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func onlyWhiteSpaceIsLeftOut(seed: UInt64) throws {
    var some = Generated(seed: seed)
    for _ in 0..<100 {
      let tokens = some.tokens()
      let text = some.spaced(tokens)
      let raw = try RawJSON(validating: text.utf8)
      #expect(raw.text == tokens.joined())
      #expect(try meaning(raw.bytes) == meaning(text.utf8))
      #expect(try BusJSON.decode(RawJSON.self, from: Data(text.utf8)) == raw)
      #expect(try BusJSON.encode(raw) == Data(raw.bytes))
      // Coders without access to the bytes write it in another format.
      let other = try BusJSON.decodeSlowly(RawJSON.self, from: Data(text.utf8))
      #expect(try meaning(other.bytes) == meaning(BusJSON.encodeSlowly(raw)))
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func whatIsTakenFoundationTakes(seed: UInt64) throws {
    var some = Generated(seed: seed)
    var taken = 0
    for _ in 0..<300 {
      let bytes = some.damaged(Array(some.spaced(some.tokens()).utf8))
      // Ignored because damaged text may be rejected; the number accepted is checked below.
      guard let raw = try? RawJSON(validating: bytes) else { continue }
      taken += 1
      #expect(try meaning(raw.bytes) == meaning(bytes), "\(String(decoding: bytes, as: UTF8.self))")
      #expect(try RawJSON(validating: raw.bytes) == raw)
    }
    #expect((1..<300).contains(taken))
  }

  @Test(arguments: [
    // Half a surrogate pair, and two invalid ones.
    #""\ud83d""#, #""\ude00""#, #""\ud83d\ud83d""#, #""\ud83dx""#, #""\ud83d\n""#,
    #"{"\ud800":1}"#,
    // Invalid numbers, or ones that a `Double` cannot hold.
    "1e999", "-1e999", "[1E400]", String(repeating: "9", count: 400), "NaN", "-Infinity", "01", "-",
    "+1", "1.", ".5", "1e", "1e+", "0x1", "1_0",
    // Control characters, and invalid escapes.
    "\"a\u{1}\"", "\"a\nb\"", "\"\u{0}\"", "{\"\t\":1}", #""\x""#, #""\u12""#, #""\u12g4""#, #""\"#,
    // Trailing or missing tokens.
    "1 2", "{} x", "[1,]", #"{"a":1,}"#, #"{"a"}"#, #"{"a":}"#, "{1:2}", "[1 2]", "[", "{", "\"",
    "]", "tru", "nulll", "True", "'a'", "", " ", "\u{FEFF}1", "//\n1", "\u{A0}1",
  ])
  func whatIsNoJSONIsRefused(text: String) {
    #expect(throws: InvalidJSON.self) { try RawJSON(validating: text.utf8) }
  }

  /// A lone continuation byte, a truncated sequence, an overlong `/`, a surrogate, and a code point
  /// beyond Unicode.
  @Test(
    arguments: [
      [0x80], [0xFF], [0xC3], [0xE2, 0x82], [0xC0, 0xAF], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80],
    ] as [[UInt8]])
  func whatIsNoUTF8IsRefused(bytes: [UInt8]) {
    for text in [#""*""#, #"[{"a*":1}]"#, #""\n*""#, #""long enough for eight at a time *""#] {
      let parts = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
      #expect(throws: InvalidJSON.self) {
        try RawJSON(validating: Array(parts.joined(separator: bytes)))
      }
    }
  }

  // MARK: Depth

  /// This number of nested values, of both kinds.
  private func nested(_ depth: Int) -> String {
    let (objects, arrays) = (depth / 2, depth - depth / 2)
    return String(repeating: #"{"a":"#, count: objects) + String(repeating: "[", count: arrays)
      + String(repeating: "]", count: arrays) + String(repeating: "}", count: objects)
  }

  @Test func itIsNestedNoDeeperThanWhatCarriesItCanBe() throws {
    #expect(try RawJSON(validating: nested(56).utf8).text == nested(56))
    #expect(throws: InvalidJSON.self) { try RawJSON(validating: nested(57).utf8) }
    // Its depth within a message does not matter.
    let event =
      #"{"data":\#(nested(56)),"id":"e","labels":{"subject":"s","type":"t"},"#
      + #""source":"/s","time":"2026-11-21T09:30:00.000Z"}"#
    let commit = #"{"changes":[],"events":[\#(event)]}"#
    #expect(
      try BusJSON.decode(Commit.self, from: Data(commit.utf8)).events.map(\.data.text)
        == [nested(56)])
    let deeper = commit.replacingOccurrences(of: nested(56), with: nested(57))
    #expect(refusal(Commit.self, deeper)?.message.contains("56 levels") == true)
  }

  private func refusal<Value: Decodable>(_ type: Value.Type, _ text: String) -> BusError? {
    do {
      _ = try BusJSON.decode(type, from: Data(text.utf8))
      return nil
    } catch {
      return error as? BusError
    }
  }

  /// A single pass over the text: neither the stack nor Foundation's time grows with it.
  @Test(arguments: [
    String(repeating: "[", count: 100_000),
    String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000),
    String(repeating: #"{"x":"#, count: 100_000), #"{"x":"# + String(repeating: "[", count: 64),
    #"{"x":"]]]]","y":"# + String(repeating: "[", count: 64),
    #"{"x":"\"]]]]","y":"# + String(repeating: "[", count: 64),
  ])
  func whatIsNestedTooDeepIsRefused(text: String) throws {
    let refusals = [
      refusal(RawJSON.self, text), refusal(StartCountdown.self, text),
      refusal(Document.self, text), refusal(GetCountdown.self, text),
      refusal(ListCountdowns.self, text), refusal([RawJSON].self, text),
    ]
    for refusal in refusals {
      #expect(refusal?.code == .invalid)
      #expect(refusal?.message == "The body is nested deeper than 64 levels.")
    }
  }

  @Test func sixtyFourLevelsAreRead() throws {
    let deep = #"{"id":"a","x":\#(nested(63))}"#
    #expect(try BusJSON.decode(GetCountdown.self, from: Data(deep.utf8)).id == "a")
    let quoted = #"{"id":"\#(String(repeating: "[", count: 1000))","x":1}"#
    #expect(try BusJSON.decode(GetCountdown.self, from: Data(quoted.utf8)).id.count == 1000)
    #expect(refusal(GetCountdown.self, #"{"id":"a","x":\#(nested(64))}"#)?.code == .invalid)
  }

  // MARK: Members

  @Test func aMemberIsTakenOut() throws {
    let raw = try RawJSON(validating: #" {"a":{"b" : [1, "x y"]},"n":null,"s":"a\n"} "#.utf8)
    #expect(raw.isObject)
    #expect(raw["a"]?["b"]?.text == #"[1,"x y"]"#)
    #expect(raw["n"] == .null)
    #expect(raw["s"]?.string == "a\n")
    #expect(raw["b"] == nil && raw["s"]?["a"] == nil && raw["a"]?.string == nil)
    #expect(RawJSON.emptyObject.isObject && !RawJSON.null.isObject)
  }

  @Test func aValueGoesInAndComesOut() throws {
    let command = SkipSpeaker(id: "a/b", from: 1)
    let raw = try RawJSON(encoding: command)
    #expect(raw.text == #"{"from":1,"id":"a/b"}"#)
    #expect(try raw.decode() == command)
    #expect(try RawJSON(encoding: raw) == raw)
    let error = try #require(throws: BusError.self) {
      try RawJSON.emptyObject.decode(as: SkipSpeaker.self)
    }
    #expect(error.code == .invalid && error.message.contains("“id”"))
  }
}
