import Foundation
import TestSupport
import Testing
import WebServer

/// RFC 6455, case by case, over real sockets.
@Suite struct WebSocketTests {
  private typealias Client = WebSocketClient

  /// Connects to an echo server.
  private func talking(
    limits: WebServer.Limits = WebServer.Limits(),
    _ body: @escaping @Sendable (WebSocketClient) throws -> Void
  ) async throws {
    try await TestSite.serving(limits: limits) { port, _ in
      try await blocking {
        try body(WebSocketClient("/socket", port: port, subprotocol: "test.1"))
      }
    }
  }

  @Test func theHandshakeIsThatOfTheRFC() async throws {
    try await talking { client in
      #expect(client.status == 101)
      #expect(client.head.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
      #expect(client.head.contains("Sec-WebSocket-Protocol: test.1"))
    }
  }

  @Test(arguments: [
    (
      400,
      [
        "Sec-WebSocket-Protocol: other", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13", "Upgrade: websocket", "Connection: Upgrade",
      ]
    ),
    (
      400,
      [
        "Sec-WebSocket-Protocol: test.1", "Sec-WebSocket-Key: short", "Sec-WebSocket-Version: 13",
        "Upgrade: websocket", "Connection: Upgrade",
      ]
    ),
    (
      400,
      [
        "Sec-WebSocket-Protocol: test.1", "Sec-WebSocket-Version: 13", "Upgrade: websocket",
        "Connection: Upgrade",
      ]
    ),
    (
      426,
      [
        "Sec-WebSocket-Protocol: test.1", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 8", "Upgrade: websocket", "Connection: Upgrade",
      ]
    ),
    (
      426,
      [
        "Sec-WebSocket-Protocol: test.1", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13", "Upgrade: h2c", "Connection: Upgrade",
      ]
    ),
    (
      426,
      [
        "Sec-WebSocket-Protocol: test.1", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13", "Upgrade: websocket",
      ]
    ),
  ])
  func anotherHandshakeIsRefused(status: Int, fields: [String]) async throws {
    try await TestSite.serving { port, _ in
      let request = "GET /socket HTTP/1.1\r\nHost: localhost\r\n"
      let answer = try await blocking {
        let descriptor = try HTTPClient.connect(port)
        close(descriptor)
        return try HTTPClient.exchange(
          request + fields.map { $0 + "\r\n" }.joined()
            + (fields.last == "Connection: Upgrade" ? "" : "Connection: close\r\n") + "\r\n"
            + "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", port: port)
      }
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(80))")
    }
  }

  @Test(arguments: [0, 1, 125, 126, 127, 65_535])
  func messagesOfAllSizesComeBack(size: Int) async throws {
    try await talking { client in
      let payload = [UInt8](repeating: 0x61, count: size)
      try client.send(binary: payload)
      let heard1 = try client.nextMessage()
      #expect(heard1 == .init(isFinal: true, opcode: 2, payload: payload))
      try client.send(Client.frame(1, payload))
      let heard2 = try client.nextMessage()
      #expect(heard2 == .init(isFinal: true, opcode: 1, payload: payload))
    }
  }

  @Test func fragmentsMakeOneMessage() async throws {
    try await talking { client in
      try client.send(Client.frame(1, Array("Grü".utf8.prefix(3)), isFinal: false))
      // Between frames, and in the middle of a character: control frames are not part of the
      // message.
      try client.send(Client.frame(9, Array("now".utf8)))
      try client.send(Client.frame(0, [0xBC], isFinal: false))
      try client.send(Client.frame(0, Array("ße".utf8)))
      // The answer to a ping may come before or after the messages of the same read.
      let heard = [try client.next(), try client.next()]
      #expect(heard.contains(.init(isFinal: true, opcode: 10, payload: Array("now".utf8))))
      #expect(heard.contains { $0.text == "Grüße" })
    }
  }

  @Test func bytesMayComeOneByOne() async throws {
    try await talking { client in
      for byte in Client.frame(1, Array("slow".utf8)) { try client.send([byte]) }
      let message = try client.nextMessage()
      #expect(message.text == "slow")
    }
  }

  /// Data that arrives with the handshake is not lost.
  @Test func whatComesEarlyIsRead() async throws {
    try await TestSite.serving { port, _ in
      try await blocking {
        let early = Client.frame(1, Array("early".utf8)) + Client.frame(1, Array("too".utf8))
        let client = try Client("/socket", port: port, subprotocol: "test.1", early: early)
        let heard5 = try client.nextMessage()
        #expect(heard5.text == "early")
        let heard6 = try client.nextMessage()
        #expect(heard6.text == "too")
        try client.send(text: "late")
        let heard7 = try client.nextMessage()
        #expect(heard7.text == "late")
      }
    }
  }

  @Test func aCloseIsAnsweredWithItsCode() async throws {
    try await TestSite.serving { port, site in
      try await blocking {
        let client = try Client("/socket", port: port, subprotocol: "test.1")
        try client.send(Client.frame(8, [0x0B, 0xB8] + Array("bye".utf8)))
        #expect(client.closeCode() == 3000)
        #expect(throws: HTTPClient.Failure.self) { try client.next() }
      }
      while site.closes.withLock({ $0.isEmpty }) { await Task.yield() }
      #expect(site.closes.withLock { $0 } == [3000])
    }
  }

  @Test func theServerMayClose() async throws {
    try await talking { client in
      try client.send(text: "close")
      #expect(client.closeCode() == 4000)
      try client.send(Client.frame(8, [0x0F, 0xA0]))
      #expect(throws: HTTPClient.Failure.self) { try client.next() }
    }
  }

  @Test(
    arguments: [
      ("a frame without a mask", Client.frame(1, Array("x".utf8), isMasked: false), 1002),
      ("a reserved bit", Client.frame(1, Array("x".utf8), reserved: 4), 1002),
      ("the other reserved bits", Client.frame(1, Array("x".utf8), reserved: 3), 1002),
      ("a reserved opcode", Client.frame(3, []), 1002),
      ("a reserved control opcode", Client.frame(11, []), 1002),
      ("a long ping", Client.frame(9, [UInt8](repeating: 0, count: 126)), 1002),
      ("a ping in parts", Client.frame(9, [], isFinal: false), 1002),
      ("a continuation of nothing", Client.frame(0, [1]), 1002),
      (
        "a message within a message",
        Client.frame(1, [0x61], isFinal: false) + Client.frame(1, [0x61]), 1002
      ),
      // wslay treats it as no code.
      ("half a code", Client.frame(8, [3]), 1005),
      ("a code that is not for the wire", Client.frame(8, [0x03, 0xED]), 1002),
      ("a reason that is no UTF-8", Client.frame(8, [0x03, 0xE8, 0xFF]), 1007),
      ("text that is no UTF-8", Client.frame(1, [0x61, 0xC0, 0xAF]), 1007),
      ("a surrogate", Client.frame(1, [0xED, 0xA0, 0x80]), 1007),
      ("half a letter", Client.frame(1, [0xC3]), 1007),
      ("too much", Client.frame(2, [UInt8](repeating: 0, count: 65_537)), 1009),
      (
        "too much in parts",
        Client.frame(2, [UInt8](repeating: 0, count: 40_000), isFinal: false)
          + Client.frame(0, [UInt8](repeating: 0, count: 40_000)), 1009
      ),
    ] as [(String, [UInt8], UInt16)])
  func whatBreaksTheRulesIsClosed(what: String, bytes: [UInt8], code: UInt16) async throws {
    try await talking { client in
      // Ignored because the server may close the connection before all of it is sent.
      try? client.send(bytes)
      #expect(client.closeCode() == code, "\(what)")
    }
  }

  @Test func whoIsSilentIsPinged() async throws {
    var limits = WebServer.Limits()
    limits.ping = .zero
    try await talking(limits: limits) { client in
      let frame = try client.next()
      #expect(frame.opcode == 9)
    }
  }

  @Test func whoStaysSilentIsEnded() async throws {
    var limits = WebServer.Limits()
    limits.silence = .zero
    try await talking(limits: limits) { client in
      #expect(client.closeCode() == 1006)
    }
  }

  @Test func aSlowReaderLosesWhatMayBeDroppedAndIsThenCutOff() async throws {
    var limits = WebServer.Limits()
    limits.backlog = 64 << 10
    try await TestSite.serving(limits: limits) { port, site in
      let client = try await blocking {
        try UnsharedClient(Client("/socket", port: port, subprotocol: "test.1"))
      }
      // More than the kernel buffers for it.
      let dropped = await site.push(10_000, times: 2000, isDroppable: true)
      #expect(dropped > 0)
      #expect(site.closes.withLock { $0.isEmpty })
      _ = await site.push(10_000, times: 20, isDroppable: false)
      let code = try await blocking { client.value.closeCode() }
      #expect(code == 4008)
    }
  }

  @Test func thereAreNotTooMany() async throws {
    var limits = WebServer.Limits()
    limits.streams = 2
    try await TestSite.serving(limits: limits) { port, _ in
      try await blocking {
        let open = try (0..<2).map { _ in try Client("/socket", port: port, subprotocol: "test.1") }
        #expect(open.allSatisfy { $0.status == 101 })
        let refused = try Client("/socket", port: port, subprotocol: "test.1")
        #expect(refused.status == 503)
      }
    }
  }

  @Test func theEndSaysGoodbye() async throws {
    try await TestSite.serving { port, site in
      let client = try await blocking {
        try UnsharedClient(Client("/socket", port: port, subprotocol: "test.1"))
      }
      await site.stopServing()
      let code = try await blocking { client.value.closeCode() }
      #expect(code == 1001)
    }
  }
}

/// `@unchecked Sendable`: one task uses it at a time, as the test awaits each.
struct UnsharedClient: @unchecked Sendable {
  let value: WebSocketClient
  init(_ value: WebSocketClient) { self.value = value }
}
