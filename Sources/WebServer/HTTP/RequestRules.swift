/// Rules that a request must satisfy before it is handled.
///
/// If two programs on the path parse a request differently, a second request can be smuggled in its
/// body. Ambiguous requests are therefore rejected (RFC 9112, sections 3.2, 5.1, 6.1 and 11.2).
enum RequestRules {
  /// Returns the reason why a request is rejected, as a sentence; nil if it is valid.
  ///
  /// - Parameter hasProperLines: true if all header lines end with CR LF and none is folded.
  static func problem(_ request: WebRequest, hasProperLines: Bool) -> String? {
    guard hasProperLines else {
      return "Invalid header; expected unfolded lines that end with CR LF."
    }
    guard request.version == "HTTP/1.1" || request.version == "HTTP/1.0" else {
      return "Unsupported HTTP version; expected HTTP/1.1."
    }
    guard isTarget(request.target) else {
      return "Invalid request target; expected a path that starts with “/”."
    }
    for field in request.fields where !isName(field.name) || !isValue(field.value) {
      return "Invalid header field; expected a token, a colon and a value."
    }
    let hosts = request.values("Host")
    guard hosts.count == 1, isHost(hosts[0]) else {
      return "Invalid Host; expected exactly one host name or address."
    }
    return framingProblem(request)
  }

  /// Maximum size of a request's head, in bytes. libmicrohttpd has 16 KiB for a request, which must
  /// also hold the head of the response; without room for it, the connection is closed unanswered.
  static let maxHeadBytes = 12 << 10

  /// Returns true if there is room for the response, too. Each field needs memory besides its text.
  static func hasRoom(_ request: WebRequest) -> Bool {
    let fields = request.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 64 }
    return request.target.utf8.count + fields <= maxHeadBytes
  }

  private static func framingProblem(_ request: WebRequest) -> String? {
    let lengths = request.values("Content-Length")
    let codings = request.values("Transfer-Encoding")
    guard lengths.count + codings.count <= 1 else {
      return "Ambiguous body length; expected one Content-Length or one Transfer-Encoding."
    }
    if let length = lengths.first {
      guard !length.isEmpty, length.utf8.count <= 18, length.utf8.allSatisfy(isDigit) else {
        return "Invalid Content-Length; expected 1 to 18 digits."
      }
    }
    if let coding = codings.first, coding.lowercased() != "chunked" || request.version == "HTTP/1.0"
    {
      return "Unsupported Transfer-Encoding; expected “chunked” in HTTP/1.1."
    }
    return nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isTarget(_ text: String) -> Bool {
    text.utf8.first == UInt8(ascii: "/") && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  /// Returns true if the string is a token of RFC 9110.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte > 0x20 && byte < 0x7F && !#""(),/:;<=>?@[\]{}"#.utf8.contains(byte)
      }
  }

  private static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  private static func isHost(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 255
      && text.utf8.allSatisfy { byte in
        isDigit(byte) || byte >= 0x61 && byte <= 0x7A || byte >= 0x41 && byte <= 0x5A
          || "-._:[]".utf8.contains(byte)
      }
  }
}
