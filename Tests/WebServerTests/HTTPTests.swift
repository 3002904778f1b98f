import Foundation
import Glibc
import TestSupport
import Testing
import WebServer

@Suite struct HTTPTests {
  private func exchange(_ text: String, _ port: UInt16) async throws -> String {
    try await blocking { try HTTPClient.exchange(text, port: port) }
  }

  @Test func aRequestIsHandedOverAsItCame() async throws {
    try await TestSite.serving { port, site in
      let answer = try await exchange(
        "GET /a%20b/%2e?x=1&y=%20 HTTP/1.1\r\nHost: localhost\r\nX-Twice: 1\r\nx-twice:  2 \r\n"
          + "Connection: close\r\n\r\n", port)
      #expect(answer.hasPrefix("HTTP/1.1 200 "))
      #expect(answer.contains("X-A: b\r\n"))
      #expect(answer.hasSuffix("\r\n\r\n/a%20b/%2e?x=1&y=%20"))
      let request = try #require(site.seen.withLock { $0.first })
      #expect(request.path == "/a%20b/%2e")
      #expect(request.query == "x=1&y=%20")
      #expect(request.values("X-TWICE") == ["1", "2"])
      #expect(request["x-twice"] == nil)
      #expect(request.address == "127.0.0.1")
    }
  }

  /// A handler can change the responses of other handlers, whenever they are sent.
  @Test(arguments: ["now", "later", "upload"])
  func aResponseCanBeChanged(when: String) async throws {
    try await TestSite.serving { port, _ in
      let answer = try await exchange(
        "POST /changed/\(when) HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n"
          + "Connection: close\r\n\r\nabc", port)
      #expect(answer.hasPrefix("HTTP/1.1 200 "))
      #expect(answer.contains("X-Changed: yes\r\n"))
    }
  }

  /// A request that could be read in two ways, and so hide a second request from a proxy, is rejected.
  @Test(arguments: [
    ("no host", "GET / HTTP/1.1\r\n\r\n"),
    ("an empty host", "GET / HTTP/1.1\r\nHost: \r\n\r\n"),
    ("two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
    ("a host that is none", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"),
    (
      "length and chunks",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ),
    (
      "two lengths",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"
    ),
    ("a length with a sign", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\nabc"),
    (
      "two codings",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"
    ),
    (
      "another coding", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"
    ),
    (
      "chunks in HTTP/1.0",
      "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ),
    ("a line that ends with LF", "GET / HTTP/1.1\r\nHost: a\nX: 1\r\n\r\n"),
    ("a first line that ends with LF", "GET / HTTP/1.1\nHost: a\r\n\r\n"),
    ("a continued line", "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n"),
    ("a space before the colon", "GET / HTTP/1.1\r\nHost : a\r\nHost: a\r\n\r\n"),
    ("a return in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r2\r\n\r\n"),
    ("an address that is none", "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    ("another version", "GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
  ])
  func whatIsAmbiguousIsRefused(what: String, request: String) async throws {
    try await TestSite.serving { port, site in
      // Reads to the end, which must arrive.
      let answer = try await exchange(request, port)
      #expect(
        answer.isEmpty || answer.dropFirst(9).hasPrefix("4") || answer.dropFirst(9).hasPrefix("5"),
        "\(what): \(answer.prefix(60))")
      #expect(site.seen.withLock { $0.isEmpty }, "\(what)")
    }
  }

  @Test func aBodyIsRead() async throws {
    try await TestSite.serving { port, _ in
      for body in [
        "Content-Length: 5\r\n\r\nhello",
        "Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
      ] {
        let answer = try await exchange(
          "POST /echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + body, port)
        #expect(answer.hasSuffix("\r\n\r\nhello"), "\(answer)")
      }
    }
  }

  @Test func aLongBodyIsRefused() async throws {
    try await TestSite.serving { port, _ in
      let long = String(repeating: "x", count: 200)
      for body in [
        "Content-Length: 200\r\n\r\n\(long)",
        "Transfer-Encoding: chunked\r\n\r\nC8\r\n\(long)\r\n0\r\n\r\n",
      ] {
        let answer = try await exchange("POST /echo HTTP/1.1\r\nHost: localhost\r\n" + body, port)
        #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)")
      }
    }
  }

  @Test func anAnswerMayComeLater() async throws {
    try await TestSite.serving { port, _ in
      let answer = try await blocking { try HTTPClient.ask("GET", "/later", port: port) }
      #expect(answer.status == 200)
      #expect(answer.body == "late\n")
    }
  }

  @Test func whoLeavesIsNotAnswered() async throws {
    try await TestSite.serving { port, _ in
      for _ in 0..<20 {
        try await blocking {
          let descriptor = try HTTPClient.connect(port)
          let request = "GET /later HTTP/1.1\r\nHost: localhost\r\n\r\n"
          _ = send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL))
          close(descriptor)
        }
      }
      let answer = try await blocking { try HTTPClient.ask("GET", "/later", port: port) }
      #expect(answer.status == 200)
    }
  }

  @Test func aLongUploadComesInParts() async throws {
    try await TestSite.serving { port, _ in
      let body = String(repeating: "0123456789", count: 300_000)
      let answer = try await blocking {
        try HTTPClient.ask("POST", "/upload", port: port, body: body)
      }
      #expect(answer.body == "3000000")
    }
  }

  @Test func aBodyCanBeMadeWhileItIsSent() async throws {
    try await TestSite.serving { port, _ in
      let whole = try await exchange(
        "GET /parts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", port)
      #expect((1...5).allSatisfy { whole.contains("part \($0);") })
      let broken = try await exchange(
        "GET /broken HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", port)
      #expect(broken.contains("part 5;"))
      // Without its end, no client considers it complete.
      #expect(!broken.hasSuffix("0\r\n\r\n"))
    }
  }

  @Test func severalRequestsCanComeAtOnce() async throws {
    try await TestSite.serving { port, site in
      let one = "GET /one HTTP/1.1\r\nHost: localhost\r\n\r\n"
      let last = "GET /two HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      let answer = try await exchange(one + one + last, port)
      #expect(answer.components(separatedBy: "HTTP/1.1 200 ").count == 4)
      #expect(site.seen.withLock { $0.map(\.path) } == ["/one", "/one", "/two"])
    }
  }

  @Test func whoWaitsIsToldThatItStops() async throws {
    try await TestSite.serving { port, site in
      let asking = Task {
        try await blocking { try HTTPClient.ask("GET", "/never", port: port) }
      }
      while site.seen.withLock({ $0.isEmpty }) { await Task.yield() }
      await site.stopServing()
      let answer = try await asking.value
      #expect(answer.status == 503)
    }
  }

  /// Idle connections make room.
  @Test func theOldestIdleOneMakesWay() async throws {
    var limits = WebServer.Limits()
    (limits.connections, limits.idleSeconds) = (4, 600)
    try await TestSite.serving(limits: limits) { port, _ in
      try await blocking {
        let idle = try (0..<20).map { _ in try HTTPClient.connect(port) }
        defer { for descriptor in idle { close(descriptor) } }
        let answer = try HTTPClient.ask("GET", "/", port: port)
        #expect(answer.status == 200)
      }
    }
  }

  @Test(arguments: [
    (Int.max, 14_000, 10_500), (20_000, 14_000, 10_500), (1184, 1024, 768), (0, 16, 12),
    (Int.min, 16, 12),
  ])
  func theLimitsFitTheDescriptors(descriptors: Int, connections: Int, streams: Int) {
    let limits = WebServer.Limits(descriptors: descriptors, reserve: 96)
    #expect(limits.connections == connections && limits.streams == streams)
  }

  @Test func cookiesAndWordsAreRead() {
    let request = WebRequest(
      method: "GET", target: "/",
      fields: [
        .init("Cookie", "a=1; b=2;c = 3"), .init("cookie", "a=4"),
        .init("Connection", "keep-alive, Upgrade"),
      ])
    #expect(request.cookies("a") == ["1", "4"])
    #expect(request.cookies("c") == ["3"])
    #expect(request.cookies("d") == [])
    #expect(request.words("connection") == ["keep-alive", "upgrade"])
  }

  @Test(arguments: [
    "GET /\(String(repeating: "a", count: 12 << 10)) HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 12 << 10))\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X: a\r\n", count: 200))\r\n",
  ])
  func aHeadWithoutRoomForTheResponseIsRejected(_ text: String) async throws {
    try await TestSite.serving { port, site in
      let answer = try await exchange(text, port)
      #expect(answer.hasPrefix("HTTP/1.1 431 "))
      #expect(answer.contains("The header is too large; maximum: 12288 bytes."))
      #expect(site.seen.withLock { $0.isEmpty })
    }
  }
}
