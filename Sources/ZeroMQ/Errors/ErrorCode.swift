import CZeroMQ
import Glibc

extension ZeroMQError {
  /// A stable name of an error. The set is open: new codes may be added.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name, as written in logs.
    public let rawValue: String
    /// Creates a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name of the code.
    public var description: String { rawValue }

    /// The message cannot be sent now: a queue is full, or no peer is connected.
    public static let wouldBlock = Code(rawValue: "would_block")
    /// A ROUTER has no peer with this routing id.
    public static let hostUnreachable = Code(rawValue: "host_unreachable")
    /// The connection was lost in the middle of a multi-frame message; none of it was delivered.
    public static let connectionLost = Code(rawValue: "connection_lost")
    /// Another program, or another socket of this one, uses the address.
    public static let addressInUse = Code(rawValue: "address_in_use")
    /// This machine does not have the address, or an interface of that name.
    public static let addressNotAvailable = Code(rawValue: "address_not_available")
    /// The endpoint does not have the form that libzmq expects.
    public static let invalidEndpoint = Code(rawValue: "invalid_endpoint")
    /// The endpoint is not bound or connected.
    public static let notFound = Code(rawValue: "not_found")
    /// The system denied permission for the operation.
    public static let accessDenied = Code(rawValue: "access_denied")
    /// The transport is unknown, or does not support this kind of socket.
    public static let unsupportedTransport = Code(rawValue: "unsupported_transport")
    /// The path of an `ipc://` endpoint is longer than the system permits.
    public static let nameTooLong = Code(rawValue: "name_too_long")
    /// The option is unknown, or does not accept this value.
    public static let invalidOption = Code(rawValue: "invalid_option")
    /// An argument is invalid, such as a message without frames.
    public static let invalidArgument = Code(rawValue: "invalid_argument")
    /// The key is not 40 characters of Z85.
    public static let invalidKey = Code(rawValue: "invalid_key")
    /// The operation is not possible for this kind of socket, or in its current state.
    public static let notPossible = Code(rawValue: "not_possible")
    /// libzmq was built without this feature.
    public static let unsupported = Code(rawValue: "unsupported")
    /// A received message has more frames or bytes than the socket's limits permit.
    public static let messageTooLarge = Code(rawValue: "message_too_large")
    /// The context of the socket was closed.
    public static let contextTerminated = Code(rawValue: "context_terminated")
    /// The socket is already closed.
    public static let socketClosed = Code(rawValue: "socket_closed")
    /// The loop has already stopped.
    public static let loopStopped = Code(rawValue: "loop_stopped")
    /// A context cannot be closed while sockets are open.
    public static let socketsOpen = Code(rawValue: "sockets_open")
    /// The operation did not finish within its time limit.
    public static let timedOut = Code(rawValue: "timed_out")
    /// A limit of the process or of the context (open files, sockets, memory) was reached.
    public static let resourceExhausted = Code(rawValue: "resource_exhausted")
    /// A signal interrupted the call; it can be repeated.
    public static let interrupted = Code(rawValue: "interrupted")
    /// An errno that libzmq does not document for the call.
    public static let other = Code(rawValue: "other")

    /// Returns the code for an errno of libzmq.
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
