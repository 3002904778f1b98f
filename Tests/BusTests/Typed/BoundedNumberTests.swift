import FastJSON
import Foundation
import Testing

@testable import Bus

/// External numbers that are used in calculations.
@Suite struct BoundedNumberTests {
  @Test(
    "How long to wait is a day at most, however it is read",
    arguments: [
      ("9223372036854775807", 86_400_000), ("-9223372036854775808", 0), ("-1", 0), ("0", 0),
      ("250", 250), ("86400001", 86_400_000),
    ])
  func retryAfter(text: String, ms: Int) throws {
    let json = #"{"code":"busy","message":"Later.","retryAfterMs":\#(text),"retryable":true}"#
    #expect(try BusJSON.decode(BusError.self, from: Data(json.utf8)).retryAfterMs == ms)
    #expect(try JSONDecoder().decode(BusError.self, from: Data(json.utf8)).retryAfterMs == ms)
  }

  @Test(
    "A place in the journal can be reckoned with",
    arguments: [
      ("00000000000000000007", 7), ("0", 0), ("4611686018427387903", (1 << 62) - 1),
      ("4611686018427387904", nil), ("9223372036854775807", nil), ("-9223372036854775808", nil),
      ("-1", nil), ("seven", nil), ("", nil), (nil, nil),
    ] as [(String?, Int64?)])
  func number(text: String?, number: Int64?) {
    var event = CloudEvent(
      id: "1", source: "/s", type: "t", subject: "s", time: Date(timeIntervalSince1970: 0),
      data: .null)
    event.sequence = text
    #expect(event.number == number)
  }
}
