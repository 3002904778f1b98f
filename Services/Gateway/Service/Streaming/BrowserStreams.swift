import Bus
import RouterAPI
import WebServer

/// Opens and closes the streams of browsers, and handles the messages that browsers send.
extension Gateway {
  static let subprotocol = "standups.1"

  func stream(_ request: WebRequest) -> WebAnswer {
    guard BearerToken(request) != nil || site.hasOwnOrigin(request) else {
      return refuse(BusError.crossOrigin)
    }
    switch visitor(request) {
    case .failure(let problem): return refuse(problem)
    case .success(let visitor):
      for target in [EventReplay.target, Self.snapshotTarget] {
        if let refusal = refusal(of: target, to: visitor, isDecidedHere: false) { return refusal }
      }
      let address = RequestSource(request, proxies: settings.proxies).address
      if let refusal = refusal(of: visitor, from: address) { return refuse(refusal) }
      let device = Device.name(request)
      return .upgrade(subprotocol: Self.subprotocol) {
        self.open($0, for: visitor, from: address, device: device)
      }
    }
  }

  /// Error if the session or the address may not open another stream; nil if they may.
  func refusal(of visitor: Visitor, from address: String) -> BusError? {
    if let server, clients.count >= server.limits.streams { return StreamCounts.full }
    return streamCounts.refusal(ofSession: visitor.session, from: address)
  }

  private func open(
    _ socket: WebSocket, for visitor: Visitor, from address: String, device: String?
  ) {
    // Other streams may have been opened since the request.
    guard refusal(of: visitor, from: address) == nil else {
      return socket.close(StreamCode.tooMany, "too many streams")
    }
    guard visitor.person.map({ persons[$0]?.role != nil }) ?? true else {
      return socket.close(StreamCode.roleLost, "no role")
    }
    let client = add(.socket(socket), visitor, from: address, device: device)
    let number = client.number
    socket.onMessage = { self.received($0, from: number) }
    socket.onClose = { self.closed(number, $0) }
    do {
      socket.send(try ServerMessage.hello(visitor, nowMs: nowMs))
    } catch {
      fail(client, error)
    }
  }

  /// Adds a stream, which has sent nothing yet.
  func add(
    _ outlet: StreamOutlet, _ visitor: Visitor, from address: String, device: String? = nil
  ) -> StreamClient {
    nextClient += 1
    let client = StreamClient(
      nextClient, outlet, visitor, from: address, device: device, at: uptimeMs)
    if let person = visitor.person { client.teams = persons[person]?.shown ?? [] }
    clients[client.number] = client
    streamCounts.add(visitor.session, address, 1)
    return client
  }

  /// Removes a stream whose connection has ended.
  func closed(_ number: Int, _ code: UInt16) {
    guard let client = clients.removeValue(forKey: number) else { return }
    streamCounts.add(client.visitor.session, client.address, -1)
    metrics.closed(client.outlet.kind, code)
    watch([], client)
    releaseMicrophones(of: client)
  }

  /// Closes a stream after an internal error; the client reconnects.
  func fail(_ client: StreamClient, _ error: any Error) {
    log.error("A stream failed: \(error)")
    client.close(1011, "internal error")
  }

  private func received(_ message: WebSocket.Message, from number: Int) {
    guard let client = clients[number] else { return }
    guard frames.take("\(number)", at: uptimeMs) == nil else {
      return client.close(StreamCode.protocolError, "too many frames")
    }
    do {
      switch message {
      case .binary(let bytes): try forwardAudio(bytes, from: client)
      case .text(let bytes): try process(try ClientMessage(bytes), from: client)
      }
    } catch let error as BusError {
      client.close(StreamCode.protocolError, error.message)
    } catch {
      fail(client, error)
    }
  }

  private func process(_ message: ClientMessage, from client: StreamClient) throws {
    switch message {
    case .follow(let place, let meetings):
      guard case .silent = client.step else {
        throw BusError(.invalid, "Unexpected “follow”; send it once, as the first message.")
      }
      watch(meetings, client)
      client.step = .waiting(place)
      try begin(client)
    case .watch(let meetings): watch(meetings, client)
    case .ping(let number): client.socket?.send(ServerMessage.pong(number, nowMs: nowMs))
    case .openMicrophone(let meeting, let isOwn, let take):
      openMicrophone(meeting, isOwn: isOwn, take: take, client)
    case .closeMicrophone(let meeting, let isOwn): closeMicrophone(meeting, isOwn: isOwn, client)
    }
  }
}
