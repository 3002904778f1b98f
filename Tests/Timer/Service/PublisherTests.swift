import Bus
import TestSupport
import Testing
import ZeroMQ

@testable import TimerService

@Suite struct PublisherTests {
  @Test func onlyWhatIsSubscribedToLeavesTheService() async throws {
    let loop = try SocketLoop(name: "publisher-test")
    let context = try Context()
    let received = Recorder<String>()
    let inbox = try await loop.run {
      let socket = try Socket(.sub, in: context, on: loop)
      let endpoint = try socket.bind("tcp://127.0.0.1:*")
      loop.watch(socket) {
        while let message = try? socket.receive(), let frame = message.first {
          received.record(String(decoding: frame.bytes, as: UTF8.self))
        }
      }
      return Inbox(socket: socket, endpoint: endpoint)
    }
    let publisher = ZeroMQPublisher(
      inbox.endpoint, source: "/test", context: context, loop: loop)
    try await loop.run { try publisher.open() }
    #expect(await loop.run { publisher.interest } == 0)
    try await loop.run { try inbox.socket.set(.subscribe, to: Array("m/1/".utf8)) }
    while await loop.run({ publisher.interest }) == 0 { await Task.yield() }

    await loop.run {
      for meeting in ["10", "1"] {
        let topics = PreparedTopics(
          EventLabels(
            type: "meeting.tick", subject: meeting, standup: "s", meeting: meeting, team: "web"))
        Array("{\"a\":1}".utf8).withUnsafeBytes { json in
          topics.forEach { publisher.publish(event: json, under: $0) }
        }
      }
    }
    #expect(await received.wait(for: 1) == ["m/1/meeting.tick/ {\"a\":1}"])

    try await loop.run { try inbox.socket.set(.unsubscribe, to: Array("m/1/".utf8)) }
    while await loop.run({ publisher.interest }) != 0 { await Task.yield() }
    await loop.run { publisher.close() }
    await loop.stop()
    try await context.close()
    #expect(received.values.count == 1)
  }

  /// `@unchecked Sendable`: the socket is used on its loop only, which it checks itself.
  private struct Inbox: @unchecked Sendable {
    let socket: Socket
    let endpoint: String
  }
}
