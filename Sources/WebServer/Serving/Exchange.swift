import CMicroHTTPD
import Glibc

/// One request and its response.
final class Exchange {
  private enum Step {
    /// The head has not arrived yet.
    case begun
    /// The body is discarded; then the response is sent.
    case discarding(WebResponse)
    case collecting(most: Int, ([UInt8], WebReply) -> Void)
    case uploading(WebUpload)
    /// The request is complete, and a handler works on it.
    case working
    case upgrading(WebRequest, (WebSocket) -> Void, subprotocol: String)
    case answered
  }

  /// Maximum number of bytes of an unwanted body that are read: a client may read the response only
  /// after it has sent the body.
  private static let maxDiscarded: Int64 = 64 << 10

  private unowned let server: WebServer
  private let target: String
  private var connection: OpaquePointer?
  private var step = Step.begun
  private var reply: WebReply?
  private var response: WebResponse?
  /// Body of the response that stays open, until the connection is handed over to it.
  private var openBody: OpenBody?
  /// True once the connection belongs to an open body.
  private var isHandedOver = false
  /// True while the server stops, so that no connection may be suspended any more.
  private var isGivenUp = false
  private var body: [UInt8] = []
  private var isTooLong = false
  private var isSuspended = false

  init(_ target: String, server: WebServer) {
    self.target = target
    self.server = server
  }

  // MARK: Callbacks of libmicrohttpd

  func take(
    _ connection: OpaquePointer, _ method: String, _ version: UnsafePointer<CChar>,
    _ bytes: UnsafeRawBufferPointer
  ) -> (result: MHD_Result, taken: Int) {
    self.connection = connection
    if isHandedOver { return (cmhd_no(), 0) }
    if case .begun = step {
      server.connections.answering(cmhd_descriptor(connection), true)
      return (begin(method, version), 0)
    }
    if let response { return (queue(response), 0) }
    guard bytes.isEmpty else { return (cmhd_yes(), read(bytes)) }
    return (finish(), 0)
  }

  private func begin(_ method: String, _ version: UnsafePointer<CChar>) -> MHD_Result {
    var request = RequestHead.read(connection, method, target, version)
    request.isEncrypted = server.isEncrypted
    if let problem = RequestRules.problem(
      request, hasProperLines: cmhd_lines_are_proper(connection, version))
    {
      var refusal = WebResponse(400, sentence: problem)
      refusal.fields.append(.init("Connection", "close"))
      return queue(refusal)
    }
    guard RequestRules.hasRoom(request) else {
      let limit = RequestRules.maxHeadBytes
      return queue(
        closing(WebResponse(431, sentence: "The header is too large; maximum: \(limit) bytes.")))
    }
    switch server.handle(request) {
    case .respond(let response):
      if case .open(let body) = response.body { openBody = body }
      if request.hasBody, request.length.map({ $0 > Self.maxDiscarded }) ?? true {
        return queue(closing(response))
      }
      step = .discarding(response)
    case .read(let most, let take):
      if let length = request.length, length > most { return queue(closing(Self.tooLong(most))) }
      step = .collecting(most: most, take)
    case .upload(let take):
      let upload = WebUpload()
      step = .uploading(upload)
      take(upload, makeReply())
    case .upgrade(let subprotocol, let take):
      if let problem = WebSocketHandshake.problem(request, subprotocol: subprotocol) {
        var refusal = WebResponse(problem.status, sentence: problem.sentence)
        refusal.fields += [.init("Upgrade", "websocket"), .init("Sec-WebSocket-Version", "13")]
        step = .discarding(refusal)
      } else if server.streamCount >= server.limits.streams {
        var refusal = WebResponse(503, sentence: "Too many WebSockets are open; try again.")
        refusal.fields.append(.init("Retry-After", "5"))
        step = .discarding(refusal)
      } else {
        step = .upgrading(request, take, subprotocol: subprotocol)
      }
    }
    return cmhd_yes()
  }

  /// Reads a part of the body; returns the number of bytes consumed.
  private func read(_ bytes: UnsafeRawBufferPointer) -> Int {
    switch step {
    case .collecting(let most, _):
      if body.count + bytes.count > most { isTooLong = true }
      if !isTooLong { body += bytes }
    case .uploading(let upload):
      upload.received(Array(bytes))
      if upload.isPaused {
        suspend()
        upload.onResume = { [weak self] in self?.resume() }
      }
    default: break
    }
    return bytes.count
  }

  /// Called when the request is complete.
  private func finish() -> MHD_Result {
    switch step {
    case .discarding(let response): return queue(response)
    case .collecting(let most, let take):
      if isTooLong { return queue(closing(Self.tooLong(most))) }
      step = .working
      let bytes = body
      body = []
      take(bytes, makeReply())
    case .uploading(let upload):
      step = .working
      upload.ended()
    case .upgrading(let request, let take, let subprotocol):
      return upgrade(request, subprotocol, take)
    case .begun, .working, .answered: break
    }
    if let response { return queue(response) }
    suspend()
    return cmhd_yes()
  }

  /// Called when the request was answered or abandoned.
  func completed() {
    connection = nil
    reply?.forget()
    if case .uploading(let upload) = step { upload.lost() }
    step = .answered
    openBody?.closed()
    openBody = nil
  }

  /// Abandons the request because the server stops.
  func giveUp() {
    isGivenUp = true
    if isSuspended {
      response = WebResponse(503, sentence: "The server is shutting down.")
      resume()
    }
    reply?.forget()
  }

  // MARK: Answering

  private func makeReply() -> WebReply {
    let reply = WebReply { [weak self] in self?.answer($0) }
    self.reply = reply
    return reply
  }

  private func answer(_ response: WebResponse) {
    self.response = response
    if case .uploading = step {
      // No handler receives the rest of the body.
      step = .discarding(response)
      self.response = nil
    }
    resume()
  }

  private func suspend() {
    guard !isSuspended, let connection else { return }
    isSuspended = true
    MHD_suspend_connection(connection)
  }

  private func resume() {
    guard isSuspended, let connection else { return }
    isSuspended = false
    MHD_resume_connection(connection)
    server.wake()
  }

  private func closing(_ response: WebResponse) -> WebResponse {
    var response = response
    response.fields.append(.init("Connection", "close"))
    return response
  }

  private static func tooLong(_ most: Int) -> WebResponse {
    WebResponse(413, sentence: "The body is too large; maximum: \(most) bytes.")
  }

  private func queue(_ answer: WebResponse) -> MHD_Result {
    step = .answered
    response = nil
    if case .open(let body) = answer.body { return handOver(to: body, answer) }
    guard let connection, let made = Self.made(answer.body, for: self) else { return cmhd_no() }
    defer { MHD_destroy_response(made) }
    for field in answer.fields { MHD_add_response_header(made, field.name, field.value) }
    return MHD_queue_response(connection, UInt32(clamping: answer.status), made)
  }

  private static func made(_ body: WebResponse.Body, for exchange: Exchange) -> OpaquePointer? {
    switch body {
    case .bytes(let bytes):
      return bytes.withUnsafeBytes { cmhd_response($0.baseAddress, $0.count) }
    case .stream(let stream):
      let reader = Unmanaged.passRetained(StreamReader(stream, exchange))
      if let made = cmhd_stream(-1, 64 << 10, webRead, reader.toOpaque(), webRelease) {
        return made
      }
      reader.release()
      return nil
    case .open: return nil
    }
  }

  /// Suspends the connection until the stream has data.
  ///
  /// - Returns: false if the stream must end, because the server stops.
  func wait(for stream: WebStream) -> Bool {
    guard !isGivenUp else { return false }
    stream.onNews = { [weak self] in self?.resume() }
    suspend()
    return true
  }

  /// Hands the connection over to an open body. libmicrohttpd is left with a socket without a peer,
  /// which it closes.
  private func handOver(to body: OpenBody, _ answer: WebResponse) -> MHD_Result {
    openBody = body
    guard let connection, let own = server.takeOver(cmhd_descriptor(connection)) else {
      return cmhd_no()
    }
    openBody = nil
    isHandedOver = true
    // This removes the connection from the set of libmicrohttpd, which would report it otherwise.
    suspend()
    server.sever(cmhd_descriptor(connection))
    resume()
    body.start(
      own, head: ResponseHead.bytes(answer, isChunked: body.isChunked), on: server)
    return cmhd_yes()
  }

  private func upgrade(
    _ request: WebRequest, _ subprotocol: String, _ take: @escaping (WebSocket) -> Void
  ) -> MHD_Result {
    step = .answered
    let upgrade = Unmanaged.passRetained(Upgrade(server: server, take: take))
    guard let connection,
      let made = MHD_create_response_for_upgrade(webUpgraded, upgrade.toOpaque())
    else {
      upgrade.release()
      return cmhd_no()
    }
    defer { MHD_destroy_response(made) }
    MHD_add_response_header(made, "Upgrade", "websocket")
    MHD_add_response_header(made, "Sec-WebSocket-Accept", WebSocketHandshake.accept(request))
    MHD_add_response_header(made, "Sec-WebSocket-Protocol", subprotocol)
    return MHD_queue_response(connection, 101, made)
  }
}

/// The action to run once a connection is upgraded.
final class Upgrade {
  let server: WebServer
  let take: (WebSocket) -> Void

  init(server: WebServer, take: @escaping (WebSocket) -> Void) {
    self.server = server
    self.take = take
  }
}

/// An object that reads a stream for libmicrohttpd.
final class StreamReader {
  let stream: WebStream
  weak var exchange: Exchange?

  init(_ stream: WebStream, _ exchange: Exchange) {
    self.stream = stream
    self.exchange = exchange
  }
}
