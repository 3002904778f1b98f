import CNATS

/// Error of NATS, or of the connection to it.
struct NATSFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Kinds of errors that the caller distinguishes.
  enum Code: Hashable, Sendable {
    /// The last sequence of the stream differs from the expected one, because another bridge
    /// published or messages were lost.
    case wrongLastSequence
    /// The stream does not exist, or no stream accepts the subject.
    case noStream
    /// The stream exists already, with other settings.
    case exists
    /// The message no longer exists.
    case noMessage
    /// NATS is unavailable, or too slow.
    case unreachable
    /// The user is rejected, or lacks a permission.
    case refused
    /// The two sides cannot agree on an encrypted connection.
    case insecure
    /// Any other error.
    case other
  }

  var code: Code
  /// Phrase or sentence that contains no content of events.
  var message: String

  var description: String { message }

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Creates a failure from an error of libnats.
  ///
  /// - Parameters:
  ///   - status: the result of a libnats function.
  ///   - error: JetStream's own code; 0 for none.
  ///   - text: the server's message; nil for the last error of libnats on this thread.
  init(_ status: natsStatus, _ error: jsErrCode = jsErrCode(0), text: String? = nil) {
    code =
      switch error {
      case JSStreamWrongLastSequenceErr: .wrongLastSequence
      case JSStreamNotFoundErr, JSStreamNotMatchErr: .noStream
      case JSStreamNameExistErr, JSStreamSubjectOverlapErr: .exists
      case JSNoMessageFoundErr, JSSequenceNotFoundErr: .noMessage
      default:
        switch status {
        case NATS_NO_RESPONDERS, NATS_NOT_FOUND: .noStream
        case NATS_TIMEOUT, NATS_CONNECTION_CLOSED, NATS_CONNECTION_DISCONNECTED, NATS_NO_SERVER,
          NATS_IO_ERROR, NATS_NOT_YET_CONNECTED, NATS_STALE_CONNECTION:
          .unreachable
        case NATS_CONNECTION_AUTH_FAILED, NATS_NOT_PERMITTED: .refused
        case NATS_SSL_ERROR, NATS_SECURE_CONNECTION_WANTED, NATS_SECURE_CONNECTION_REQUIRED:
          .insecure
        default: .other
        }
      }
    let name = natsStatus_GetText(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
    let words = text ?? Self.plain(nats_GetLastError(nil).map { String(cString: $0) } ?? "")
    let detail = words.isEmpty || words == name ? "" : ": \(words)"
    message = name + detail + (error.rawValue == 0 ? "" : " (\(error.rawValue))")
  }

  /// A message of libnats without its source location, such as `(conn.c:733): `.
  private static func plain(_ text: String) -> String {
    guard text.hasPrefix("("), let end = text.firstRange(of: "): ") else { return text }
    return String(text[end.upperBound...])
  }

  /// The last error of a connection; nil if there was none.
  static func words(of connection: OpaquePointer?) -> String? {
    var words: UnsafePointer<CChar>?
    _ = natsConnection_GetLastError(connection, &words)
    return words.map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Checks the result of a libnats function.
  ///
  /// - Throws: `NATSFailure` unless it succeeded.
  static func check(
    _ status: natsStatus, _ error: jsErrCode = jsErrCode(0)
  ) throws(NATSFailure) {
    if status != NATS_OK { throw NATSFailure(status, error) }
  }

  /// Checks the result of a libnats function that uses a file.
  ///
  /// - Throws: `NATSFailure` with the name of the file unless it succeeded.
  static func check(_ status: natsStatus, _ file: String) throws(NATSFailure) {
    guard status != NATS_OK else { return }
    let failure = NATSFailure(status)
    throw NATSFailure(failure.code, "\(file): \(failure.message)")
  }
}
