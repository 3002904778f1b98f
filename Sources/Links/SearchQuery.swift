/// The query of a search link: `q=` and the percent-encoded search text.
enum SearchQuery {
  /// Reads the search text from the query.
  static func read(_ steps: LinkSteps) throws(DeepLinkError) -> String {
    guard let query = steps.query else { return "" }
    let bytes = query.utf8
    guard bytes.starts(with: "q=".utf8), !bytes.contains(UInt8(ascii: "&")) else {
      throw steps.error("expected only “?q=” and the search text after “search”")
    }
    guard let text = decode(bytes.dropFirst(2)) else {
      throw steps.error("expected the search text as percent-encoded UTF-8")
    }
    guard text.utf8.count <= DeepLink.maxQueryBytes else {
      throw steps.error(
        "the search text has \(text.utf8.count) bytes, more than the maximum of"
          + " \(DeepLink.maxQueryBytes)")
    }
    return text
  }

  /// Decodes percent-encoding and reads a plus sign as a space, as browsers encode forms.
  ///
  /// - Returns: nil if the encoding is invalid.
  private static func decode(_ bytes: Substring.UTF8View.SubSequence) -> String? {
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
        else { return nil }
        decoded.append(high << 4 | low)
      default: decoded.append(byte)
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Percent-encodes all but the unreserved characters of RFC 3986, with uppercase hexadecimal
  /// digits.
  static func encode(_ text: String) -> String {
    var out = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        out.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        out += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return out
  }
}
