import CTLS
import CTLSClient
import Foundation
import Glibc
import TestSupport
import Testing
import WebServer

/// Clients that send what programs do not send, or do not end a connection.
@Suite struct TLSFloodTests {
  /// A client and the server's side of its connection, in one process.
  private struct Pair {
    let client: OpaquePointer
    let session: OpaquePointer
    let descriptors: [Int32]

    /// Completes a handshake.
    init() throws {
      let files = try TLSClient()
      let (certificate, key) = try files.bytes()
      try files.remove()
      var problem = [CChar](repeating: 0, count: 256)
      let context = try #require(
        ctls_context_new(certificate, certificate.count, key, key.count, &problem, problem.count))
      var pair: [Int32] = [-1, -1]
      let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
      try #require(socketpair(AF_UNIX, type, 0, &pair) == 0)
      descriptors = pair
      session = try #require(ctls_session_new(context, pair[0]))
      client = try #require(ctls_client_new(pair[1]))
      ctls_context_free(context)
      var (accepted, connected): (Int32, Int32) = (0, 0)
      while accepted != 1 || connected != 1 {
        if connected != 1 { connected = ctls_client_connect(client) }
        if accepted != 1 { accepted = ctls_accept(session) }
        try #require(connected >= 0 && accepted != CTLS_FAILED.rawValue)
      }
    }

    func end() {
      ctls_client_free(client)
      ctls_session_free(session)
      for descriptor in descriptors { close(descriptor) }
    }

    /// Number of bytes that the server has not read yet.
    var unread: Int32 {
      var count: Int32 = 0
      return ioctl(descriptors[0], UInt(FIONREAD), &count) == 0 ? count : -1
    }
  }

  /// The server has ended these connections, and waits for their clients.
  @Test func connectionsThatAreBeingClosedMakeRoom() async throws {
    let files = try TLSClient()
    let (certificate, key) = try files.bytes()
    var limits = WebServer.Limits()
    limits.connections = 16
    try await TestSite.serving(limits: limits, certificate: (bytes: certificate, key: key)) {
      port, _ in
      let lingering = try await blocking {
        try (0..<100).map { _ in try Self.answered(port) }
      }
      defer { for descriptor in lingering { close(descriptor) } }
      let request = "GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      let answer = try await blocking { try files.exchange(Array(request.utf8), port: port) }
      #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
    }
    try files.remove()
  }

  /// A connection whose response and end the client has received, but which it does not close.
  private static func answered(_ port: UInt16) throws -> Int32 {
    let descriptor = try HTTPClient.connect(port)
    let client = try #require(ctls_client_new(descriptor))
    defer { ctls_client_free(client) }
    try #require(ctls_client_connect(client) == 1)
    let request = "GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    try #require(ctls_client_write(client, request, Int32(request.utf8.count)) > 0)
    var bytes = [UInt8](repeating: 0, count: 4096)
    var count: Int32 = 1
    while count > 0 { count = ctls_client_read(client, &bytes, Int32(bytes.count)) }
    try #require(count == 0)
    return descriptor
  }

  /// Other connections get their turn between them.
  @Test func oneReadHandlesOneOfManyKeyUpdates() throws {
    let pair = try Pair()
    defer { pair.end() }
    let updates: Int32 = 30
    for _ in 0..<updates { try #require(ctls_client_update_key(pair.client) == 1) }
    try #require(ctls_client_write(pair.client, "x", 1) == 1)
    let all = pair.unread
    var byte = [UInt8](repeating: 0, count: 1)
    #expect(ctls_read(pair.session, &byte, 1) == CTLS_WANTS_DATA.rawValue)
    #expect(all - pair.unread <= 2 * all / updates)
    var reads = 1
    while ctls_read(pair.session, &byte, 1) == CTLS_WANTS_DATA.rawValue { reads += 1 }
    #expect(reads == updates && byte == Array("x".utf8))
  }
}
