import Bus
import FastJSON
import Foundation
import Threads

@testable import GatewayService

/// Events that a test publishes.
final class FakeEvents: EventFeed {
  struct State {
    var continuation: AsyncStream<Subscriber.Item>.Continuation?
    var prefixes: Set<String> = []
  }

  let state = Locked(State())

  func listen(_ prefixes: [String]) async throws -> AsyncStream<Subscriber.Item> {
    let (items, continuation) = AsyncStream<Subscriber.Item>.makeStream()
    state.withLock {
      $0.continuation = continuation
      $0.prefixes = Set(prefixes)
    }
    return items
  }

  func watch(_ prefixes: [String]) async throws {
    state.withLock { $0.prefixes.formUnion(prefixes) }
  }

  func unwatch(_ prefixes: [String]) async throws {
    state.withLock { $0.prefixes.subtract(prefixes) }
  }

  func close() async { state.withLock { $0.continuation?.finish() } }

  func send(_ item: Subscriber.Item) {
    _ = state.withLock { $0.continuation?.yield(item) }
  }

  /// A durable event; without a sequence an ephemeral one.
  static func event(
    _ sequence: Int64?, _ type: String = "meeting.started", about subject: String = "m",
    data: String = "{}"
  ) throws -> CloudEvent {
    let place = sequence.map { #","sequence":"\#(CloudEvent.sequenceText($0))","epoch":"e""# } ?? ""
    let json =
      #"{"specversion":"1.0","id":"\#(UUID().uuidString)","source":"/test","type":"\#(type)","#
      + #""subject":"\#(subject)","time":"2026-11-23T06:00:00.000Z","#
      + #""datacontenttype":"application/json","data":\#(data)\#(place)}"#
    return try BusJSON.decode(CloudEvent.self, from: Data(json.utf8))
  }

  func publish(_ event: CloudEvent) { send(.event(topic: "t/\(event.type)/", event)) }
}
