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
    return .json(status ?? error.code.httpStatus, body(error), fields)
  }

  /// An error as the page reads it.
  static func body(_ error: BusError) -> [UInt8] {
    // A value of strings and numbers can always be written.
    (try? BusJSON.encode(error)).map { Array($0) }
      ?? Array(#"{"code":"internal","message":"The error cannot be told.","retryable":false}"#.utf8)
  }

  /// Any error, as one of the bus.
  static func busError(_ error: any Error) -> BusError {
    error as? BusError ?? BusError(.internal, "A defect: \(error).")
  }

  static let notLoggedIn = BusError(
    .denied,
    "You are not logged in. “standups web” or “standups web invite NAME” makes a link that logs you in."
  )
  static let foreign = BusError(.denied, "This did not come from the page itself.")
}
