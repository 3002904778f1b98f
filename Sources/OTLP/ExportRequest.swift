import Bus
import FastJSON
import Foundation

/// `ExportTraceServiceRequest` of OTLP/HTTP in JSON: names in lowerCamelCase, trace and span ids in
/// hexadecimal, 64-bit numbers as strings, enum values as numbers.
enum ExportRequest {
  /// Schema URL of the conventions for attribute names.
  private static let conventions: StaticString =
    #","schemaUrl":"https://opentelemetry.io/schemas/1.44.0""#
  /// Bits of a span's flags: whether it is sampled, whether the location of its parent is known,
  /// and whether its parent is in another process.
  private enum Flags {
    static let sampled = 0x001
    static let knowsRemote = 0x100
    static let isRemote = 0x200
  }

  /// Encodes the request for these spans, grouped by participant.
  static func json(_ spans: [Span], _ resource: OTLPResource) -> Data {
    var participants: [String] = []
    var groups: [String: [Span]] = [:]
    for span in spans {
      if groups[span.participant] == nil { participants.append(span.participant) }
      groups[span.participant, default: []].append(span)
    }
    var writer = JSONWriter(capacity: 256 + 768 * spans.count)
    writer.raw(#"{"resourceSpans":["#)
    for (index, participant) in participants.enumerated() {
      if index > 0 { writer.byte(comma) }
      writer.raw(#"{"resource":{"attributes":"#)
      write(resource.attributes(of: participant), to: &writer)
      writer.raw(#"},"scopeSpans":[{"scope":{"name":"standups.router","version":"#)
      writer.string(resource.version)
      writer.raw(#"},"spans":["#)
      for (index, span) in (groups[participant] ?? []).enumerated() {
        if index > 0 { writer.byte(comma) }
        write(span, to: &writer)
      }
      writer.raw("]")
      writer.raw(conventions)
      writer.raw("}]")
      writer.raw(conventions)
      writer.raw("}")
    }
    writer.raw("]}")
    return writer.withBytes { Data($0) }
  }

  private static let comma = UInt8(ascii: ",")

  private static func write(_ span: Span, to writer: inout JSONWriter) {
    writer.raw(#"{"traceId":"#)
    writer.string(span.trace.text)
    writer.raw(#","spanId":"#)
    writer.string(span.id.text)
    var flags = Flags.sampled | Flags.knowsRemote
    if let parent = span.parent {
      flags |= Flags.isRemote
      writer.raw(#","parentSpanId":"#)
      writer.string(parent.text)
    }
    writer.raw(#","flags":"#)
    writer.integer(flags)
    writer.raw(#","name":"#)
    writer.string(span.name)
    writer.raw(#","kind":2,"startTimeUnixNano":""#)
    writer.integer(span.startNs)
    writer.raw(#"","endTimeUnixNano":""#)
    writer.integer(span.endNs)
    writer.raw(#"","attributes":"#)
    write(span.attributes, to: &writer)
    writer.raw(span.isFailed ? #","status":{"code":2}}"# : #","status":{}}"#)
  }

  private static func write(_ attributes: [SpanAttribute], to writer: inout JSONWriter) {
    writer.raw("[")
    for (index, attribute) in attributes.enumerated() {
      if index > 0 { writer.byte(comma) }
      writer.raw(#"{"key":"#)
      writer.string(attribute.key)
      switch attribute.value {
      case .string(let text):
        writer.raw(#","value":{"stringValue":"#)
        writer.string(text)
      case .integer(let number):
        writer.raw(#","value":{"intValue":""#)
        writer.integer(number)
        writer.raw(#"""#)
      }
      writer.raw("}}")
    }
    writer.raw("]")
  }
}
