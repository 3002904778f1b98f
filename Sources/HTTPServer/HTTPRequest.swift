/// The head of a request, without its body: handlers answer GET and HEAD only.
public struct HTTPRequest: Hashable, Sendable {
  /// HTTP method in upper case, such as `GET`.
  public var method: String
  /// Path of the request, without the query.
  public var path: String

  /// Creates a request from its parts, for example in a test of a handler.
  public init(method: String, path: String) {
    self.method = method
    self.path = path
  }
}
