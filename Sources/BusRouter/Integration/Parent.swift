public import Bus
import Foundation
import Threads
import ZeroMQ

/// What a binding can do: send commands to the children, and publish what became durable.
public struct Parent: Sendable {
  /// The header of the delegate call; what the binding sends is caused by it.
  public let cause: Header
  let caller: any CommandCaller
  private let publisher: @Sendable ([Publication]) async -> Void
  private var allowed: [String]?
  private let keys: CommandKeys?

  /// The parent during one delegate call; a test hands in a caller and a publisher of its own.
  ///
  /// - Parameters:
  ///   - cause: the call's header. Its deadline bounds what is sent, and its `idem` yields a key
  ///     for each command.
  ///   - caller: the way to the children.
  ///   - publisher: sends events to subscribers, in the order given.
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
  ///   - timeoutMs: how long it may take; nil is as long as the delegate call may.
  ///   - id: what it is about, where several commands to this target go out in no fixed order.
  public func send<Command: BusCommand>(
    _ command: Command, timeoutMs: Int? = nil, about id: String? = nil
  ) async throws -> Command.Reply {
    try await caller.send(
      command, options: try options(for: Command.target, timeoutMs, about: id))
  }

  /// Sends a command that the binding declared, under a key of its own: however often and from whichever delegate call
  /// it comes, it is done once.
  ///
  /// - Parameter key: the idempotency key.
  public func send<Command: BusCommand>(
    _ command: Command, timeoutMs: Int? = nil, once key: String
  ) async throws -> Command.Reply {
    var options = try options(for: Command.target, timeoutMs)
    options.idempotencyKey = key
    return try await caller.send(command, options: options)
  }

  /// Sends a command that the binding declared, and hands back its reply as JSON.
  func request(_ command: some BusCommand) async throws -> Data {
    try await caller.request(command, options: try options(for: type(of: command).target, nil))
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

  /// Publishes events that are durable already, in order.
  public func publish(_ events: [Publication]) async {
    await publisher(events)
  }
}

/// Makes an idempotency key for each command of a binding out of that of the delegate call: a call that
/// comes again makes the same ones, and no two commands share one.
///
/// Commands to the same target are told apart by the order in which they are begun, or, where that is
/// not fixed, by what they are about.
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
