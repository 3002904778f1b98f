import FastJSON
import Foundation
import Testing

@testable import Bus

@Suite struct RawJSONTests {
  private struct Page: Codable, Equatable {
    var first: RawJSON
    var second: RawJSON?
  }

  /// The string is returned byte for byte, and never interpreted as anything else.
  @Test(arguments: [
    "null", "true", "0", "-0", "1e5", "12345678901234567890", "2.50", #""""#,
    #""\u0041\ud83d\ude00""#,
    "[]", "{}", #"{"b":1,"a":[{},null],"b":2}"#,
  ])
  func theTextComesBack(text: String) throws {
    let raw = try RawJSON(validating: Array(text.utf8))
    #expect(raw.text == text)
    #expect(try BusJSON.decode(RawJSON.self, from: BusJSON.encode(raw)).text == text)
  }

  @Test func whiteSpaceOutsideOfStringsIsLeftOut() throws {
    let text = "\n{ \"a b\" : [ 1 ,\t\"x \\\" y\" ] }\r\n"
    #expect(try RawJSON(validating: Array(text.utf8)).text == #"{"a b":[1,"x \" y"]}"#)
  }

  @Test(arguments: [
    "", "nul", "{", "[1,]", #"{"a" 1}"#, "01", "1.", ".5", "1e", "1e999", "NaN", #""\ud83d""#,
    "\"\u{1F}\"", "1 2", "'a'", #"{a:1}"#,
  ])
  func whatIsNoJSONIsRefused(text: String) {
    #expect(throws: InvalidJSON.self) { try RawJSON(validating: Array(text.utf8)) }
  }

  @Test func bytesThatAreNoTextAreRefused() {
    #expect(throws: InvalidJSON.self) { try RawJSON(validating: [0x22, 0xFF, 0x22]) }
  }

  /// The limit for stored JSON leaves room for the page that transfers it.
  @Test func depthIsBounded() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(try RawJSON(validating: nested(56)).count == 112)
    #expect(throws: InvalidJSON.self) { try RawJSON(validating: nested(57)) }
    let page = Page(first: try RawJSON(validating: nested(56)), second: nil)
    #expect(try BusJSON.decode(Page.self, from: BusJSON.encode(page)) == page)
    for depth in [65, 100, 508] {
      #expect(throws: BusError.self) {
        try BusJSON.decode([String].self, from: Data(nested(depth)))
      }
    }
  }

  @Test func durationsKeepEveryDigit() throws {
    for duration in [Duration.seconds(300), .seconds(5), .seconds(-3), .milliseconds(12_345)] {
      let value = try RawJSON(encoding: duration)
      #expect(try value.decode(as: Duration.self) == duration)
    }
  }

  @Test func membersAreReached() throws {
    let value = try RawJSON(encoding: ["a": "x"])
    #expect(value["a"]?.string == "x")
    #expect(value["b"] == nil)
    #expect(RawJSON.null["a"] == nil)
    #expect(RawJSON.null.string == nil)
    #expect(value.setting("b", to: RawJSON(7)).text == #"{"a":"x","b":7}"#)
  }
}
