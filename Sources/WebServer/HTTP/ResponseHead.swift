import CMicroHTTPD
import Glibc

/// Encodes the head of a response that libmicrohttpd does not send.
enum ResponseHead {
  /// Returns the status line and the fields (RFC 9112, sections 4 and 5). The connection ends with
  /// the response.
  static func bytes(_ response: WebResponse, isChunked: Bool) -> [UInt8] {
    let phrase = MHD_get_reason_phrase_for(UInt32(clamping: response.status))
    var head = "HTTP/1.1 \(response.status) \(phrase.map { String(cString: $0) } ?? "")\r\n"
    var fields = response.fields + [.init("Date", date()), .init("Connection", "close")]
    if isChunked { fields.append(.init("Transfer-Encoding", "chunked")) }
    // libmicrohttpd omits these, too: a line break would begin another field.
    for field in fields where (field.name + field.value).utf8.allSatisfy({ $0 >= 0x20 }) {
      head += "\(field.name): \(field.value)\r\n"
    }
    return Array((head + "\r\n").utf8)
  }

  /// The current time as an IMF-fixdate (RFC 9110, section 5.6.7).
  private static func date() -> String {
    var (now, parts) = (time(nil), tm())
    gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
