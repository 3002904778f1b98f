import Foundation

extension Header {
  /// The header as JSON. Written by hand: it is on every message's way.
  var json: String {
    var text = "{\"id\":\"\(id.uuidString.lowercased())\""
    func add(_ name: StaticString, _ value: UUID?) {
      if let value { text += ",\"\(name)\":\"\(value.uuidString.lowercased())\"" }
    }
    func add(_ name: StaticString, _ value: String?) {
      if let value { text += ",\"\(name)\":\(JSONText.quote(value))" }
    }
    add("corr", corr)
    add("cause", cause)
    if let deadline { text += ",\"deadline\":\(deadline)" }
    add("idem", idem)
    if let attempt { text += ",\"attempt\":\(attempt)" }
    add("traceparent", traceparent)
    add("key", key)
    return text + "}"
  }

  /// Reads a header.
  ///
  /// - Throws: `BusError` with code `invalid`.
  init(parsing bytes: UnsafeRawBufferPointer) throws(BusError) {
    if let fast = HeaderScanner.scan(bytes) {
      self = fast
      return
    }
    // Anything unusual goes to the library, which also finds the words for what is wrong.
    do {
      self = try BusJSON.decode(Header.self, from: Data(bytes), whole: "header")
    } catch let error as BusError {
      throw BusError(.invalid, "The head ends in a header that is wrong: \(error.message)")
    } catch {
      throw BusError(.invalid, "The head does not end in a JSON object.")
    }
  }
}

/// JSON text by hand, where it is on a hot path.
public enum JSONText {
  /// A string as JSON, with its quotes (RFC 8259, section 7).
  public static func quote(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
