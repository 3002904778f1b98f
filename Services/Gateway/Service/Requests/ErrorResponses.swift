import Bus
import WebServer

/// Errors of the bus as HTTP responses.
enum Refusal {
  /// Response for an error.
  ///
  /// - Parameter status: HTTP status, if it differs from that of the error code.
  static func response(_ error: BusError, status: Int? = nil) -> WebResponse {
    var fields: [WebRequest.Field] = []
    if error.retryable, [.busy, .unavailable, .draining].contains(error.code) {
      // In whole seconds, rounded up, and at least one.
      fields.append(.init("Retry-After", "\(max(1, ((error.retryAfterMs ?? 0) + 999) / 1000))"))
    }
    return .json(status ?? error.code.httpStatus, error.json, fields)
  }

  static let notLoggedIn = BusError(
    .denied,
    "You are not logged in. Open the page with “standups web”, or ask an operator for a new link."
  )
  static let foreign = BusError(
    .denied, "Rejected a cross-origin request; expected this site’s own Origin.")
}

extension Gateway {
  func refuse(_ error: BusError, status: Int? = nil) -> WebAnswer {
    .respond(Refusal.response(error, status: status).safe)
  }
}
