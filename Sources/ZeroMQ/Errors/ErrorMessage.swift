import CZeroMQ
import Glibc

extension ZeroMQError: CustomStringConvertible {
  /// The code, the message, and the system's own message for the errno.
  public var description: String {
    errno == 0 ? "\(code): \(message)" : "\(code): \(message) (\(systemMessage))"
  }

  /// libzmq's message for the errno; empty for 0.
  public var systemMessage: String {
    guard errno != 0, let text = zmq_strerror(errno) else { return "" }
    return String(cString: text)
  }

  /// A human-readable sentence: the problem and the remedy.
  public var message: String {
    let it = subject ?? "it"
    switch code {
    case .wouldBlock:
      return "Cannot send now: the queue is full, or no peer is connected. Try again later."
    case .hostUnreachable:
      return "The peer is not connected. Try again after it has reconnected."
    case .connectionLost:
      return "The connection was lost while sending; nothing was delivered. Send it again."
    case .addressInUse:
      return
        "The address \(it) is already in use. Stop the other program or choose another endpoint."
    case .addressNotAvailable:
      return "This machine has no address \(it). Use an address of one of its interfaces, or *."
    case .invalidEndpoint:
      return "Invalid endpoint “\(it)”; expected tcp://host:port, ipc://path or inproc://name."
    case .accessDenied:
      return
        "The system does not allow \(it). Check the directory's owner, or use a port above 1023."
    case .unsupportedTransport:
      return "Unsupported transport of \(it). Use tcp://, ipc:// or inproc://."
    case .nameTooLong:
      return "The path \(it) is too long for a Unix socket; expected fewer than 108 bytes."
    case .notFound: return notFoundMessage
    case .invalidOption:
      return "libzmq \(ZeroMQ.version) does not support the option \(it) or its value here."
    case .invalidKey:
      return
        "Invalid CURVE key; expected 40 characters of Z85. Check that it was copied completely."
    case .invalidArgument: return "Invalid argument of \(operation.rawValue): \(it)."
    case .messageTooLarge:
      return "Received a message that is too large (\(it)). The sender must split it."
    case .notPossible: return "This operation is not possible on the socket now: \(it)."
    case .unsupported:
      return "libzmq \(ZeroMQ.version) was built without \(it). Install one that has it."
    default: return lifecycleMessage
    }
  }

  private var notFoundMessage: String {
    let it = subject ?? "it"
    return operation == .bind
      ? "The directory of \(it) does not exist. Create it first."
      : "\(it) is not bound or connected. Use the endpoint that bind returned."
  }

  private var lifecycleMessage: String {
    switch code {
    case .contextTerminated:
      return "The ZeroMQ context is closed. Close its sockets before closing it."
    case .socketClosed: return "The socket is closed. Create a new one."
    case .loopStopped: return "The socket loop is stopped. Create a new one."
    case .socketsOpen:
      return "The context still has \(subject ?? "some") open sockets. Close them first."
    case .timedOut: return "\(operation.rawValue) did not finish within \(subject ?? "its time")."
    case .resourceExhausted:
      return
        "A limit was reached (open files, sockets or memory). Raise it, for example with ulimit -n."
    case .interrupted: return "A signal interrupted the call. Try again."
    default: return "libzmq could not \(operation.rawValue): \(systemMessage)."
    }
  }
}
