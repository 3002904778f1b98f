import CCrypto
import Foundation

/// The server's side of the opening handshake (RFC 6455, section 4.2).
enum WebSocketHandshake {
  private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  /// Returns the status and the message for a request that cannot become a WebSocket; nil if it
  /// can.
  static func problem(_ request: WebRequest, subprotocol: String) -> (
    status: Int, sentence: String
  )? {
    guard request.method == "GET", request.version == "HTTP/1.1", !request.hasBody,
      request.words("Upgrade") == ["websocket"], request.words("Connection").contains("upgrade")
    else { return (426, "Expected a WebSocket handshake.") }
    guard request["Sec-WebSocket-Version"] == "13" else {
      return (426, "Unsupported WebSocket version; expected 13.")
    }
    guard key(request) != nil else {
      return (400, "Invalid Sec-WebSocket-Key; expected 16 bytes in Base64.")
    }
    guard request.words("Sec-WebSocket-Protocol").contains(subprotocol.lowercased()) else {
      return (400, "Unsupported Sec-WebSocket-Protocol; expected \(subprotocol).")
    }
    return nil
  }

  /// Returns the value of `Sec-WebSocket-Key`; nil unless it is 16 bytes in Base64.
  private static func key(_ request: WebRequest) -> String? {
    guard let key = request["Sec-WebSocket-Key"], key.utf8.count == 24,
      Data(base64Encoded: key)?.count == 16
    else { return nil }
    return key
  }

  /// Returns the value of `Sec-WebSocket-Accept`.
  static func accept(_ request: WebRequest) -> String {
    let text = Array(((key(request) ?? "") + suffix).utf8)
    var digest = [UInt8](repeating: 0, count: Int(SHA_DIGEST_LENGTH))
    _ = SHA1(text, text.count, &digest)
    return Data(digest).base64EncodedString()
  }
}
