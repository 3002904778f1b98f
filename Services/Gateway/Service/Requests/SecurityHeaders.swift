import WebServer

/// Security headers of every response.
enum SecurityHeaders {
  /// The only policy of Trusted Types accepts the path of the service worker.
  private static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
    "connect-src 'self'", "media-src 'self'", "font-src 'self'", "manifest-src 'self'",
    "worker-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    "require-trusted-types-for 'script'", "trusted-types worker",
  ].joined(separator: "; ")

  static let all: [WebRequest.Field] = [
    .init("Content-Security-Policy", policy),
    .init("Permissions-Policy", "microphone=(self), camera=(), geolocation=(), payment=(), usb=()"),
    .init("X-Content-Type-Options", "nosniff"),
    .init("X-Frame-Options", "DENY"),
    .init("Referrer-Policy", "no-referrer"),
    .init("Cross-Origin-Opener-Policy", "same-origin"),
    .init("Cross-Origin-Resource-Policy", "same-origin"),
  ]
}

extension WebResponse {
  /// A copy with the security headers, and with `no-store` unless it has its own `Cache-Control`.
  var withSecurityHeaders: WebResponse {
    var response = self
    let known = Set(fields.map { $0.name.lowercased() })
    response.fields += SecurityHeaders.all.filter { !known.contains($0.name.lowercased()) }
    if !known.contains("cache-control") {
      response.fields.append(.init("Cache-Control", "no-store"))
    }
    return response
  }
}

extension WebResponse {
  /// A copy that makes browsers use only TLS for this name for a year, except for `localhost`, whose
  /// ports other programs use.
  func onlyEncrypted(for host: String) -> WebResponse {
    guard !host.lowercased().hasPrefix("localhost") else { return self }
    var response = self
    response.fields.append(.init("Strict-Transport-Security", "max-age=31536000"))
    return response
  }
}
