import CZeroMQ
import Glibc

extension ZeroMQError {
  /// A stable name for what went wrong. The set is open: new ones may be added.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name, as it stands in logs.
    public let rawValue: String
    /// Creates a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name.
    public var description: String { rawValue }

    /// Nothing can be sent now: a queue is full, or nobody is connected.
    public static let wouldBlock = Code(rawValue: "would_block")
    /// A ROUTER knows no peer of that routing id.
    public static let hostUnreachable = Code(rawValue: "host_unreachable")
    /// The connection went away in the middle of a multi-frame message; none of it was delivered.
    public static let connectionLost = Code(rawValue: "connection_lost")
    /// Another program, or another socket of this one, has the address.
    public static let addressInUse = Code(rawValue: "address_in_use")
    /// This machine does not have the address, or no interface of that name.
    public static let addressNotAvailable = Code(rawValue: "address_not_available")
    /// The endpoint is not written as libzmq wants it.
    public static let invalidEndpoint = Code(rawValue: "invalid_endpoint")
    /// No such endpoint is bound or connected.
    public static let notFound = Code(rawValue: "not_found")
    /// The system forbids it.
    public static let accessDenied = Code(rawValue: "access_denied")
    /// The transport is unknown, or cannot be used with this kind of socket.
    public static let unsupportedTransport = Code(rawValue: "unsupported_transport")
    /// The path of an `ipc://` endpoint is longer than the system allows.
    public static let nameTooLong = Code(rawValue: "name_too_long")
    /// An option is unknown, or does not take this value.
    public static let invalidOption = Code(rawValue: "invalid_option")
    /// An argument makes no sense, such as a message without frames.
    public static let invalidArgument = Code(rawValue: "invalid_argument")
    /// A key is not 40 characters of Z85.
    public static let invalidKey = Code(rawValue: "invalid_key")
    /// This kind of socket, or its state, does not allow the operation.
    public static let notPossible = Code(rawValue: "not_possible")
    /// libzmq was built without it.
    public static let unsupported = Code(rawValue: "unsupported")
    /// A received message has more frames or bytes than the socket's limits allow.
    public static let messageTooLarge = Code(rawValue: "message_too_large")
    /// The context was closed under the socket.
    public static let contextTerminated = Code(rawValue: "context_terminated")
    /// The socket was closed before.
    public static let socketClosed = Code(rawValue: "socket_closed")
    /// The loop was stopped before.
    public static let loopStopped = Code(rawValue: "loop_stopped")
    /// A context cannot be closed while sockets are open.
    public static let socketsOpen = Code(rawValue: "sockets_open")
    /// It did not finish within its time limit.
    public static let timedOut = Code(rawValue: "timed_out")
    /// A limit of the process or of the context (open files, sockets, memory) is reached.
    public static let resourceExhausted = Code(rawValue: "resource_exhausted")
    /// A signal came in between; the same call may be made again.
    public static let interrupted = Code(rawValue: "interrupted")
    /// An errno that libzmq does not document for the call.
    public static let other = Code(rawValue: "other")

    /// The code for what libzmq left in errno.
    static func of(errno number: Int32) -> Code { table[number] ?? .other }

    private static let table: [Int32: Code] = [
      EAGAIN: .wouldBlock,
      EHOSTUNREACH: .hostUnreachable,
      EADDRINUSE: .addressInUse,
      EADDRNOTAVAIL: .addressNotAvailable,
      ENODEV: .addressNotAvailable,
      EINVAL: .invalidArgument,
      ENOENT: .notFound,
      EACCES: .accessDenied,
      EPERM: .accessDenied,
      EROFS: .accessDenied,
      EPROTONOSUPPORT: .unsupportedTransport,
      Int32(CZMQ_ENOCOMPATPROTO): .unsupportedTransport,
      ENAMETOOLONG: .nameTooLong,
      ENOTSUP: .notPossible,
      Int32(CZMQ_EFSM): .notPossible,
      Int32(CZMQ_ETERM): .contextTerminated,
      Int32(CZMQ_EMTHREAD): .resourceExhausted,
      ENOTSOCK: .socketClosed,
      EMFILE: .resourceExhausted,
      ENFILE: .resourceExhausted,
      ENOMEM: .resourceExhausted,
      EINTR: .interrupted,
    ]
  }
}
