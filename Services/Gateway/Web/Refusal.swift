import Bus
import Foundation
import WebServer

/// An error of the bus as HTTP has it.
enum Refusal {
  /// The status of each code.
  static func status(_ code: BusError.Code) -> Int {
    switch code {
    case .invalid, .version: 400
    case .denied: 403
    case .notFound, .unroutable, .moved: 404
    case .conflict: 409
    case .compacted: 410
    case .tooLarge: 413
    case .busy: 429
    case .unavailable, .draining: 503
    case .expired: 504
    default: 500
    }
  }

  /// The answer that tells of an error.
  ///
  /// - Parameter status: another one than that of the code.
  static func response(_ error: BusError, status: Int? = nil) -> WebResponse {
    var fields: [WebRequest.Field] = []
    if error.retryable, [.busy, .unavailable, .draining].contains(error.code) {
      // Whole seconds, and never none.
      fields.append(.init("Retry-After", "\(max(1, ((error.retryAfterMs ?? 0) + 999) / 1000))"))
    }
    return .json(status ?? Self.status(error.code), body(error), fields)
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
