import Bus
import Foundation
import OpenID
import WebServer

/// Parameters that a provider sends back with the browser (RFC 6749, section 4.1.2; RFC 9207).
struct SignInResponse: Hashable, Sendable {
  var state: String
  /// The code; nil if the provider reports an error.
  var code: String?
  /// Issuer that the response names; nil if it names none.
  var issuer: String?
  /// Code of the error that the provider reports, of at most 64 bytes; nil for another form.
  var error: String?

  /// Nil for a request that no provider sends.
  init?(_ request: WebRequest) {
    // Ignored because every other query is answered in the same way.
    guard let items = try? QueryItems(request.query), let state = items["state"],
      (1...64).contains(state.utf8.count)
    else { return nil }
    self.state = state
    issuer = items["iss"]
    error = items["error"].flatMap { Self.isErrorCode($0) ? $0 : nil }
    if items["error"] == nil {
      guard let code = items["code"], (1...OpenIDClient.maxCodeBytes).contains(code.utf8.count)
      else {
        return nil
      }
      self.code = code
    }
  }

  private static func isErrorCode(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_") }
  }
}

/// Reason why a sign-in failed, for the person who signs in.
enum SignInProblem: Hashable, Sendable {
  /// No provider has the name in the address.
  case unknownProvider
  /// The attempt is unknown, or belongs to another browser.
  case unknownAttempt
  /// The response comes from another provider than the one that was asked.
  case otherIssuer
  /// The provider reports an error, by its code if that is known.
  case refused(String?)
  /// Too many attempts.
  case tooMany
  /// The provider rejects the sign-in, or its answer cannot be trusted.
  case provider(OpenIDError)
  /// A service of the installation fails, or gives the person no role.
  case bus(BusError)

  init(_ error: OpenIDError) { self = .provider(error) }

  /// HTTP status of the response.
  var status: Int {
    switch self {
    case .unknownProvider: 404
    case .unknownAttempt, .otherIssuer: 400
    case .refused("temporarily_unavailable"), .refused("server_error"): 503
    case .refused: 403
    case .tooMany: 429
    case .provider(let error):
      switch error.code {
      case .unavailable: 503
      case .rejected: 403
      case .invalid: 502
      }
    case .bus(let error): error.code.httpStatus
    }
  }

  /// Sentence about the problem, and about the remedy.
  var sentence: String {
    switch self {
    case .unknownProvider: "No sign-in has this name. Open the page to choose one."
    case .unknownAttempt:
      "This sign-in has expired, was already completed, or was begun in another browser. Sign in again."
    case .otherIssuer:
      "The response came from another provider than the one that was asked. Sign in again."
    case .refused("access_denied"), .refused("login_required"), .refused("interaction_required"):
      "The provider did not sign you in. Sign in again, or ask its administrator for access."
    case .refused("temporarily_unavailable"), .refused("server_error"):
      "The provider is not available at the moment. Sign in again in a few minutes."
    case .refused(let code?):
      "The provider reported the error “\(code)”. Ask the person who operates Standups to check its configuration."
    case .refused(nil):
      "The provider reported an error. Ask the person who operates Standups to check its configuration."
    case .tooMany: "Too many sign-ins at once; try again in a minute."
    case .provider(let error): error.message
    case .bus(let error): error.message
    }
  }
}

extension BusError {
  /// The error of the bus that corresponds to one of a provider.
  init(_ error: OpenIDError) {
    self.init(error.code == .unavailable ? .unavailable : .denied, error.message)
  }
}
