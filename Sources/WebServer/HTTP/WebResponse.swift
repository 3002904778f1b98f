/// Response to a request.
public struct WebResponse {
  /// Body of a response.
  public enum Body {
    /// Complete bytes; a response to HEAD carries only their number.
    case bytes([UInt8])
    /// Parts, sent as they are produced.
    case stream(WebStream)
    /// Parts, sent as they arise, until the body is finished.
    case open(OpenBody)
  }

  /// Status code of RFC 9110.
  public var status: Int
  /// Header fields; the server adds those that frame the body.
  public var fields: [WebRequest.Field]
  /// Body of the response.
  public var body: Body

  /// Creates a response with bytes. Default: an empty body.
  public init(_ status: Int, _ fields: [WebRequest.Field] = [], _ bytes: [UInt8] = []) {
    self.init(status, fields, body: .bytes(bytes))
  }

  /// Creates a response with a body of either kind.
  public init(_ status: Int, _ fields: [WebRequest.Field] = [], body: Body) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// Creates a response with a sentence as plain text.
  public init(_ status: Int, sentence: String) {
    self.init(
      status,
      [
        .init("Content-Type", "text/plain; charset=utf-8"),
        .init("X-Content-Type-Options", "nosniff"), .init("Cache-Control", "no-store"),
      ], Array((sentence + "\n").utf8))
  }
}

/// A handler's decision about a request. It is made when the head of the request is complete.
public enum WebAnswer {
  /// Responds. A short request body is read and discarded; after a longer one the connection is
  /// closed.
  case respond(WebResponse)
  /// Reads the body, up to a maximum number of bytes, and passes it on; rejects a longer body with
  /// 413.
  case read(most: Int, ([UInt8], WebReply) -> Void)
  /// Passes the body on in parts.
  case upload((WebUpload, WebReply) -> Void)
  /// Upgrades to a WebSocket with this subprotocol; rejects an invalid handshake.
  case upgrade(subprotocol: String, (WebSocket) -> Void)
}

extension WebAnswer {
  /// Returns the same answer, whose responses are changed before they are sent. The change applies
  /// neither to responses of the server itself, such as that for a body that is too large, nor to
  /// the response that upgrades a connection.
  public func changing(_ change: @escaping (WebResponse) -> WebResponse) -> WebAnswer {
    switch self {
    case .respond(let response): .respond(change(response))
    case .read(let most, let take): .read(most: most) { take($0, $1.changing(change)) }
    case .upload(let take): .upload { take($0, $1.changing(change)) }
    case .upgrade: self
    }
  }
}
