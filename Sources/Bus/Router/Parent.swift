import Foundation
import ZeroMQ

/// What a binding can do: send commands to the children, and publish what became durable.
public struct Parent: Sendable {
  /// The header of the delegate call; what the binding sends is caused by it.
  public let cause: Header
  private let caller: any CommandCaller
  private let publisher: @Sendable ([Publication]) async -> Void
  private var allowed: [String]?

  public init(
    cause: Header, caller: any CommandCaller,
    publisher: @escaping @Sendable ([Publication]) async -> Void
  ) {
    self.cause = cause
    self.caller = caller
    self.publisher = publisher
  }

  func allowing(_ targets: [String]) -> Parent {
    var parent = self
    parent.allowed = targets
    return parent
  }

  /// Sends a command that the binding declared.
  ///
  /// - Parameter timeoutMs: how long it may take; nil is as long as the delegate call may.
  public func send<Command: BusCommand>(
    _ command: Command, timeoutMs: Int? = nil
  ) async throws -> Command.Reply {
    try await caller.send(command, options: try options(for: Command.target, timeoutMs))
  }

  /// Sends a command that the binding declared, and hands back its reply as JSON.
  func request(_ command: some BusCommand) async throws -> Data {
    try await caller.request(command, options: try options(for: type(of: command).target, nil))
  }

  private func options(for target: String, _ timeoutMs: Int?) throws(BusError) -> CallOptions {
    if let allowed, !allowed.contains(target) {
      throw BusError(
        .internal, "The binding sends “\(target)”, which it does not declare.")
    }
    let remaining = cause.remainingMs(at: Peer.wallMs()).map { Int($0) } ?? 30_000
    guard remaining > 0 else {
      throw BusError(.expired, "The deadline passed before “\(target)” was sent.")
    }
    return CallOptions(
      timeoutMs: min(remaining, timeoutMs ?? remaining), idempotencyKey: cause.idem, cause: cause)
  }

  /// Publishes events that are durable already, in order.
  public func publish(_ events: [Publication]) async {
    await publisher(events)
  }
}

/// An event on its way to subscribers.
public struct Publication: Sendable {
  public var event: CloudEvent
  /// The views under which it goes out.
  public var labels: EventLabels

  public init(event: CloudEvent, labels: EventLabels) {
    self.event = event
    self.labels = labels
  }
}
