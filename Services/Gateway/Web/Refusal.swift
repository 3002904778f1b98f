import Bus
import Foundation
import WebServer

/// An error of the bus as HTTP has it.
enum Refusal {
  /// The answer that tells of an error.
  ///
  /// - Parameter status: another one than that of the code.
  static func response(_ error: BusError, status: Int? = nil) -> WebResponse {
    var fields: [WebRequest.Field] = []
    if error.retryable, [.busy, .unavailable, .draining].contains(error.code) {
      // Whole seconds, and never none.
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
