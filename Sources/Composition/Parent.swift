public import Bus
public import Foundation
import Threads
import ZeroMQ

/// The context of a binding: it sends commands to the services, and publishes durable events.
public struct Parent: Sendable {
  /// The header of the delegate call, which is the cause of the commands that the binding sends.
  public let cause: Header
  let caller: any CommandCaller
  private let publisher: @Sendable ([Publication]) async -> Void
  private var allowed: [String]?
  private let keys: CommandKeys?

  /// Creates the context of one delegate call; a test passes its own caller and publisher.
  ///
  /// - Parameters:
  ///   - cause: the call's header. Its deadline limits the commands, and its `idem` yields a key
  ///     for each of them.
  ///   - caller: sends commands to the services.
  ///   - publisher: sends events to subscribers, in the given order.
  public init(
    cause: Header, caller: any CommandCaller,
    publisher: @escaping @Sendable ([Publication]) async -> Void
  ) {
    self.cause = cause
    self.caller = caller
    self.publisher = publisher
    keys = cause.idem.map(CommandKeys.init)
  }

  func allowing(_ targets: [String]) -> Parent {
    var parent = self
    parent.allowed = targets
    return parent
  }

  /// Sends a command that the binding declared.
  ///
  /// - Parameters:
  ///   - command: the command to send.
  ///   - timeoutMs: timeout in milliseconds. Nil: the remaining time of the delegate call.
  ///   - id: the id that the command is about, if several commands are sent to this target in no
  ///     fixed order.
  public func send<Command: BusCommand>(
    _ command: Command, timeoutMs: Int? = nil, about id: String? = nil
  ) async throws -> Command.Reply {
    try await caller.send(
      command, options: try options(for: Command.target, timeoutMs, about: id))
  }

  /// Sends a command that the binding declared, under its own key: it takes effect once, no matter
  /// how often and by which delegate calls it is sent.
  ///
  /// - Parameters:
  ///   - command: the command to send.
  ///   - timeoutMs: timeout in milliseconds. Nil: the remaining time of the delegate call.
  ///   - key: the idempotency key.
  public func send<Command: BusCommand>(
    _ command: Command, timeoutMs: Int? = nil, once key: String
  ) async throws -> Command.Reply {
    var options = try options(for: Command.target, timeoutMs)
    options.idempotencyKey = Self.key(once: key)
    return try await caller.send(command, options: options)
  }

  /// The idempotency key of a command that is sent once under `key`.
  public static func key(once key: String) -> String { Header.bindingKeyPrefix + key }

  /// Sends a command that the binding declared, and returns its reply as JSON.
  func request(_ command: some BusCommand) async throws -> Data {
    try await caller.request(command, options: try options(for: type(of: command).target, nil))
  }

  /// Sends a command by its wire name, and returns its reply as JSON. The `id` in the body, if
  /// any, is its key.
  ///
  /// - Parameters:
  ///   - target: the wire name of the command.
  ///   - body: JSON of the command, such as that of the delegate message.
  ///   - timeoutMs: timeout in milliseconds. Nil: the remaining time of the delegate call.
  /// - Throws: `BusError`.
  public func relay(_ target: String, body: Data, timeoutMs: Int? = nil) async throws -> Data {
    guard let caller = caller as? any TargetCaller else {
      throw BusError(.internal, "This caller cannot send “\(target)” by its name.")
    }
    return try await caller.request(
      target, body: body, attachments: [], key: OwnerScan.id(in: body),
      options: try options(for: target, timeoutMs))
  }

  func options(
    for target: String, _ timeoutMs: Int?, about id: String? = nil
  ) throws(BusError) -> CallOptions {
    if let allowed, !allowed.contains(target) {
      throw BusError(
        .internal, "The binding sends “\(target)”, which it does not declare.")
    }
    let remaining = cause.remainingMs(at: Peer.wallMs()).map { Int($0) } ?? 30_000
    guard remaining > 0 else {
      throw BusError(.expired, "The deadline passed before “\(target)” was sent.")
    }
    return CallOptions(
      timeoutMs: min(remaining, timeoutMs ?? remaining),
      idempotencyKey: keys?.next(for: target, about: id),
      cause: cause)
  }

  /// Publishes events that are already durable, in order.
  public func publish(_ events: [Publication]) async {
    await publisher(events)
  }
}

/// Derives an idempotency key for each command of a binding from that of the delegate call: a
/// repeated call derives the same keys, and no two commands share one.
///
/// Commands to the same target are distinguished by the order in which they start or, if the order
/// is not fixed, by the id that they are about.
private final class CommandKeys: Sendable {
  private let key: String
  private let sent = Locked<[String: Int]>([:])

  init(_ key: String) { self.key = key }

  func next(for target: String, about id: String?) -> String {
    let target = id.map { "\(target)/\($0)" } ?? target
    let number = sent.withLock { sent in
      sent[target, default: 0] += 1
      return sent[target] ?? 0
    }
    return number == 1 ? "\(key)/\(target)" : "\(key)/\(target)/\(number)"
  }
}
