import WebServer

/// The cookie of a session. Cookies are shared by all ports of a host, so the port is in its name.
struct SessionCookie: Hashable, Sendable {
  var port: UInt16
  /// Whether the browser speaks TLS: then nobody without it can set or read the cookie.
  var isSecure: Bool

  var name: String { (isSecure ? "__Host-" : "") + "standups-\(port)" }

  /// The secret in a request; nil if there is none, or more than one.
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
