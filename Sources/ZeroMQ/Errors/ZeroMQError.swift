import CZeroMQ

/// Why a call to libzmq failed: a stable code, the errno, what it was about, and what to do.
public struct ZeroMQError: Error, Sendable {
  /// What went wrong, to decide on.
  public let code: Code
  /// The number libzmq or the system gave; 0 where the reason is this library's own.
  public let errno: Int32
  /// What was being done, such as `bind`.
  public let operation: Operation
  /// What it was done to: an endpoint, the name of an option, a count.
  public let subject: String?
  /// With ``Code/messageTooLarge``: the frames up to the limit, so that the sender can be told.
  public let truncated: Message?

  /// What was being done when it went wrong.
  public enum Operation: String, Sendable {
    case createContext, closeContext, createSocket, createLoop, bind, unbind, connect, disconnect
    case setOption, getOption, send, receive, monitor, generateKey, readKey
  }

  /// Creates an error whose reason is this library's own.
  init(
    _ code: Code, during operation: Operation, about subject: String? = nil,
    truncated: Message? = nil
  ) {
    self.init(code: code, errno: 0, operation: operation, subject: subject, truncated: truncated)
  }

  /// Creates an error from an errno, read from libzmq unless it is given.
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

  /// Whether the same call can succeed later without anyone changing anything.
  public var isRetriable: Bool {
    [.wouldBlock, .hostUnreachable, .connectionLost, .interrupted].contains(code)
  }

  /// The endpoint, when the error is about one.
  public var endpoint: String? {
    switch operation {
    case .bind, .unbind, .connect, .disconnect: subject
    default: nil
    }
  }

  /// The name of the option, when the error is about one.
  public var optionName: String? {
    switch operation {
    case .setOption, .getOption: subject
    default: nil
    }
  }

  // EINVAL means something else in each call; the code should not.
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
  /// Errors are equal when code, errno, operation and subject are.
  public static func == (a: ZeroMQError, b: ZeroMQError) -> Bool {
    a.code == b.code && a.errno == b.errno && a.operation == b.operation && a.subject == b.subject
  }
}
