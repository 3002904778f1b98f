import Bus
import Foundation
import Threads
import ZeroMQ

/// A bus that answers by script, and remembers what it was sent.
final class FakeBus: TargetCaller {
  struct Sent: Sendable {
    var target: String
    var body: String
    var attachments: [Int]
    var key: String?
    var idem: String?
    var traceparent: TraceParent?
  }

  /// Thrown by a script that has no answer yet: it is asked again.
  struct Later: Error {}

  let sent = Locked<[Sent]>([])
  /// By target.
  let answers = Locked<[String: @Sendable (Data) throws -> String]>([:])

  func on(_ target: String, _ answer: @escaping @Sendable (Data) throws -> String) {
    answers.withLock { $0[target] = answer }
  }

  func bodies(_ target: String) -> [String] {
    sent.withLock { $0.filter { $0.target == target }.map(\.body) }
  }

  func request(
    _ target: String, body: Data, attachments: [Frame], key: String?, options: CallOptions
  ) async throws -> Data {
    sent.withLock {
      $0.append(
        Sent(
          target: target, body: String(decoding: body, as: UTF8.self),
          attachments: attachments.map(\.count), key: key, idem: options.idempotencyKey,
          traceparent: options.traceparent))
    }
    guard let answer = answers.withLock({ $0[target] }) else {
      throw BusError(.unroutable, "Nobody answers \(target).")
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
