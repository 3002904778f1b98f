import Foundation
import Glibc

extension NATSAddress {
  /// Looks whether all files that are named can be read: libnats says little of one that cannot.
  ///
  /// - Throws: `NATSFailure`, with the variable and the file.
  func checkFiles() throws(NATSFailure) {
    for (variable, path) in files where access(path, R_OK) != 0 {
      throw NATSFailure(
        .other, "\(path) cannot be read (\(String(cString: strerror(errno)))); see \(variable).")
    }
  }

  /// Why there is no connection, and what can be done about it.
  func explain(_ failure: NATSFailure) -> NATSFailure {
    NATSFailure(failure.code, sentence(of: failure))
  }

  private func sentence(of failure: NATSFailure) -> String {
    switch failure.code {
    case .refused:
      "NATS refuses the user (\(failure)); see \(user), and the users of the server."
    case .insecure:
      "There is no encrypted connection to \(display) (\(failure)); see \(trust)."
    case .unreachable: "No server of \(display) answers (\(failure))."
    case .other:
      // A certificate that a server refuses, or misses, is seen only by the end of the connection.
      "There is no connection to \(display) (\(failure))\(isSecure ? "; see \(ours)" : "")."
    default: "\(failure)."
    }
  }

  /// What says who the bridge is.
  private var user: String {
    if let credentials { return "\(credentials) (STANDUPS_NATS_CREDENTIALS)" }
    if let nkey { return "\(nkey) (STANDUPS_NATS_NKEY)" }
    return hasPassword
      ? "the user and password, or the token, in STANDUPS_NATS_URL"
      : "STANDUPS_NATS_URL, STANDUPS_NATS_CREDENTIALS and STANDUPS_NATS_NKEY, none of which names one"
  }

  /// What says who the servers are.
  private var trust: String {
    authority.map { "\($0) (STANDUPS_NATS_CA)" }
      ?? "STANDUPS_NATS_CA, without which those are believed whom this system believes"
  }

  private var ours: String {
    certificate.map {
      "\($0) (STANDUPS_NATS_CERTIFICATE), which it may not accept"
    } ?? "STANDUPS_NATS_CERTIFICATE, as it may want a certificate"
  }
}
