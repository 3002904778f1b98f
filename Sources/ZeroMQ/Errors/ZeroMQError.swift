import CZeroMQ

/// The reason why a call to libzmq failed: a stable code, the errno, the subject, and a message
/// with the remedy.
public struct ZeroMQError: Error, Sendable {
  /// The kind of failure, for programs.
  public let code: Code
  /// The number from libzmq or the system; 0 if this library detected the error itself.
  public let errno: Int32
  /// The operation that failed, such as `bind`.
  public let operation: Operation
  /// The subject of the operation: an endpoint, the name of an option, or a count.
  public let subject: String?
  /// The frames up to the limit, if the code is ``Code/messageTooLarge``, so that the receiver can
  /// notify the sender.
  public let truncated: Message?

  /// The operation that failed.
  public enum Operation: String, Sendable {
    case createContext, closeContext, createSocket, createLoop, bind, unbind, connect, disconnect
    case setOption, getOption, send, receive, monitor, generateKey, readKey
  }

  /// Creates an error that this library detected itself.
  init(
    _ code: Code, during operation: Operation, about subject: String? = nil,
    truncated: Message? = nil
  ) {
    self.init(code: code, errno: 0, operation: operation, subject: subject, truncated: truncated)
  }

  /// Creates an error from an errno. Default: libzmq's current one.
  init(
    errno number: Int32 = zmq_errno(), during operation: Operation, about subject: String? = nil
  ) {
    self.init(
      code: Self.refined(.of(errno: number), errno: number, operation), errno: number,
      operation: operation, subject: subject, truncated: nil)
  }

  private init(
    code: Code, errno: Int32, operation: Operation, subject: String?, truncated: Message?
  ) {
    self.code = code
    self.errno = errno
    self.operation = operation
    self.subject = subject
    self.truncated = truncated
  }

  /// True if the same call can succeed later without human intervention.
  public var isRetriable: Bool {
    [.wouldBlock, .hostUnreachable, .connectionLost, .interrupted].contains(code)
  }

  /// The endpoint, if the error is about one.
  public var endpoint: String? {
    switch operation {
    case .bind, .unbind, .connect, .disconnect: subject
    default: nil
    }
  }

  /// The name of the option, if the error is about one.
  public var optionName: String? {
    switch operation {
    case .setOption, .getOption: subject
    default: nil
    }
  }

  // EINVAL means different things for different calls, but a code must have a single meaning.
  private static func refined(_ code: Code, errno: Int32, _ operation: Operation) -> Code {
    guard code == .invalidArgument else { return code }
    switch operation {
    case .bind, .unbind, .connect, .disconnect: return .invalidEndpoint
    case .setOption, .getOption: return .invalidOption
    default: return code
    }
  }
}

extension ZeroMQError: Equatable {
  /// Errors are equal if code, errno, operation and subject are equal.
  public static func == (a: ZeroMQError, b: ZeroMQError) -> Bool {
    a.code == b.code && a.errno == b.errno && a.operation == b.operation && a.subject == b.subject
  }
}
