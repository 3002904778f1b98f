import Bus
import FastJSON
import Foundation
import WebServer

/// Brings new and reconnecting streams up to date. Each first receives a snapshot or the events
/// that it missed, and then the live events.
extension Gateway {
  /// Starts the requested delivery once the journal is known.
  func begin(_ client: StreamClient) throws {
    guard case .waiting(let place) = client.step, feed.isCaughtUp else { return }
    let recent = feed.recent
    guard let place, place.epoch == recent.epoch, place.after <= recent.position else {
      return beginSnapshot(client)
    }
    try follow(client, after: place.after)
  }

  func beginSnapshot(_ client: StreamClient) {
    client.step = .snapshot(StreamClient.Snapshot())
    continueDelivery(client)
  }

  /// Replaces everything that a stream has shown by a new snapshot.
  func beginAgain(_ client: StreamClient) {
    switch client.step {
    case .live, .catchingUp, .snapshot: beginSnapshot(client)
    case .silent, .waiting: break
    }
  }

  private func follow(_ client: StreamClient, after sequence: Int64) throws {
    client.socket.send(try ServerMessage.following(feed.recent.epoch, after: sequence))
    client.step = .catchingUp(sequence)
    continueDelivery(client)
  }

  /// Backlog of a stream above which no more missed events are sent, in bytes.
  private static let lowWater = 32 << 10

  /// Sends the next part of the snapshot or the missed events if the stream has room.
  func continueDelivery(_ client: StreamClient) {
    attempt(client) { try deliver(client) }
  }

  private func deliver(_ client: StreamClient) throws {
    guard clients[client.number] != nil, !client.isReading else { return }
    switch client.step {
    case .silent, .waiting, .live: return
    case .snapshot: read(client)
    case .catchingUp(var position):
      while client.socket.backlog < Self.lowWater, position < feed.recent.position,
        let event = feed.recent[position + 1]
      {
        position += 1
        try send(event.frame, of: event.team, position, to: client)
      }
      client.step = position == feed.recent.position ? .live : .catchingUp(position)
      guard position < feed.recent.position else { return }
      if client.socket.backlog >= Self.lowWater { return continueWhenDrained(client) }
      read(client)
    }
  }

  private func continueWhenDrained(_ client: StreamClient) {
    guard client.socket.backlog > 0 else { return continueDelivery(client) }
    let number = client.number
    client.socket.onDrained = {
      if let client = self.clients[number] { self.continueDelivery(client) }
    }
  }

  // MARK: Reading from the bus

  private func read(_ client: StreamClient) {
    client.isReading = true
    if feed.reads.begin(client.number) { requestPage(client) }
  }

  private func requestPage(_ client: StreamClient) {
    let number = client.number
    switch client.step {
    case .snapshot(let snapshot):
      let options = CallOptions(timeoutMs: Self.readMs, principal: client.visitor.principal)
      Task {
        let page = await snapshotPage(after: snapshot.after, options)
        nextRead()
        snapshotRead(page, number)
      }
    case .catchingUp(let position):
      let epoch = feed.recent.epoch
      let options = CallOptions(timeoutMs: Self.readMs, principal: client.visitor.principal)
      Task {
        let page = await journalPage(after: position, epoch, options)
        nextRead()
        journalRead(page, number)
      }
    default:
      client.isReading = false
      nextRead()
    }
  }

  /// Ends the current stream's turn to read, and starts the next one.
  private func nextRead() {
    while let number = feed.reads.end() {
      if let client = clients[number] { return requestPage(client) }
    }
  }

  private static let readMs = 10_000

  private func snapshotPage(
    after: String?, _ options: CallOptions
  ) async -> Result<[UInt8], BusError> {
    struct Question: Encodable { var after: String? }
    do {
      let body = try BusJSON.encode(Question(after: after))
      return .success(
        [UInt8](
          try await bus.request(
            "events.snapshot", body: body, attachments: [], key: nil, options: options)))
    } catch {
      return .failure(BusError(any: error))
    }
  }

  private func snapshotRead(_ page: Result<[UInt8], BusError>, _ number: Int) {
    guard let client = clients[number] else { return }
    client.isReading = false
    guard case .snapshot(var snapshot) = client.step else { return }
    do {
      let bytes = try page.get()
      let json = RawJSON(unchecked: bytes)
      guard let epoch = json["epoch"]?.string,
        let sequence = json["sequence"].flatMap({ Int64($0.text) })
      else { throw BusError(.internal, "Invalid snapshot; expected “epoch” and “sequence”.") }
      client.socket.send(ServerMessage.snapshot(bytes, isFirst: snapshot.place == nil))
      let place = snapshot.place ?? (epoch, sequence)
      snapshot.place = place
      snapshot.after = json["next"]?.string
      client.step = .snapshot(snapshot)
      if snapshot.after != nil { return continueWhenDrained(client) }
      guard place.epoch == feed.recent.epoch else {
        // The epoch of the journal changed during the snapshot.
        return beginSnapshot(client)
      }
      try follow(client, after: place.sequence)
    } catch let error as BusError where error.code != .internal {
      log.debug("Could not read a snapshot: \(error)")
      // This page may be inconsistent with the earlier ones, so start again.
      client.step = .snapshot(StreamClient.Snapshot())
      retry(client, error)
    } catch {
      fail(client, error)
    }
  }

  private func journalPage(
    after: Int64, _ epoch: String, _ options: CallOptions
  ) async -> Result<JournalPage, BusError> {
    do {
      return .success(
        try await JournalPage.read(bus, after: after, epoch: epoch, options: options))
    } catch {
      return .failure(BusError(any: error))
    }
  }

  private func journalRead(_ page: Result<JournalPage, BusError>, _ number: Int) {
    guard let client = clients[number] else { return }
    client.isReading = false
    guard case .catchingUp = client.step else { return }
    switch page {
    case .success(let page):
      guard page.epoch == feed.recent.epoch else { return beginSnapshot(client) }
      for frame in page.frames { client.socket.send(frame) }
      client.step = .catchingUp(page.end)
      continueWhenDrained(client)
    case .failure(let error) where error.code == .compacted || error.code == .invalid:
      beginSnapshot(client)
    case .failure(let error): retry(client, error)
    }
  }

  private func retry(_ client: StreamClient, _ error: BusError) {
    let number = client.number
    loop.schedule(after: .milliseconds(max(500, error.retryAfterMs ?? 0))) {
      if let client = self.clients[number] { self.continueDelivery(client) }
    }
  }
}
