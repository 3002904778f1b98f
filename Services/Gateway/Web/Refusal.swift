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
    "You are not logged in. “standups web” or “standups web invite NAME” makes a link that logs you in."
  )
  static let foreign = BusError(.denied, "This did not come from the page itself.")
}
