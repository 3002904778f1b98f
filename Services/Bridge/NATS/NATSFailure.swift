import CNATS

/// What NATS, or the way to it, refused.
struct NATSFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What matters to who asked.
  enum Code: Hashable, Sendable {
    /// The stream has another last sequence than was expected: another bridge published, or something was lost.
    case wrongLastSequence
    /// There is no such stream, or none takes the subject.
    case noStream
    /// The stream is there already, with other settings.
    case exists
    /// There is no such message any more.
    case noMessage
    /// NATS is away, or too slow.
    case unreachable
    /// The user is not let in, or may not do this.
    case refused
    /// There is no way that both sides take for an encrypted one.
    case insecure
    /// Whatever else.
    case other
  }

  var code: Code
  /// A sentence or less, without what events say.
  var message: String

  var description: String { message }

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// - Parameters:
  ///   - status: what a function of libnats returned.
  ///   - error: JetStream's own code; 0 for none.
  ///   - text: what the server said; nil asks libnats for its last words on this thread.
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

  /// What libnats says without the place in its source, `(conn.c:733): `.
  private static func plain(_ text: String) -> String {
    guard text.hasPrefix("("), let end = text.firstRange(of: "): ") else { return text }
    return String(text[end.upperBound...])
  }

  /// What libnats said last of a connection.
  static func words(of connection: OpaquePointer?) -> String? {
    var words: UnsafePointer<CChar>?
    _ = natsConnection_GetLastError(connection, &words)
    return words.map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// - Throws: `NATSFailure` unless a function of libnats succeeded.
  static func check(
    _ status: natsStatus, _ error: jsErrCode = jsErrCode(0)
  ) throws(NATSFailure) {
    if status != NATS_OK { throw NATSFailure(status, error) }
  }

  /// - Throws: `NATSFailure` with the name of the file unless a function of libnats succeeded.
  static func check(_ status: natsStatus, _ file: String) throws(NATSFailure) {
    guard status != NATS_OK else { return }
    let failure = NATSFailure(status)
    throw NATSFailure(failure.code, "\(file): \(failure.message)")
  }
}
