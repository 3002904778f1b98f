import Foundation
import Glibc

extension NATSAddress {
  /// Checks that all configured files are readable, because libnats reports little about an
  /// unreadable file.
  ///
  /// - Throws: `NATSFailure` with the variable and the file.
  func checkFiles() throws(NATSFailure) {
    for (variable, path) in files where access(path, R_OK) != 0 {
      throw NATSFailure(
        .other, "\(path) cannot be read (\(String(cString: strerror(errno)))); check \(variable).")
    }
  }

  /// Adds advice on what to check to a failed connection attempt.
  func explain(_ failure: NATSFailure) -> NATSFailure {
    NATSFailure(failure.code, sentence(of: failure))
  }

  private func sentence(of failure: NATSFailure) -> String {
    switch failure.code {
    case .refused:
      "NATS denied access (\(failure)); check \(user), and the users that the server accepts."
    case .insecure:
      "Could not establish an encrypted connection to \(display) (\(failure)); check \(trust)."
    case .unreachable: "No response from \(display) (\(failure))."
    case .other:
      // A server that rejects or requires a certificate only closes the connection.
      "Could not connect to \(display) (\(failure))\(isSecure ? "; check \(ours)" : "")."
    default: "\(failure)."
    }
  }

  /// Settings that identify the bridge.
  private var user: String {
    if let credentials { return "\(credentials) (STANDUPS_NATS_CREDENTIALS)" }
    if let nkey { return "\(nkey) (STANDUPS_NATS_NKEY)" }
    return hasPassword
      ? "the user and password, or the token, in STANDUPS_NATS_URL"
      : "STANDUPS_NATS_URL, STANDUPS_NATS_CREDENTIALS and STANDUPS_NATS_NKEY, none of which specifies a user"
  }

  /// Settings that verify the servers.
  private var trust: String {
    authority.map { "\($0) (STANDUPS_NATS_CA)" }
      ?? "STANDUPS_NATS_CA (if it is not set, the system's certificate authorities apply)"
  }

  private var ours: String {
    certificate.map {
      "\($0) (STANDUPS_NATS_CERTIFICATE), which the server may have rejected"
    } ?? "STANDUPS_NATS_CERTIFICATE, as the server may require a certificate"
  }
}
