/// What a handler answers.
public struct HTTPResponse: Hashable, Sendable {
  /// As in RFC 9110.
  public var status: Int
  /// The media type, such as `application/json`, for the field `Content-Type`.
  public var contentType: String
  /// More fields of the header.
  public var fields: [String: String]
  /// The body, sent as UTF-8; for HEAD only its length is told.
  public var body: String

  /// An answer with a body, as plain text with status 200 unless told.
  ///
  /// - Parameter fields: more of the header; `Content-Type` comes from `contentType`, and
  ///   `Cache-Control` is always `no-store`.
  public init(
    _ body: String, status: Int = 200, contentType: String = "text/plain; charset=utf-8",
    fields: [String: String] = [:]
  ) {
    self.status = status
    self.contentType = contentType
    self.fields = fields
    self.body = body
  }
}
