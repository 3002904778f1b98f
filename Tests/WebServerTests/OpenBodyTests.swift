import Glibc
import TestSupport
import Testing

@testable import WebServer

/// A response body that stays open.
@Suite struct OpenBodyTests {
  private static func body(backlog: Int = 256 << 10) -> OpenBody {
    OpenBody(for: WebRequest(method: "GET", target: "/"), backlog: backlog)
  }

  @Test func aChunkHasItsSizeInHexadecimal() {
    let chunk = WebChunk([UInt8](repeating: UInt8(ascii: "x"), count: 26))
    let text = "1a\r\n" + String(repeating: "x", count: 26) + "\r\n"
    #expect(String(decoding: chunk.bytes, as: UTF8.self) == text)
    #expect(chunk.payload.count == 26 && !chunk.isEmpty && WebChunk([]).isEmpty)
  }

  @Test func theHeadOmitsAFieldWithALineBreak() {
    let response = WebResponse(200, [.init("X-A", "b"), .init("X-C", "d\r\nX-E: f")])
    let head = String(
      decoding: ResponseHead.bytes(response, isChunked: false), as: UTF8.self)
    #expect(head.hasPrefix("HTTP/1.1 200 OK\r\nX-A: b\r\nDate: "))
    #expect(head.hasSuffix(" GMT\r\nConnection: close\r\n\r\n") && !head.contains("X-C"))
  }

  @Test func tooMuchDataEndsTheConnection() {
    let body = Self.body(backlog: 100)
    body.send(WebChunk([UInt8](repeating: 0, count: 15)), isDroppable: true)
    body.send(WebChunk([UInt8](repeating: 0, count: 15)), isDroppable: true)
    #expect(body.dropped == 1 && body.backlog == 20)
    body.send(WebChunk([UInt8](repeating: 1, count: 85)))
    // The droppable part made room.
    #expect(body.backlog == 91)
    body.send(WebChunk([UInt8](repeating: 2, count: 20)))
    #expect(body.backlog == 0)
    var endings: [OpenBody.Ending] = []
    body.onClose = { endings.append($0) }
    body.closed()
    body.closed()
    #expect(endings == [.tooSlow])
  }

  @Test(arguments: [(true, OpenBody.Ending.finished), (false, .lost)])
  func theEndIsReported(isFinished: Bool, expected: OpenBody.Ending) {
    let body = Self.body()
    var endings: [OpenBody.Ending] = []
    body.onClose = { endings.append($0) }
    if isFinished { body.finish() }
    body.closed()
    #expect(endings == [expected])
  }

  // MARK: Over a connection

  /// `@unchecked Sendable`: a test awaits each use before the next one.
  private final class Client: @unchecked Sendable {
    private let descriptor: Int32
    private(set) var received = ""

    init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { Glibc.close(descriptor) }

    func send(_ text: String) throws {
      guard Glibc.send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL)) > 0 else {
        throw HTTPClient.Failure(reason: "send: \(errno)")
      }
    }

    /// Reads more; returns false at the end of the connection.
    func readsMore() -> Bool {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return false }
      received += String(decoding: buffer[..<count], as: UTF8.self)
      return true
    }

    /// Reads to the end of the connection; returns everything received.
    func all() -> String {
      while readsMore() {}
      return received
    }

    func leave() { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  /// A client that has received the head of the response and the part “one”.
  private static func client(_ port: UInt16, _ version: String = "1.1") async throws -> Client {
    let client = Client(try HTTPClient.connect(port))
    try await blocking {
      try client.send("GET /open HTTP/\(version)\r\nHost: a\r\n\r\n")
      while !client.received.contains("one") { try #require(client.readsMore()) }
    }
    return client
  }

  private static func expect(_ endings: [OpenBody.Ending], _ site: TestSite) async throws {
    try await waitUntil("The end is reported.") { site.endings.withLock { $0 } == endings }
  }

  @Test func partsArriveInOrderUntilTheEnd() async throws {
    try await TestSite.serving { port, site in
      let client = try await Self.client(port)
      for part in ["two", "", "three"] { await site.sendToOpen(part) }
      await site.finishOpen()
      let all = try await blocking { client.all() }
      #expect(all.contains("Transfer-Encoding: chunked\r\n"))
      #expect(all.contains("Connection: close\r\n"))
      #expect(all.hasSuffix("\r\n\r\n3\r\none\r\n3\r\ntwo\r\n5\r\nthree\r\n0\r\n\r\n"))
      client.leave()
      try await Self.expect([.finished], site)
    }
  }

  @Test func aClientOfTheOldVersionReceivesNoChunks() async throws {
    try await TestSite.serving { port, site in
      let client = try await Self.client(port, "1.0")
      await site.sendToOpen("two")
      await site.finishOpen()
      let all = try await blocking { client.all() }
      #expect(all.hasSuffix("\r\n\r\nonetwo") && !all.contains("Transfer-Encoding"))
    }
  }

  @Test func aClientThatDisconnectsIsNoticed() async throws {
    try await TestSite.serving { port, site in
      // Never empty because each client is a connection.
      for number in 1...20 {
        let client = try await Self.client(port)
        #expect(await site.streamCount == 1)
        client.leave()
        try await Self.expect([OpenBody.Ending](repeating: .lost, count: number), site)
      }
      #expect(await site.streamCount == 0)
    }
  }

  @Test func aClientThatSendsTooMuchIsDisconnected() async throws {
    try await TestSite.serving { port, site in
      let client = try await Self.client(port)
      await #expect(throws: HTTPClient.Failure.self) {
        try await blocking {
          for _ in 0..<10_000 { try client.send(String(repeating: "x", count: 4096)) }
        }
      }
      try await Self.expect([.lost], site)
    }
  }

  /// A little data that waits is not more than the limit, and there may be no more for a long time.
  @Test func aClientThatStopsReadingIsDisconnected() async throws {
    var limits = WebServer.Limits()
    limits.idleSeconds = 1
    try await TestSite.serving(limits: limits) { port, site in
      let client = try await Self.client(port)
      await site.fillOpen()
      try await Self.expect([.tooSlow], site)
      #expect(!client.all().hasSuffix("0\r\n\r\n"))
    }
  }

  @Test func theServerCompletesTheBodyWhenItStops() async throws {
    try await TestSite.serving { port, site in
      let client = try await Self.client(port)
      await site.stopServing()
      let all = try await blocking { client.all() }
      #expect(all.hasSuffix("3\r\none\r\n0\r\n\r\n"))
      try await Self.expect([.finished], site)
    }
  }
}
