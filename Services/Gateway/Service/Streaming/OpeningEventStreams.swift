import Bus
import RouterAPI
import WebServer

/// Opens streams of Server-Sent Events.
extension Gateway {
  /// Fields of a response with events. Proxies must not delay them.
  private static let eventFields: [WebRequest.Field] = [
    .init("Content-Type", "text/event-stream"), .init("Cache-Control", "no-store"),
    .init("X-Accel-Buffering", "no"),
  ]

  /// Answers a request for events, with a response that stays open.
  func eventStream(_ request: WebRequest, _ visitor: Visitor) -> WebAnswer {
    if let refusal = refusal(of: EventReplay.target, to: visitor, isDecidedHere: false) {
      return refusal
    }
    guard BearerToken(request) != nil || site.mayFollow(request) else {
      return refuse(BusError.crossOrigin)
    }
    guard !request.hasBody else {
      return refuse(BusError(.invalid, "Unexpected body; a request for events has none."))
    }
    let query: EventQuery
    do { query = try EventQuery(request) } catch { return refuse(error) }
    let address = RequestSource(request, proxies: settings.proxies).address
    if let refusal = refusal(of: visitor, from: address) { return refuse(refusal) }
    guard request.method == "GET" else {
      return .respond(WebResponse(200, Self.eventFields).withSecurityHeaders)
    }
    let events = EventStream(query, for: request, at: uptimeMs)
    let client = add(.events(events), visitor, from: address)
    let number = client.number
    events.body.onClose = { ending in
      let code: UInt16 =
        switch ending {
        case .finished: events.closeCode ?? WebSocket.Code.goingAway
        case .lost: Self.left
        case .tooSlow: WebSocket.Code.tooSlow
        }
      self.closed(number, code)
    }
    events.send(Self.retry, nil, at: uptimeMs)
    watch(query.meetings, client)
    client.step = .waiting(nil)
    attempt(client) { try begin(client) }
    return .respond(
      WebResponse(200, Self.eventFields, body: .open(events.body)).withSecurityHeaders)
  }

  private static let retry = WebChunk(EventBlock.retry)

  /// Code of a stream that its client ended (RFC 6455).
  private static let left: UInt16 = 1000

  // MARK: Progress

  /// Starts the delivery of a stream once the journal is known.
  func begin(_ events: EventStream, _ client: StreamClient) {
    let (epoch, head) = (feed.recent.epoch, feed.recent.position)
    guard let start = events.start else { return follow(events, client, after: head) }
    let place = EventID(start.epoch ?? epoch, start.sequence)
    if place.epoch?.lowercased() != epoch.lowercased() {
      report(.replaced, after: place, resume: head, events, client)
    } else if place.sequence > head {
      report(.ahead, after: place, resume: head, events, client)
    } else {
      follow(events, client, after: place.sequence)
    }
  }

  private func follow(_ events: EventStream, _ client: StreamClient, after sequence: Int64) {
    let id = EventID(feed.recent.epoch, sequence)
    events.send(WebChunk(EventBlock.id(id)), id, at: uptimeMs)
    client.step = .catchingUp(sequence)
    continueDelivery(client)
  }

  /// Reports missing events, and continues.
  func report(
    _ reason: EventGap.Reason, after: EventID, resume: Int64, _ events: EventStream,
    _ client: StreamClient
  ) {
    attempt(client) {
      let id = EventID(feed.recent.epoch, resume)
      let gap = EventGap(reason, after: after, resume: id)
      let data = [UInt8](try BusJSON.encode(gap))
      let block = EventBlock.event(id, type: EventBlock.gap, data: data)
      events.send(WebChunk(block), id, at: uptimeMs)
      client.step = .catchingUp(resume)
      continueDelivery(client)
    }
  }

  /// Continues a stream after the gateway itself has missed events.
  ///
  /// - Parameter before: the recent events before the loss, up to which a live stream was sent
  ///   everything.
  func resume(_ events: EventStream, _ client: StreamClient, from before: RecentEvents) {
    let position: Int64
    switch client.step {
    case .live: position = before.position
    case .catchingUp(let reached): position = reached
    case .silent, .waiting, .snapshot: return
    }
    let (place, head) = (EventID(before.epoch, position), feed.recent.position)
    if before.epoch != feed.recent.epoch {
      report(.replaced, after: place, resume: head, events, client)
    } else if position > head {
      report(.ahead, after: place, resume: head, events, client)
    } else {
      // The journal may still have the events.
      client.step = .catchingUp(position)
      continueDelivery(client)
    }
  }

  /// Place up to which a stream was sent everything that it wants; nil before its start.
  func position(_ client: StreamClient) -> EventID? {
    switch client.step {
    case .live: EventID(feed.recent.epoch, feed.recent.position)
    case .catchingUp(let position): EventID(feed.recent.epoch, position)
    case .silent, .waiting, .snapshot: nil
    }
  }
}
