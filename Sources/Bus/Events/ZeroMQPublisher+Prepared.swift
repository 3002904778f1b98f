import Glibc
import ZeroMQ

extension ZeroMQPublisher: PreparedEventPublisher {
  /// Whether anybody has subscribed to anything of this service. On the loop.
  public var hasSubscribers: Bool {
    loop.preconditionOnLoop("A publisher")
    return subscriptions > 0
  }

  /// Sends one frame per topic. On the loop.
  public func publish(event json: UnsafeRawBufferPointer, under topics: PreparedTopics) {
    guard let socket else { return }
    topics.forEach { topic in
      let frame = Frame(uninitializedCapacity: topic.count + json.count) { memory, count in
        memory.copyMemory(from: topic)
        UnsafeMutableRawBufferPointer(rebasing: memory[topic.count...]).copyMemory(from: json)
        count = memory.count
      }
      // Ephemeral: what cannot be sent now is not sent.
      _ = try? socket.trySend(Message(frame))
    }
  }
}
