public import Bus
public import Foundation
package import Threads
public import ZeroMQ

/// A bus that answers by script, and remembers what it was sent.
public final class FakeBus: TargetCaller {
  /// A command that was sent.
  public struct Sent: Sendable {
    /// The name on the wire.
    public var target: String
    /// What it said, as JSON.
    public var body: String
    /// The bytes of each binary frame.
    public var attachments: [Int]
    /// The id of the work that it is about.
    public var key: String?
    /// The idempotency key.
    public var idem: String?
    /// The trace that it belongs to.
    public var traceparent: TraceParent?
    /// The service that passed it on for a sender outside the bus.
    public var via: String?
  }

  /// Thrown by a script that has no answer yet: it is asked again.
  public struct Later: Error {
    /// Not yet.
    public init() {}
  }

  /// What was sent, in order.
  package let sent = Locked<[Sent]>([])
  /// By target.
  private let answers = Locked<[String: @Sendable (Data) throws -> String]>([:])

  /// A bus that answers nothing yet.
  public init() {}

  /// From now on a target is answered so.
  public func on(_ target: String, _ answer: @escaping @Sendable (Data) throws -> String) {
    answers.withLock { $0[target] = answer }
  }

  /// What the commands to a target said.
  public func bodies(_ target: String) -> [String] {
    sent.withLock { $0.filter { $0.target == target }.map(\.body) }
  }

  /// Answers as scripted.
  ///
  /// - Throws: what the script throws; `unroutable` where there is none.
  public func request(
    _ target: String, body: Data, attachments: [Frame], key: String?, options: CallOptions
  ) async throws -> Data {
    sent.withLock {
      $0.append(
        Sent(
          target: target, body: String(decoding: body, as: UTF8.self),
          attachments: attachments.map(\.count), key: key, idem: options.idempotencyKey,
          traceparent: options.traceparent, via: options.via))
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
