/// Names and values in `application/x-www-form-urlencoded`, for queries and bodies (RFC 6749 appendix B).
enum FormEncoding {
  /// Encodes everything except letters, digits and `-._~` (RFC 3986 section 2.3). A space becomes `%20`, which queries
  /// and forms decode alike.
  static func encode(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }

  static func encode(_ fields: [(name: String, value: String)]) -> String {
    fields.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }

  /// Adds fields to the query of a URL without fragment.
  static func url(_ url: String, adding fields: [(name: String, value: String)]) -> String {
    let separator: String =
      if !url.utf8.contains(UInt8(ascii: "?")) {
        "?"
      } else if url.hasSuffix("?")
        || url.hasSuffix("&")
      { "" } else { "&" }
    return url + separator + encode(fields)
  }
}
