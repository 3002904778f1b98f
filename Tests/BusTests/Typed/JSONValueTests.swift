import Foundation
import Testing

@testable import Bus

@Suite struct JSONValueTests {
  @Test(
    arguments: [
      .null, .bool(true), .bool(false), .integer(0), .integer(.min), .integer(.max),
      .integer(4_852_094_820_647_174_144), .unsigned(.max), .unsigned(1 << 63), .number(1.5),
      .number(1e300), .number(-2.5e-300), .string(""), .string("ü🎈\u{0}\"\\/"), .array([]),
      .object([:]), .array([.object(["a": .array([.null, .integer(1)])])]),
    ] as [JSONValue])
  func everyValueComesBack(value: JSONValue) throws {
    // In an array: a fragment alone is not what crosses the bus.
    let data = try BusJSON.encode([value])
    #expect(try BusJSON.decode([JSONValue].self, from: data) == [value])
  }

  @Test func durationsKeepEveryDigit() throws {
    for duration in [Duration.seconds(300), .seconds(5), .seconds(-3), .milliseconds(12_345)] {
      let value = try JSONValue(encoding: duration)
      #expect(try value.decode(as: Duration.self) == duration)
    }
  }

  @Test func membersAreReached() throws {
    let value = JSONValue.object(["a": .string("x")])
    #expect(value["a"]?.string == "x")
    #expect(value["b"] == nil)
    #expect(JSONValue.null["a"] == nil)
    #expect(JSONValue.null.string == nil)
  }
}
