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
        default: .other
        }
      }
    let name = natsStatus_GetText(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
    let words = text ?? (nats_GetLastError(nil).map { String(cString: $0) } ?? "")
    let detail = words.isEmpty || words == name ? "" : ": \(words)"
    message = name + detail + (error.rawValue == 0 ? "" : " (\(error.rawValue))")
  }
}
