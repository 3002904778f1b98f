/// Response of a handler to a request.
public struct HTTPResponse: Hashable, Sendable {
  /// Status code of RFC 9110.
  public var status: Int
  /// Media type, such as `application/json`, sent as `Content-Type`.
  public var contentType: String
  /// Additional header fields, by name.
  public var fields: [String: String]
  /// Body, sent as UTF-8. A response to HEAD carries only its length.
  public var body: String

  /// Creates a response with a body. Default: plain text, status 200.
  ///
  /// - Parameter fields: additional header fields; `Content-Type` comes from `contentType`, and
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
