import Foundation
import Glibc
import TestSupport
import Testing
import WebClient

@testable import WebhooksService

/// The real libcurl and a real receiver.
@Suite struct HTTPClientTests {
  private func post(
    _ url: String, body: Data = Data("{}".utf8), limits: HTTPLimits = HTTPLimits()
  ) async throws -> Result<HTTPResponse, HTTPFailure> {
    let client = try HTTPClient(limits: limits)
    let result = await client.send(
      HTTPRequest(
        url: url, headers: [HTTPHeader("Content-Type", "application/json")], body: body))
    await client.close()
    return result
  }

  @Test(arguments: [
    ("/ok", 200), ("/status/500", 500), ("/status/410", 410), ("/redirect", 302),
  ]) func anAnswer(_ path: String, _ status: Int) async throws {
    try await withReceiver { receiver in
      let response = try await post(receiver.url(path)).get()
      #expect(response == HTTPResponse(status: status, body: Data("thank you".utf8)))
      // A redirection is not followed.
      #expect(try receiver.heard().map(\.path) == [path])
    }
  }

  @Test func whenToComeBack() async throws {
    try await withReceiver { receiver in
      let response = try await post(receiver.url("/retry-after/120")).get()
      #expect(response.status == 429 && response.retryAfter == 120)
    }
  }

  @Test func largeBodiesBothWays() async throws {
    try await withReceiver { receiver in
      let body = Data("\"\(String(repeating: "y", count: 900_000))\"".utf8)
      let response = try await post(receiver.url("/big"), body: body).get()
      #expect(response.status == 200)
      #expect(response.body == Data(repeating: UInt8(ascii: "x"), count: 1024))
      #expect(try receiver.heard().map(\.bytes) == [body.count])
    }
  }

  @Test func anEmptyBody() async throws {
    try await withReceiver { receiver in
      let response = try await post(receiver.url("/ok"), body: Data()).get()
      #expect(response.status == 200)
    }
  }

  @Test func aClosedConnection() async throws {
    try await withReceiver { receiver in
      let failure = try await failure(receiver.url("/close"))
      #expect(failure.code == .connection)
    }
  }

  @Test func nobodyListens() async throws {
    // Bound but not listening, so that no other process can take the port.
    let bound = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try #require(bound >= 0)
    defer { close(bound) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port: UInt16? = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        guard bind(bound, $0, length) == 0, getsockname(bound, $0, &length) == 0 else { return nil }
        return UInt16(
          bigEndian: $0.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_port }
        )
      }
    }
    #expect(try await failure("http://127.0.0.1:\(try #require(port))/").code == .connection)
  }

  @Test func noTLS() async throws {
    try await withReceiver { receiver in
      let failure = try await failure("https://127.0.0.1:\(receiver.port)/ok")
      #expect(failure.code == .tls, "\(failure)")
    }
  }

  @Test func noSuchHost() async throws {
    #expect(try await failure("http://nowhere.invalid/").code == .resolution)
  }

  @Test(arguments: ["file:///etc/hostname", "gopher://127.0.0.1/"])
  func noOtherProtocols(_ url: String) async throws {
    #expect(try await failure(url).code == .other)
  }

  @Test func whoTakesTooLongIsGivenUp() async throws {
    try await withReceiver { receiver in
      let failure = try await failure(
        receiver.url("/slow"), limits: HTTPLimits(connectMs: 5000, totalMs: 200))
      #expect(failure.code == .timeout)
    }
  }

  private func failure(_ url: String, limits: HTTPLimits = HTTPLimits()) async throws -> HTTPFailure
  {
    switch try await post(url, limits: limits) {
    case .success(let response):
      Issue.record("an answer: \(response)")
      return HTTPFailure(code: .other, message: "")
    case .failure(let failure): return failure
    }
  }

  /// Many responses arrive while one receiver is silent, and closing ends that one.
  @Test func aSlowOneHoldsUpNobody() async throws {
    try await withReceiver { receiver in
      let client = try HTTPClient()
      let slow = Task { await client.send(request(receiver.url("/slow"))) }
      for _ in 0..<20 {
        #expect(try await client.send(request(receiver.url("/ok"))).get().status == 200)
      }
      client.cancelAll()
      #expect(await slow.value == .failure(.cancelled))
      #expect(try await client.send(request(receiver.url("/ok"))).get().status == 200)
      let last = Task { await client.send(request(receiver.url("/slow"))) }
      await client.close()
      await client.close()
      client.cancelAll()
      #expect(await last.value == .failure(.cancelled))
      #expect(await client.send(request(receiver.url("/ok"))) == .failure(.cancelled))
    }
  }

  private func request(_ url: String) -> HTTPRequest {
    HTTPRequest(url: url, headers: [], body: Data("{}".utf8))
  }
}
