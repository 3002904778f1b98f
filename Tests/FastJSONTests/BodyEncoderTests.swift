import FastJSON
import Foundation
import Testing

@testable import Bus

/// The encoding is Foundation's, whatever a value requests from its encoder.
@Suite struct BodyEncoderTests {
  struct Inner: Codable {
    var zeta = 1
    var alpha: [String?] = ["ä\u{1}\"\\/", nil]
    var none: Int?
    var tiny: Int8 = -7
    var large = UInt64.max
  }

  struct Everything: Encodable {
    var word = "w"
    var beta = ["z": 1, "a": 2, "ü": 3, "é": 4, "": 5]
    var inner = Inner()
    var list = [Inner(), Inner()]
    var half = 0.5
    var whole = 3.0
    var huge = 1e300
    var small = -1.5e-9
    var isOn = true
    var date = Date(timeIntervalSince1970: 1_795_260_600.25)
    var uuid = UUID()
    var choice = Choice.some(count: 2, Inner())
    var empty: [Inner] = []
    var nothing = Nothing()
    var raw = RawJSON(unchecked: Array(#"{"a":[1.5],"b":1}"#.utf8))
    var set: Set<Int> = [4]
    var deep = [[[1, 2], []], []]
    var range = 1...3
    var duration = Duration.milliseconds(1500)
  }

  struct Nothing: Codable {}

  enum Choice: Codable {
    case none
    case some(count: Int, Inner)
  }

  /// Requests containers in its own order, and some twice.
  struct Handmade: Encodable {
    enum Key: String, CodingKey { case z, y, x, a }

    func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: Key.self)
      var inner = object.nestedContainer(keyedBy: Key.self, forKey: .z)
      try inner.encode(1, forKey: .y)
      var list = inner.nestedUnkeyedContainer(forKey: .a)
      try list.encode("one")
      try list.encodeNil()
      var nested = list.nestedUnkeyedContainer()
      try nested.encode(1.25)
      var other = list.nestedContainer(keyedBy: Key.self)
      try other.encode(true, forKey: .x)
      try object.encodeNil(forKey: .y)
      var again = encoder.container(keyedBy: Key.self)
      try again.encode("later", forKey: .x)
      // The later of the two counts.
      try again.encode("last", forKey: .x)
      try again.encode([1], forKey: .a)
    }
  }

  /// Continues a container after others were created.
  struct Interleaved: Encodable {
    func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: Handmade.Key.self)
      var first = object.nestedContainer(keyedBy: Handmade.Key.self, forKey: .a)
      var second = object.nestedContainer(keyedBy: Handmade.Key.self, forKey: .x)
      try second.encode(1, forKey: .a)
      try first.encode(2, forKey: .a)
    }
  }

  class Base: Encodable {
    var base = 1
  }

  final class Derived: Base {
    override func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: Handmade.Key.self)
      try object.encode(1, forKey: .z)
      try super.encode(to: object.superEncoder())
    }
  }

  private func check(_ value: some Encodable, isDirect: Bool = true) throws {
    let theirs = try BusJSON.encodeSlowly(value)
    let ours = BodyWriter.data(value)
    #expect((ours != nil) == isDirect)
    if let ours {
      #expect(String(decoding: ours, as: UTF8.self) == String(decoding: theirs, as: UTF8.self))
    }
    #expect(try BusJSON.encode(value) == theirs)
  }

  @Test func anyValueIsWrittenAsFoundationDoes() throws {
    try check(Everything())
    try check([Everything()])
    try check(Handmade())
    try check("text")
    try check(-1)
    try check(Int?.none)
    try check(["a": ["b": [1: "c"]]])
    try check([Choice.none])
  }

  /// A value without a fast path takes the slow one, with the same result.
  @Test func whatIsUnusualGoesTheLongWay() throws {
    try check(Interleaved(), isDirect: false)
    try check(Derived(), isDirect: false)
    try check(["d": Data([1, 2])], isDirect: false)
    try check([URL(fileURLWithPath: "/tmp/x")], isDirect: false)
    try check([Decimal(1) / 3], isDirect: false)
    try check([Float(0.1)], isDirect: false)
  }

  @Test func whatCannotBeWrittenIsAnErrorAsBefore() {
    #expect(throws: EncodingError.self) { try BusJSON.encode([Double.nan]) }
  }
}
