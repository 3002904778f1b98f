import Bus
import GatewayAPI
import WebServer

extension WebResponse {
  /// Creates a response with a JSON body.
  static func json(_ status: Int, _ bytes: [UInt8], _ fields: [WebRequest.Field] = [])
    -> WebResponse
  {
    WebResponse(status, [.init("Content-Type", "application/json")] + fields, bytes)
  }

  /// Creates the response for an error of the bus.
  ///
  /// - Parameter status: HTTP status, if it differs from that of the error code.
  static func error(_ error: BusError, status: WebStatus? = nil) -> WebResponse {
    var fields: [WebRequest.Field] = []
    if error.retryable, [.busy, .unavailable, .draining].contains(error.code) {
      // In whole seconds, rounded up, and at least one.
      fields.append(.init("Retry-After", "\(max(1, ((error.retryAfterMs ?? 0) + 999) / 1000))"))
    }
    return .json(status?.rawValue ?? error.code.httpStatus, error.json, fields)
  }
}

extension WebResponse {
  /// A copy that names the method of authentication (RFC 6750, section 3).
  var challenging: WebResponse { challenging(#", error="invalid_token""#) }

  /// A copy that names the method of authentication for a request without a token, which has no
  /// error (RFC 6750, section 3.1).
  var requestingToken: WebResponse { challenging("") }

  private func challenging(_ attributes: String) -> WebResponse {
    var response = self
    response.fields.append(.init("WWW-Authenticate", #"Bearer realm="standups""# + attributes))
    return response
  }
}

extension BusError {
  static let unknownToken = BusError(
    .denied,
    "Invalid token: it is unknown, was revoked, or has expired. “standups tokens add” creates one."
  )
  static let noToken = BusError(
    .denied,
    "Missing token; expected “Authorization: Bearer TOKEN”. “standups tokens add” creates one.")
  static let notLoggedIn = BusError(
    .denied,
    "You are not logged in. Open the page with “standups web”, or ask an operator for a new link."
  )
  static let noRole = BusError(
    .denied,
    "You have no role in any team. Ask an administrator for one.")
  static let crossOrigin = BusError(
    .denied, "Rejected a cross-origin request; expected this site’s own Origin.")
}

extension Gateway {
  static let notFound = BusError(.notFound, "Not found.")

  func refuse(_ error: BusError, status: WebStatus? = nil) -> WebAnswer {
    .respond(WebResponse.error(error, status: status).withSecurityHeaders)
  }
}
