public import Bus
public import Foundation
import Threads
public import ZeroMQ

/// A bus that replies according to a script and records the commands.
public final class FakeBus: TargetCaller {
  /// A command as the bus recorded it.
  public struct Sent: Sendable {
    /// Wire name of the command.
    public var target: String
    /// Body of the command, as JSON.
    public var body: String
    /// Size of each binary frame, in bytes.
    public var attachments: [Int]
    /// Routing key, the id of the entity that the command is about.
    public var key: String?
    /// Idempotency key of the command; nil for none.
    public var idem: String?
    /// Trace context of the command.
    public var traceparent: TraceParent?
    /// Service that forwarded it for a sender outside the bus.
    public var via: String?
    /// Person or token for which it was sent; nil for a command of the sender itself.
    public var principal: Principal?
    /// Person for whom it was sent.
    public var person: UUID? { principal?.person }
  }

  /// Thrown by a script that has no reply yet: the command is retried.
  public struct Later: Error {
    /// Creates the error that requests a retry.
    public init() {}
  }

  /// Recorded commands, in order.
  public var commands: [Sent] { sent.withLock { $0 } }
  private let sent = Locked<[Sent]>([])
  /// Scripts by target.
  private let answers = Locked<[String: @Sendable (Data) throws -> String]>([:])

  /// Creates a bus without scripts.
  public init() {}

  /// Sets the script for a target.
  public func on(_ target: String, _ answer: @escaping @Sendable (Data) throws -> String) {
    answers.withLock { $0[target] = answer }
  }

  /// Returns the bodies of all commands to a target.
  public func bodies(_ target: String) -> [String] {
    sent.withLock { $0.filter { $0.target == target }.map(\.body) }
  }

  /// Records a command and replies according to its script.
  ///
  /// - Throws: the script's error; `unroutable` without a script.
  public func request(
    _ target: String, body: Data, attachments: [Frame], key: String?, options: CallOptions
  ) async throws -> Data {
    sent.withLock {
      $0.append(
        Sent(
          target: target, body: String(decoding: body, as: UTF8.self),
          attachments: attachments.map(\.count), key: key, idem: options.idempotencyKey,
          traceparent: options.traceparent, via: options.via,
          principal: options.principal))
    }
    guard let answer = answers.withLock({ $0[target] }) else {
      throw BusError(.unroutable, "No handler answers \(target).")
    }
    while true {
      do {
        return Data(try answer(body).utf8)
      } catch is Later {
        await Task.yield()
      }
    }
  }
}
