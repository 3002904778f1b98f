import Foundation
import Testing

@testable import Bus

@Suite struct TraceParentTests {
  private static let text = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  @Test func itIsReadAsItIsWritten() throws {
    let parent = try #require(TraceParent(Self.text))
    #expect(parent.trace.text == "4bf92f3577b34da6a3ce929d0e0e4736")
    #expect(parent.span.text == "00f067aa0ba902b7")
    #expect(parent.isSampled && !parent.isRandom)
    #expect(parent.text == Self.text)
    #expect(parent.trace.uuid == UUID(uuidString: "4bf92f35-77b3-4da6-a3ce-929d0e0e4736"))
    #expect(parent.trace.randomness == 0xce92_9d0e_0e47_36)
  }

  @Test(arguments: [
    // Unknown flags are ignored; so is the remainder of a later version.
    ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00", "00"),
    ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-02", "02"),
    ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff", "03"),
    ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "01"),
    ("01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-follows", "01"),
  ])
  func itIsWrittenInTheVersionThatIsKnown(text: String, flags: String) {
    #expect(TraceParent(text)?.text == Self.text.dropLast(2) + flags)
  }

  @Test(arguments: [
    "", "00", "x",
    "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
    "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01 ",
    "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01x",
    "0g-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0é",
    "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-" + String(repeating: "x", count: 500),
  ])
  func whatIsNotAsTheSpecificationSaysIsNone(text: String) {
    #expect(TraceParent(text) == nil)
  }

  @Test func aHeaderWithSuchAOneIsRefused() {
    let id = UUID().lowercaseText
    let text = #"STB1 CMD a.b {"id":"\#(id)","traceparent":"x"}"#
    let error = #expect(throws: BusError.self) {
      try Array(text.utf8).withUnsafeBytes { try Head(parsing: $0) }
    }
    #expect(error?.code == .invalid)
    #expect(error?.message.contains("traceparent") == true)
  }

  @Test func idsOfOursNameTracesAndSpans() throws {
    let id = try #require(UUID(uuidString: "4BF92F35-77B3-4DA6-A3CE-929D0E0E4736"))
    let parent = TraceParent(beginningWith: id)
    #expect(parent.text == "00-4bf92f3577b34da6a3ce929d0e0e4736-a3ce929d0e0e4736-01")
    #expect(parent.trace.uuid == id)
    // An id of zeros is invalid.
    let zero = try #require(UUID(uuidString: "00000000-0000-0000-0000-000000000000"))
    #expect(TraceParent(TraceParent(beginningWith: zero).text) == TraceParent(beginningWith: zero))
  }

  @Test func itIsCarriedOnToWhatAMessageLeadsTo() throws {
    let parent = try #require(TraceParent(Self.text))
    let header = Header(traceparent: parent)
    #expect(header.leading().traceparent == parent)
    let attempts = CommandAttempts(CallOptions(cause: header), key: nil)
    #expect(attempts.header(1).traceparent == parent && attempts.header(2).traceparent == parent)
    let other = TraceParent(beginningWith: UUID())
    let own = CommandAttempts(CallOptions(cause: header, traceparent: other), key: nil)
    #expect(own.header(1).traceparent == other)
  }
}
