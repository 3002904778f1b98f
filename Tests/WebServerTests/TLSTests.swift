import Foundation
import Glibc
import TestSupport
import Testing
import WebServer

/// Connections with TLS, by the client of OpenSSL.
@Suite struct TLSTests {
  private static let get = "GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

  /// Runs `body` with a server that has a new certificate.
  private static func serving(
    limits: WebServer.Limits = WebServer.Limits(),
    _ body: (UInt16, TestSite, TLSClient) async throws -> Void
  ) async throws {
    let client = try TLSClient()
    let (certificate, key) = try client.bytes()
    try await TestSite.serving(limits: limits, certificate: (bytes: certificate, key: key)) {
      port, site in
      try await body(port, site, client)
    }
    try client.remove()
  }

  private static func exchange(
    _ client: TLSClient, _ bytes: [UInt8], _ port: UInt16, _ options: [String] = []
  ) async throws -> [UInt8] {
    try await blocking { try client.exchange(bytes, port: port, options: options) }
  }

  private static func text(
    _ client: TLSClient, _ text: String, _ port: UInt16, _ options: [String] = []
  ) async throws -> String {
    String(decoding: try await exchange(client, Array(text.utf8), port, options), as: UTF8.self)
  }

  @Test(arguments: [["-tls1_2"], ["-tls1_3"], ["-alpn", "h2,http/1.1"]])
  func aRequestIsAnswered(options: [String]) async throws {
    try await Self.serving { port, site, client in
      let answer = try await Self.text(client, Self.get, port, options)
      #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("\r\n\r\n/a"))
      let request = try #require(site.seen.withLock { $0.first })
      #expect(request.isEncrypted)
      #expect(request.address == "127.0.0.1")
    }
  }

  @Test(arguments: [
    ["-tls1", "-cipher", "ALL:@SECLEVEL=0"], ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"],
    ["-tls1_2", "-cipher", "AES128-SHA256"], ["-alpn", "h2"],
  ])
  func oldVersionsAndProtocolsAreRefused(options: [String]) async throws {
    try await Self.serving { port, site, client in
      await #expect(throws: TLSClient.Failure.self) {
        try await Self.text(client, Self.get, port, options)
      }
      #expect(site.seen.withLock(\.isEmpty))
    }
  }

  @Test(arguments: [get, "", "\u{16}\u{3}\u{1}\u{2}", "nonsense\r\n\r\n"])
  func plaintextGetsNoAnswer(text: String) async throws {
    try await Self.serving { port, site, client in
      let answer = try await blocking {
        let descriptor = try HTTPClient.connect(port)
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        shutdown(descriptor, Int32(SHUT_WR))
        var buffer = [UInt8](repeating: 0, count: 1000)
        let count = read(descriptor, &buffer, buffer.count)
        return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
      }
      #expect(!answer.contains("HTTP"))
      #expect(site.seen.withLock(\.isEmpty))
      #expect(try await Self.text(client, Self.get, port).hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test func aLateResponseAndAStreamArriveWhole() async throws {
    try await Self.serving { port, _, client in
      for (path, end) in [("/later", "late\n"), ("/parts", "part 5;\r\n0\r\n\r\n")] {
        let request = Self.get.replacing("/a", with: path)
        let text = try await Self.text(client, request, port)
        #expect(text.hasSuffix(end), "\(path)")
      }
    }
  }

  @Test func aLargeBodyArrivesWhole() async throws {
    try await Self.serving { port, _, client in
      let head =
        "POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\nConnection: close\r\n\r\n"
      let answer = try await Self.exchange(
        client, Array(head.utf8) + [UInt8](repeating: 0x61, count: 3_000_000), port)
      #expect(String(decoding: answer, as: UTF8.self).hasSuffix("\r\n\r\n3000000"))
    }
  }

  private static let handshake =
    "GET /socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    + "Sec-WebSocket-Protocol: test.1\r\n\r\n"

  @Test func aWebSocketSendsAndReceives() async throws {
    try await Self.serving { port, site, client in
      let text = [UInt8](repeating: 0x62, count: 60_000)
      var sent = Array(Self.handshake.utf8) + WebSocketClient.frame(1, Array("hello".utf8))
      for _ in 0..<3 { sent += WebSocketClient.frame(2, text) }
      sent += WebSocketClient.frame(8, [0x03, 0xE8])
      let received = try await Self.exchange(client, sent, port)
      #expect(received.starts(with: Array("HTTP/1.1 101 ".utf8)))
      let end = try #require(Data(received).range(of: Data("\r\n\r\n".utf8))).upperBound
      let large: [UInt8] = [0x82, 126, 0xEA, 0x60] + text
      let frames =
        [0x81, 5] + Array("hello".utf8) + (0..<3).flatMap { _ in large } + [0x88, 2, 0x03, 0xE8]
      #expect(Array(received[end...]) == frames)
      #expect(site.closes.withLock { $0 } == [1000])
    }
  }

  @Test func theServersCloseFrameArrives() async throws {
    try await Self.serving { port, _, client in
      let received = try await Self.exchange(
        client, Array(Self.handshake.utf8) + WebSocketClient.frame(1, Array("close".utf8)), port)
      #expect(Data(received).range(of: Data([0x88, 7, 0x0F, 0xA0] + Array("asked".utf8))) != nil)
    }
  }

  @Test func aRenewedCertificateIsForNewConnections() async throws {
    try await Self.serving { port, site, old in
      let renewed = try TLSClient()
      await #expect(throws: TLSClient.Failure.self) {
        try await Self.text(renewed, Self.get, port)
      }
      let (certificate, key) = try renewed.bytes()
      try await site.use(certificate, key)
      #expect(try await Self.text(renewed, Self.get, port).hasPrefix("HTTP/1.1 200 "))
      await #expect(throws: TLSClient.Failure.self) { try await Self.text(old, Self.get, port) }
      try renewed.remove()
    }
  }

  /// Connections without a handshake do not keep others out.
  @Test func silentConnectionsMakeRoom() async throws {
    var limits = WebServer.Limits()
    limits.connections = 16
    try await Self.serving(limits: limits) { port, _, client in
      let idle = try await blocking { try (0..<100).map { _ in try HTTPClient.connect(port) } }
      defer { for descriptor in idle { close(descriptor) } }
      #expect(try await Self.text(client, Self.get, port).hasPrefix("HTTP/1.1 200 "))
    }
  }

  // MARK: Certificates

  @Test func aBrokenCertificateIsExplained() throws {
    let (one, other) = (try TLSClient(), try TLSClient())
    let (certificate, key) = try one.bytes()
    let foreign = try other.bytes().key
    func problem(_ certificate: [UInt8], _ key: [UInt8]) -> String? {
      do throws(TLSCertificate.Problem) {
        _ = try TLSCertificate(certificate: certificate, key: key)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(problem(certificate, key) == nil)
    // With its issuers.
    #expect(problem(certificate + certificate, key) == nil)
    let expected: [(String?, String)] = [
      (problem([], key), "no certificate"), (problem(key, key), "no certificate"),
      (problem(certificate, []), "not a private key"),
      (problem(certificate, certificate), "not a private key"),
      (problem(certificate, foreign), "does not belong"),
      (problem(Array(certificate.dropLast(60)), key), "no certificate"),
      (problem(certificate + certificate.dropLast(60), key), "issuer's certificate is damaged"),
    ]
    for (found, part) in expected { #expect(found?.contains(part) == true, "\(found ?? part)") }
    try one.remove()
    try other.remove()
  }
}
