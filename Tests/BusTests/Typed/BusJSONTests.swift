import StandupsDependencies
import FastJSON
import Foundation
import Testing

@testable import Bus

private struct Form: Codable, Equatable {
  enum Hue: String, Codable { case red }
  var hue: Hue?
  var name: String
  var count: Int
  var ratio: Double?
  var flag: Bool?
  var when: Date?
  var tags: [String]?
  var inner: Inner?

  struct Inner: Codable, Equatable {
    var list: [Inner]?
    var n: Int
  }
}

@Suite struct BusJSONTests {
  @Test func datesAreExactToTheMillisecond() throws {
    var random = SeededGenerator(seed: 3)
    for round in 0..<20_000 {
      let ms =
        round < 3000
        ? 1_795_000_000_000 + Int64(round)
        : Int64.random(in: -2_000_000_000_000...4_000_000_000_000, using: &random)
      let text = Timestamp.format(Date(timeIntervalSince1970: Double(ms) / 1000))
      let date = try #require(Timestamp.parse(text), "\(text)")
      #expect(Int64((date.timeIntervalSince1970 * 1000).rounded()) == ms, "\(text)")
      #expect(Timestamp.format(date) == text)
    }
  }

  @Test(
    arguments: [
      ("2026-11-21T09:30:00.000Z", 1_795_253_400_000), ("2026-11-21T09:30:00Z", 1_795_253_400_000),
      ("2026-11-21T10:30:00.250+01:00", 1_795_253_400_250), ("1970-01-01T00:00:00.001Z", 1),
    ] as [(String, Int64)])
  func goodDates(text: String, ms: Int64) {
    let date = Timestamp.parse(text)
    #expect(date.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) } == ms)
  }

  @Test(arguments: [
    "", "yesterday", "2026-13-01T00:00:00Z", "2026-11-21", "1795253400", "0000-12-31T23:59:59Z",
    "-0001-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "0000-12-31T23:59:59.999Z",
  ])
  func badDates(text: String) {
    #expect(Timestamp.parse(text) == nil)
  }

  private static let unfit =
    "A number in the body has a fraction, or is out of range."

  @Test(
    arguments: [
      ("{}", "“count” is missing.", "“name” is missing."),
      (#"{"name":1,"count":1}"#, "“name” must be a string.", nil),
      (#"{"name":"","count":"1"}"#, "“count” must be a whole number.", nil),
      (#"{"name":"","count":1.5}"#, Self.unfit, nil),
      (
        #"{"name":"","count":9223372036854775808}"#,
        Self.unfit, nil
      ),
      (#"{"name":"","count":1,"hue":"pink"}"#, "“hue” has the invalid value “pink”.", nil),
      (#"{"name":"","count":1,"flag":1}"#, "“flag” must be true or false.", nil),
      (#"{"name":"","count":1,"ratio":"x"}"#, "“ratio” must be a number.", nil),
      (#"{"name":"","count":1,"tags":{}}"#, "“tags” must be an array.", nil),
      (#"{"name":"","count":1,"inner":[]}"#, "“inner” must be an object.", nil),
      (#"{"name":null,"count":1}"#, "“name” must not be null.", nil),
      (
        #"{"name":"","count":1,"inner":{"n":1,"list":[{"n":1},{}]}}"#,
        "“inner.list.[1].n” is missing.", nil
      ),
      (#"{"name":"","count":1,"when":"soon"}"#, "“when”: “soon” is not an RFC 3339 date.", nil),
      ("[]", "The body must be an object.", nil), ("{", "The body is not valid JSON.", nil),
      ("", "The body is not valid JSON.", nil),
    ] as [(String, String, String?)])
  func errorsNameTheMember(json: String, sentence: String, or: String?) {
    do {
      _ = try BusJSON.decode(Form.self, from: Data(json.utf8))
      Issue.record("it was read")
    } catch let error as BusError {
      #expect(error.code == .invalid)
      #expect([sentence, or ?? sentence].contains(error.message), "\(error.message)")
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func anErrorIsShortWhateverTheInput() {
    let long = String(repeating: "x", count: 500_000)
    for json in [#"{"name":"","count":1,"when":"\#(long)"}"#, #"{"\#(long)":{"n":"x"}}"#] {
      do {
        _ = try BusJSON.decode([String: Form.Inner].self, from: Data(json.utf8))
      } catch let error as BusError {
        #expect(error.message.utf8.count < 400)
      } catch {
        Issue.record("\(error)")
      }
    }
  }

  @Test func notTextAndDeepNestingAreErrors() {
    #expect(throws: BusError.self) {
      try BusJSON.decode(RawJSON.self, from: Data([0x22, 0xFF, 0x22]))
    }
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: BusError.self) { try BusJSON.decode(RawJSON.self, from: Data(deep.utf8)) }
    let closed = deep + String(repeating: "]", count: 100_000)
    #expect(throws: BusError.self) { try BusJSON.decode(Done.self, from: Data(closed.utf8)) }
  }
}
