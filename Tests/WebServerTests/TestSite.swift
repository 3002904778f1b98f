import HTTPServer
import TestSupport
import Threads
@testable import WebServer
import ZeroMQ

/// A server with the pages that the tests need.
actor TestSite {
  let loop: SocketLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private var server: WebServer?
  private var held: [WebReply] = []
  private var sockets: [WebSocket] = []
  private var body: OpenBody?
  /// The handled requests.
  nonisolated let seen = Locked<[WebRequest]>([])
  /// The close codes of sockets.
  nonisolated let closes = Locked<[UInt16]>([])
  /// The ways in which open bodies ended.
  nonisolated let endings = Locked<[OpenBody.Ending]>([])

  init() throws { loop = try SocketLoop(name: "site") }

  /// Runs `body` with a server.
  static func serving(
    limits: WebServer.Limits = WebServer.Limits(),
    certificate: (bytes: [UInt8], key: [UInt8])? = nil,
    _ body: (UInt16, TestSite) async throws -> Void
  ) async throws {
    let site = try TestSite()
    do {
      try await body(try await site.start(limits, certificate), site)
    } catch {
      await site.stop()
      throw error
    }
    await site.stop()
  }

  private func start(
    _ limits: WebServer.Limits, _ certificate: (bytes: [UInt8], key: [UInt8])?
  ) throws -> UInt16 {
    let certificate = try certificate.map {
      try TLSCertificate(certificate: $0.bytes, key: $0.key)
    }
    let server = try WebServer(
      on: loop, host: "127.0.0.1", port: 0, limits: limits, certificate: certificate
    ) { self.handle($0) }
    self.server = server
    return server.port
  }

  /// Renews the certificate.
  func use(_ certificate: [UInt8], _ key: [UInt8]) throws {
    server?.use(try TLSCertificate(certificate: certificate, key: key))
  }

  func stop() async {
    stopServing()
    await loop.stop()
  }

  func stopServing() {
    server?.stop()
    server = nil
  }

  private func handle(_ request: WebRequest) -> WebAnswer {
    seen.withLock { $0.append(request) }
    switch request.path {
    case "/echo": return .read(most: 100) { $1.send(WebResponse(200, [], $0)) }
    case "/later":
      return .read(most: 100) { _, reply in
        self.loop.schedule(after: .milliseconds(5)) {
          reply.send(WebResponse(200, sentence: "late"))
        }
      }
    case "/never": return .read(most: 100) { self.held.append($1) }
    case "/changed/now", "/changed/later", "/changed/upload":
      return answer(request.path).changing { response in
        var response = response
        response.fields.append(.init("X-Changed", "yes"))
        return response
      }
    case "/upload": return .upload { self.take($0, $1) }
    case "/parts": return .respond(WebResponse(200, body: .stream(parts(fails: false))))
    case "/broken": return .respond(WebResponse(200, body: .stream(parts(fails: true))))
    case "/open": return open(request)
    case "/socket": return .upgrade(subprotocol: "test.1") { self.open($0) }
    default: return .respond(WebResponse(200, [.init("X-A", "b")], Array(request.target.utf8)))
    }
  }

  private func answer(_ path: String) -> WebAnswer {
    switch path {
    case "/changed/later": .read(most: 100) { $1.send(WebResponse(200, [], $0)) }
    case "/changed/upload": .upload { self.take($0, $1) }
    default: .respond(WebResponse(200))
    }
  }

  /// Counts the uploaded bytes, and pauses the upload at times.
  private func take(_ upload: WebUpload, _ reply: WebReply) {
    var count = 0
    upload.onPart = { part in
      guard let part else { return reply.send(WebResponse(200, [], Array("\(count)".utf8))) }
      count += part.count
      upload.pause()
      self.loop.schedule(after: .zero) { upload.resume() }
    }
  }

  private func parts(fails: Bool) -> WebStream {
    var number = 0
    return WebStream { stream in
      self.loop.schedule(after: .zero) {
        number += 1
        if number <= 5 { return stream.send(Array("part \(number);".utf8)) }
        if fails { stream.fail() } else { stream.finish() }
      }
    }
  }

  private func open(_ request: WebRequest) -> WebAnswer {
    let (body, endings) = (OpenBody(for: request), endings)
    body.onClose = { ending in endings.withLock { $0.append(ending) } }
    body.send(WebChunk(Array("one".utf8)))
    self.body = body
    return .respond(WebResponse(200, body: .open(body)))
  }

  /// Sends a part to the last open body.
  func sendToOpen(_ part: String) { body?.send(WebChunk(Array(part.utf8))) }

  /// Sends to the last open body until data waits for the client.
  func fillOpen() {
    while let body, body.backlog == 0 {
      body.send(WebChunk([UInt8](repeating: UInt8(ascii: "x"), count: 16 << 10)))
    }
  }

  /// Completes the last open body.
  func finishOpen() { body?.finish() }

  /// Number of open WebSockets and open bodies.
  var streamCount: Int { server?.streamCount ?? 0 }

  private func open(_ socket: WebSocket) {
    sockets.append(socket)
    let closes = closes
    socket.onClose = { code in closes.withLock { $0.append(code) } }
    socket.onMessage = { message in
      switch message {
      case .text(let bytes) where bytes == Array("close".utf8): socket.close(4000, "asked")
      case .text(let bytes): socket.send(WebFrame(text: bytes))
      case .binary(let bytes): socket.send(WebFrame(binary: bytes))
      }
    }
  }

  /// Closes the last socket.
  func closeLast(_ code: UInt16, _ reason: String) { sockets.last?.close(code, reason) }

  /// Sends to the last socket; returns the number of dropped frames.
  func push(_ bytes: Int, times: Int, isDroppable: Bool) -> Int {
    guard let socket = sockets.last else { return 0 }
    let frame = WebFrame(binary: [UInt8](repeating: 7, count: bytes))
    for _ in 0..<times { socket.send(frame, isDroppable: isDroppable) }
    return socket.dropped
  }
}
