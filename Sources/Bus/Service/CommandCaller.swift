public import Foundation
public import ZeroMQ

/// The way to the services, for tools and for the parent's bindings.
public protocol CommandCaller: Sendable {
  /// Sends a command and waits for its reply.
  ///
  /// While the service is away, or answers with a retryable error, the command is repeated under the
  /// same idempotency key until its time is over.
  ///
  /// - Parameters:
  ///   - command: what is to be done.
  ///   - attachments: binary frames that go with it.
  ///   - options: how long to wait, and what it belongs to.
  /// - Throws: `BusError`.
  func send<Command: BusCommand>(
    _ command: Command, attachments: [Frame], options: CallOptions
  ) async throws -> Command.Reply

  /// Sends a command without attachments, and hands back its reply as JSON.
  ///
  /// - Throws: `BusError`.
  func request(_ command: some BusCommand, options: CallOptions) async throws -> Data
}

extension CommandCaller {
  /// Sends a command, and hands back its reply as JSON. Where the reply travels on, this does without
  /// reading and writing it.
  public func request(_ command: some BusCommand, options: CallOptions) async throws -> Data {
    try BusJSON.encode(try await send(command, options: options))
  }

  /// Sends a command without attachments, or with the usual options.
  public func send<Command: BusCommand>(
    _ command: Command, options: CallOptions = CallOptions()
  ) async throws -> Command.Reply {
    try await send(command, attachments: [], options: options)
  }
}

/// One who sends commands by their names; the typed calls follow from that.
public protocol TargetCaller: CommandCaller {
  /// Sends a command by name, with its body as JSON, and waits for its reply's JSON.
  ///
  /// - Parameters:
  ///   - target: the name on the wire.
  ///   - attachments: binary frames that go with it.
  ///   - key: the id of the work that it is about; nil for none.
  ///   - options: how long to wait, and what it belongs to.
  /// - Throws: `BusError`.
  func request(
    _ target: String, body: Data, attachments: [Frame], key: String?, options: CallOptions
  ) async throws -> Data
}

extension TargetCaller {
  /// Sends a command, and reads its reply.
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

  /// Sends a command, and hands back its reply as it came.
  ///
  /// - Throws: `BusError`.
  public func request(_ command: some BusCommand, options: CallOptions) async throws -> Data {
    try await request(
      type(of: command).target, body: try BusJSON.encode(command), attachments: [],
      key: command.routingKey, options: options)
  }
}

/// How a command is sent.
public struct CallOptions: Sendable {
  /// How long it may take in all, in milliseconds, retries included; it is the deadline on the wire.
  public var timeoutMs: Int
  /// A second command with the same key gets the first one's reply. Nil makes a fresh key where one
  /// is needed for retries.
  public var idempotencyKey: String?
  /// The header of the message that led to it.
  public var cause: Header?
  /// Whether retryable errors are retried.
  public var retries: Bool
  /// The id of the first attempt, and so the correlation id of what it leads to; nil makes a fresh one.
  public var id: UUID?
  /// The trace of somebody else's that it belongs to; nil takes that of the cause, if it has one.
  public var traceparent: TraceParent?
  /// The service that passes the command on for a sender outside the bus (`Header.via`); nil for the caller's own commands.
  public var via: String?

  /// The timeout as it can be added to a date: from 0 to a year.
  package var boundedTimeoutMs: Int64 { Int64(min(max(0, timeoutMs), 31_536_000_000)) }

  /// How to send a command that is given ten seconds and repeated under a fresh key; each argument
  /// that is left out keeps that behaviour.
  public init(
    timeoutMs: Int = 10_000, idempotencyKey: String? = nil, cause: Header? = nil,
    retries: Bool = true, id: UUID? = nil, traceparent: TraceParent? = nil, via: String? = nil
  ) {
    self.id = id
    self.traceparent = traceparent
    self.via = via
    self.timeoutMs = timeoutMs
    self.idempotencyKey = idempotencyKey
    self.cause = cause
    self.retries = retries
  }
}
