/// What a request is answered with.
public struct WebResponse {
  /// What follows the head.
  public enum Body {
    /// Bytes; for HEAD only their number is told.
    case bytes([UInt8])
    /// Parts, as they come.
    case stream(WebStream)
  }

  /// As in RFC 9110.
  public var status: Int
  /// The fields of the head; those that frame the body are set by the server.
  public var fields: [WebRequest.Field]
  /// What follows the head.
  public var body: Body

  /// An answer with bytes, none unless told.
  public init(_ status: Int, _ fields: [WebRequest.Field] = [], _ bytes: [UInt8] = []) {
    self.init(status, fields, body: .bytes(bytes))
  }

  /// An answer with a body of either kind.
  public init(_ status: Int, _ fields: [WebRequest.Field] = [], body: Body) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// A sentence as plain text.
  public init(_ status: Int, sentence: String) {
    self.init(
      status,
      [
        .init("Content-Type", "text/plain; charset=utf-8"),
        .init("X-Content-Type-Options", "nosniff"), .init("Cache-Control", "no-store"),
      ], Array((sentence + "\n").utf8))
  }
}

/// What becomes of a request once its head is there.
public enum WebAnswer {
  /// It is answered; a short body is read and thrown away, after a longer one the connection ends.
  case respond(WebResponse)
  /// Its body is read, to so many bytes, and handed over; beyond that it is answered with 413.
  case read(most: Int, ([UInt8], WebReply) -> Void)
  /// Its body is handed over in parts.
  case upload((WebUpload, WebReply) -> Void)
  /// It becomes a WebSocket with this subprotocol; what is no proper handshake is refused.
  case upgrade(subprotocol: String, (WebSocket) -> Void)
}
