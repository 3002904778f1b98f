/// What a handler is told of a request: there is no body that it could want.
public struct HTTPRequest: Hashable, Sendable {
  /// Upper case, as it came.
  public var method: String
  /// Without the query.
  public var path: String

  /// A request as it came; for tests of a handler, too.
  public init(method: String, path: String) {
    self.method = method
    self.path = path
  }
}
