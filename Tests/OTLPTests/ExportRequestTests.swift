import Bus
import Foundation
import Testing

@testable import OTLP

@Suite struct ExportRequestTests {
  private let id = UUID(uuidString: "4BF92F35-77B3-4DA6-A3CE-929D0E0E4736")!

  @Test func spansAreWrittenAsTheProtocolHasThemInJSON() throws {
    let parent = try #require(SpanID(rawValue: 0x00f0_67aa_0ba9_02b7))
    let first = Span(
      participant: "timer", trace: TraceID(id), id: SpanID(id), parent: nil, name: "timer.start",
      startNs: 1_795_000_000_000_001_000, endNs: 1_795_000_000_000_002_000,
      attributes: [SpanAttribute("a", "x\"\u{1}ü"), SpanAttribute("n", 9_007_199_254_740_993)])
    let second = Span(
      participant: "router", trace: TraceID(id), id: parent, parent: SpanID(id), name: "m",
      startNs: 5, endNs: 5, isFailed: true)
    let data = ExportRequest.json(
      [first, second, first], OTLPResource(name: "acme", version: "1.2"))
    let json = try JSONSerialization.jsonObject(with: data)
    let wanted = """
      {"resourceSpans": [
        {"resource": {"attributes": [
            {"key": "service.name", "value": {"stringValue": "acme-timer"}},
            {"key": "service.version", "value": {"stringValue": "1.2"}}]},
          "scopeSpans": [{"scope": {"name": "standups.router", "version": "1.2"},
            "spans": [SPAN, SPAN], "schemaUrl": "https://opentelemetry.io/schemas/1.44.0"}],
          "schemaUrl": "https://opentelemetry.io/schemas/1.44.0"},
        {"resource": {"attributes": [
            {"key": "service.name", "value": {"stringValue": "acme-router"}},
            {"key": "service.version", "value": {"stringValue": "1.2"}}]},
          "scopeSpans": [{"scope": {"name": "standups.router", "version": "1.2"},
            "spans": [{"traceId": "4bf92f3577b34da6a3ce929d0e0e4736", "spanId": "00f067aa0ba902b7",
              "parentSpanId": "a3ce929d0e0e4736", "flags": 769, "name": "m", "kind": 2,
              "startTimeUnixNano": "5", "endTimeUnixNano": "5", "attributes": [], "status": {"code": 2}}],
            "schemaUrl": "https://opentelemetry.io/schemas/1.44.0"}],
          "schemaUrl": "https://opentelemetry.io/schemas/1.44.0"}]}
      """.replacing(
        "SPAN",
        with: """
          {"traceId": "4bf92f3577b34da6a3ce929d0e0e4736", "spanId": "a3ce929d0e0e4736", "flags": 257,
            "name": "timer.start", "kind": 2, "startTimeUnixNano": "1795000000000001000",
            "endTimeUnixNano": "1795000000000002000", "attributes": [
              {"key": "a", "value": {"stringValue": "x\\"\\u0001ü"}},
              {"key": "n", "value": {"intValue": "9007199254740993"}}], "status": {}}
          """)
    let expected = try JSONSerialization.jsonObject(with: Data(wanted.utf8))
    #expect(json as? NSDictionary == expected as? NSDictionary)
  }
}
