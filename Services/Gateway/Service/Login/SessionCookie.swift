import WebServer

/// Cookie of a session. All ports of a host share cookies, so the name contains the port.
struct SessionCookie: Hashable, Sendable {
  var port: UInt16
  /// True if the browser uses TLS. The cookie can then be set and read only with TLS.
  var isSecure: Bool
  /// End of the name; empty for the cookie of a session.
  var suffix = ""

  var name: String { (isSecure ? "__Host-" : "") + "standups-\(port)\(suffix)" }

  /// The secret in a request; nil unless there is exactly one.
  func token(in request: WebRequest) -> String? {
    let values = request.cookies(name)
    guard values.count == 1, (1...64).contains(values[0].utf8.count) else { return nil }
    return values[0]
  }

  func setting(_ token: String, seconds: Int64) -> WebRequest.Field {
    .init(
      "Set-Cookie",
      "\(name)=\(token); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax"
        + (isSecure ? "; Secure" : ""))
  }

  var clearing: WebRequest.Field { setting("", seconds: 0) }
}
