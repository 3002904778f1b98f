import Foundation
import Glibc
import HTTPServer
import TestSupport
import Testing
import Threads

@Suite struct HTTPServerTests {
  /// Runs `body` with a server on a port that the system chooses.
  private func serving(
    limits: HTTPServer.Limits = HTTPServer.Limits(),
    answering handle: @escaping @Sendable (HTTPRequest) -> HTTPResponse = { HTTPResponse($0.path) },
    _ body: (UInt16) async throws -> Void
  ) async throws {
    let server = try HTTPServer(host: "127.0.0.1", port: 0, limits: limits, handle: handle)
    do {
      try await body(server.port)
      await server.stop()
    } catch {
      await server.stop()
      throw error
    }
  }

  @Test func anAnswerHasWhatItsHandlerSays() async throws {
    try await serving(
      answering: { _ in
        HTTPResponse("{}\n", status: 503, contentType: "application/json", fields: ["X-A": "b"])
      }
    ) { port in
      let answer = try await blocking { try HTTPClient.ask("GET", "/x?y=1", port: port) }
      #expect(answer.status == 503)
      #expect(answer.fields["content-type"] == "application/json")
      #expect(answer.fields["x-a"] == "b")
      #expect(answer.fields["cache-control"] == "no-store")
      #expect(answer.body == "{}\n")
    }
  }

  @Test func theHandlerSeesThePathWithoutItsQuery() async throws {
    try await serving { port in
      let answer = try await blocking { try HTTPClient.ask("GET", "/a/b?c=d", port: port) }
      #expect(answer.body == "/a/b")
    }
  }

  @Test func headHasTheLengthAndNoBody() async throws {
    try await serving { port in
      let answer = try await blocking { try HTTPClient.ask("HEAD", "/12345", port: port) }
      #expect(answer.status == 200)
      #expect(answer.fields["content-length"] == "6")
      #expect(answer.body == "")
    }
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW"])
  func otherMethodsAreRefused(_ method: String) async throws {
    try await serving { port in
      let answer = try await blocking {
        try HTTPClient.ask(method, "/", port: port, body: "some body")
      }
      #expect(answer.status == 405)
      #expect(answer.fields["allow"] == "GET, HEAD")
    }
  }

  @Test func aBodyThatNobodyWantsIsSkipped() async throws {
    try await serving { port in
      let body = String(repeating: "x", count: 100_000)
      let answer = try await blocking { try HTTPClient.ask("GET", "/", port: port, body: body) }
      #expect(answer.status == 200)
    }
  }

  @Test func nonsenseIsNotServed() async throws {
    let calls = Locked(0)
    try await serving(answering: { _ in
      calls.withLock { $0 += 1 }
      return HTTPResponse("")
    }) { port in
      let long = "GET /" + String(repeating: "x", count: 40_000) + " HTTP/1.1\r\n\r\n"
      for text in ["nonsense\r\n\r\n", long] {
        let answer = try await blocking { try HTTPClient.exchange(text, port: port) }
        #expect(!answer.contains(" 200 "), "\(answer.prefix(80))")
      }
      #expect(calls.withLock { $0 } == 0)
    }
  }

  /// Idle connections block a probe for no longer than the idle limit.
  @Test
  func idleConnectionsAreClosed() async throws {
    var limits = HTTPServer.Limits()
    limits.connections = 2
    limits.idleSeconds = 1
    try await serving(limits: limits) { port in
      try await blocking {
        let idle = try (0..<2).map { _ in try HTTPClient.connect(port) }
        defer { for descriptor in idle { close(descriptor) } }
        for descriptor in idle {
          var byte: UInt8 = 0
          // The server's close arrives as the end of input.
          #expect(read(descriptor, &byte, 1) <= 0)
        }
        // A connection counts until its thread has ended, a moment after it closes.
        while (try? HTTPClient.ask("GET", "/", port: port))?.status != 200 {}
      }
    }
  }

  /// Connections that send nothing, or an occasional byte, do not block others, however long the idle limit is.
  @Test(arguments: ["", "GET / HT"])
  func whoOnlyStandsThereMakesWay(begins: String) async throws {
    var limits = HTTPServer.Limits()
    (limits.connections, limits.idleSeconds) = (4, 600)
    try await serving(limits: limits) { port in
      try await blocking {
        let idle = try (0..<40).map { _ in
          let descriptor = try HTTPClient.connect(port)
          _ = begins.withCString { write(descriptor, $0, strlen($0)) }
          return descriptor
        }
        defer { for descriptor in idle { close(descriptor) } }
        for _ in 0..<10 {
          let status = try HTTPClient.ask("GET", "/", port: port).status
          #expect(status == 200)
        }
      }
    }
  }

  /// A connection with a pending response is not closed for others.
  @Test func anAnswerUnderWayIsNotCutShort() async throws {
    var limits = HTTPServer.Limits()
    limits.connections = 2
    let (begun, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    try await serving(
      limits: limits,
      answering: { request in
        if request.path == "/slow" {
          begun.signal()
          release.wait()
        }
        return HTTPResponse(request.path)
      }
    ) { port in
      async let slow = blocking { try HTTPClient.ask("GET", "/slow", port: port) }
      try await blocking {
        begun.wait()
        for _ in 0..<8 {
          let status = try HTTPClient.ask("GET", "/", port: port).status
          #expect(status == 200)
        }
        release.signal()
      }
      #expect(try await slow.body == "/slow")
    }
  }

  @Test func twoCannotHaveOnePort() async throws {
    try await serving { port in
      let error = #expect(throws: HTTPServerError.self) {
        try HTTPServer(host: "127.0.0.1", port: port) { _ in HTTPResponse("") }
      }
      #expect(error?.code == .inUse)
      #expect(error?.description.contains("\(port)") == true)
    }
  }

  @Test func aHostThatIsNotHereIsRefused() {
    let error = #expect(throws: HTTPServerError.self) {
      try HTTPServer(host: "192.0.2.1", port: 0) { _ in HTTPResponse("") }
    }
    #expect(error?.code == .noAddress)
  }

  @Test func afterTheStopNobodyAnswers() async throws {
    let server = try HTTPServer(host: "127.0.0.1", port: 0) { _ in HTTPResponse("") }
    let port = server.port
    #expect(try await blocking { try HTTPClient.ask("GET", "/", port: port).status } == 200)
    await server.stop()
    await server.stop()
    await #expect(throws: HTTPClient.Failure.self) {
      try await blocking { _ = try HTTPClient.ask("GET", "/", port: port) }
    }
  }
}
