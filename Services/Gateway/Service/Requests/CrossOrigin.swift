import GatewayAPI
import WebServer

/// Requests of pages of other sites that the operator has listed (CORS, Fetch Standard, section 3.3).
///
/// Such a page identifies itself with a token in `Authorization`. Cookies, and users whom a proxy
/// has identified by its own cookie, do not count: browsers send cookies without the knowledge of
/// the page's user.
struct CrossOrigin: Hashable, Sendable {
  /// Origin of the page, as in the request.
  var origin: String

  /// The origin of a request to the API, if it is listed and is not this site; otherwise nil.
  init?(_ request: WebRequest, listed: Set<String>, site: OriginCheck) {
    guard let origin = request["Origin"], listed.contains(origin.lowercased()),
      request.path.hasPrefix("/api/") || request.path == WebRoute.mcp.path,
      !site.hasOwnOrigin(request)
    else { return nil }
    self.origin = origin
  }

  /// Header fields that a page may send in addition to those that need no permission.
  static let requestFields = [
    "Authorization", "Content-Type", "Idempotency-Key", "Last-Event-ID", "MCP-Protocol-Version",
    "Mcp-Method", "Mcp-Name", "X-Standups-Key", "traceparent",
  ]
  /// Header fields of a response that a page may read, in addition to those that need no
  /// permission.
  static let responseFields = [
    "ETag", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After",
  ]
  /// Time for which a browser may cache a permission, in seconds.
  static let permissionSeconds = 600

  /// The response to a preflight request; nil for any other request.
  ///
  /// - Parameter route: the route of the request's path.
  func preflight(_ request: WebRequest, of route: WebRoute) -> WebResponse? {
    guard request.method == "OPTIONS", request["Access-Control-Request-Method"] != nil else {
      return nil
    }
    return WebResponse(
      204,
      [
        .init("Access-Control-Allow-Methods", route.methods.joined(separator: ", ")),
        .init("Access-Control-Allow-Headers", Self.requestFields.joined(separator: ", ")),
        .init("Access-Control-Max-Age", "\(Self.permissionSeconds)"),
      ])
  }

  /// A copy of the request without cookies, and without the user whom a proxy has identified.
  func anonymous(_ request: WebRequest) -> WebRequest {
    var request = request
    request.fields.removeAll { ["cookie", "x-forwarded-user"].contains($0.name.lowercased()) }
    return request
  }

  /// A copy of the response that the page may read.
  func permitted(_ response: WebResponse) -> WebResponse {
    var response = response
    let resourcePolicy = "Cross-Origin-Resource-Policy"
    response.fields.removeAll { $0.name.lowercased() == resourcePolicy.lowercased() }
    response.fields += [
      .init("Access-Control-Allow-Origin", origin), .init("Vary", "Origin"),
      .init("Access-Control-Expose-Headers", Self.responseFields.joined(separator: ", ")),
      .init(resourcePolicy, "cross-origin"),
    ]
    return response
  }
}

extension CrossOrigin {
  /// Maximum number of listed origins.
  static let maxListed = 100

  /// Reads an origin of the setting.
  ///
  /// - Returns: the origin as browsers send it: in lower case, without the default port.
  /// - Throws: `OriginProblem`, a sentence that describes the accepted form.
  static func listed(_ text: String) throws(OriginProblem) -> String {
    guard text != "*" else {
      throw OriginProblem(
        description: "“*” would let every web page use the tokens that it obtains; list the"
          + " origins of your own pages.")
    }
    let problem = OriginProblem(
      description: "Invalid origin “\(text)”; expected scheme://host or scheme://host:port, such as"
        + " https://tools.example.org.")
    let origin = text.lowercased()
    guard
      let match = origin.wholeMatch(
        of: #/(https?)://(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::([0-9]{1,5}))?/#),
      match.2.utf8.count <= 255
    else { throw problem }
    guard let digits = match.3 else { return origin }
    guard let port = UInt16(digits), port > 0 else { throw problem }
    let isDefault = port == (match.1 == "https" ? 443 : 80)
    return "\(match.1)://\(match.2)" + (isDefault ? "" : ":\(port)")
  }
}

/// Reason why an origin cannot be listed.
struct OriginProblem: Error, CustomStringConvertible {
  /// A sentence with the accepted form.
  var description: String
}
