public import Foundation
public import ZeroMQ

/// Sends commands to the services, for tools and for the router's bindings.
public protocol CommandCaller: Sendable {
  /// Sends a command and waits for its reply.
  ///
  /// While the service is unavailable, or replies with a retryable error, the command is repeated
  /// under the same idempotency key until the timeout.
  ///
  /// - Parameters:
  ///   - command: the command to send.
  ///   - attachments: binary frames that are sent with it.
  ///   - options: timeout, retries and origin of the command.
  /// - Throws: `BusError`.
  func send<Command: BusCommand>(
    _ command: Command, attachments: [Frame], options: CallOptions
  ) async throws -> Command.Reply

  /// Sends a command without attachments, and returns its reply as JSON.
  ///
  /// - Throws: `BusError`.
  func request(_ command: some BusCommand, options: CallOptions) async throws -> Data
}

extension CommandCaller {
  /// Sends a command, and returns its reply as JSON. A caller that forwards the reply thus avoids
  /// decoding and encoding it.
  public func request(_ command: some BusCommand, options: CallOptions) async throws -> Data {
    try BusJSON.encode(try await send(command, options: options))
  }

  /// Sends a command without attachments. Default: the default options.
  public func send<Command: BusCommand>(
    _ command: Command, options: CallOptions = CallOptions()
  ) async throws -> Command.Reply {
    try await send(command, attachments: [], options: options)
  }
}

/// Sends commands by name; the typed calls are built on it.
public protocol TargetCaller: CommandCaller {
  /// Sends a command by name with a JSON body, and returns the JSON of the reply.
  ///
  /// - Parameters:
  ///   - target: the wire name.
  ///   - body: JSON in UTF-8.
  ///   - attachments: binary frames that are sent with the command.
  ///   - key: the id of the work that the command is about; nil for none.
  ///   - options: timeout, retries and origin of the command.
  /// - Throws: `BusError`.
  func request(
    _ target: String, body: Data, attachments: [Frame], key: String?, options: CallOptions
  ) async throws -> Data
}

extension TargetCaller {
  /// Sends a command, and decodes its reply.
  ///
  /// - Throws: `BusError`.
  public func send<Command: BusCommand>(
    _ command: Command, attachments: [Frame], options: CallOptions
  ) async throws -> Command.Reply {
    let reply = try await request(
      Command.target, body: try BusJSON.encode(command), attachments: attachments,
      key: command.routingKey, options: options)
    return try BusJSON.decode(from: reply)
  }

  /// Sends a command, and returns its reply as received.
  ///
  /// - Throws: `BusError`.
  public func request(_ command: some BusCommand, options: CallOptions) async throws -> Data {
    try await request(
      type(of: command).target, body: try BusJSON.encode(command), attachments: [],
      key: command.routingKey, options: options)
  }
}

/// Options of a command.
public struct CallOptions: Sendable {
  /// Total timeout in milliseconds, including retries; sent as the deadline.
  public var timeoutMs: Int
  /// Idempotency key. A second command with the same key gets the first one's reply. Nil creates a
  /// fresh key if retries need one.
  public var idempotencyKey: String?
  /// The header of the message that caused the command.
  public var cause: Header?
  /// True to retry after retryable errors.
  public var retries: Bool
  /// The id of the first attempt, and thus the correlation id of everything that results from the
  /// command. Nil creates a new id.
  public var id: UUID?
  /// The external trace that the command belongs to; nil uses that of the cause, if any.
  public var traceparent: TraceParent?
  /// The service that forwards the command for a sender outside the bus (`Header.via`); nil for the
  /// caller's own commands.
  public var via: String?
  /// The person or token for whom the command is sent (`Header.for`), whose permissions then decide;
  /// nil for the caller's own commands. Only services that act for others may set it.
  public var principal: Principal?

  /// The timeout limited to a value that can be added to a date: from 0 to a year.
  package var boundedTimeoutMs: Int64 { Int64(min(max(0, timeoutMs), 31_536_000_000)) }

  /// Creates options. Default: a timeout of ten seconds, and retries under a fresh key.
  public init(
    timeoutMs: Int = 10_000, idempotencyKey: String? = nil, cause: Header? = nil,
    retries: Bool = true, id: UUID? = nil, traceparent: TraceParent? = nil, via: String? = nil,
    principal: Principal? = nil
  ) {
    self.id = id
    self.traceparent = traceparent
    self.via = via
    self.principal = principal
    self.timeoutMs = timeoutMs
    self.idempotencyKey = idempotencyKey
    self.cause = cause
    self.retries = retries
  }
}
