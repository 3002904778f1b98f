/// What a handler answers.
public struct HTTPResponse: Hashable, Sendable {
  /// As in RFC 9110.
  public var status: Int
  public var contentType: String
  /// More fields of the header.
  public var fields: [String: String]
  public var body: String

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
