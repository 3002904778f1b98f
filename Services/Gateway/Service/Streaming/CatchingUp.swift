import Bus
import FastJSON
import Foundation
import RouterAPI
import WebServer

/// Brings new and reconnecting streams up to date. Each first receives a snapshot or the events
/// that it missed, and then the live events.
extension Gateway {
  /// Starts the requested delivery once the journal is known.
  func begin(_ client: StreamClient) throws {
    guard case .waiting(let place) = client.step, feed.isCaughtUp else { return }
    if let events = client.events { return begin(events, client) }
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

  /// Replaces everything that a page has shown by a new snapshot. Other streams show nothing.
  func beginAgain(_ client: StreamClient) {
    guard client.socket != nil else { return }
    switch client.step {
    case .live, .catchingUp, .snapshot: beginSnapshot(client)
    case .silent, .waiting: break
    }
  }

  private func follow(_ client: StreamClient, after sequence: Int64) throws {
    client.socket?.send(try ServerMessage.following(feed.recent.epoch, after: sequence))
    client.step = .catchingUp(sequence)
    for meeting in client.meetings { sendPresence(of: meeting, to: client) }
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
      while client.backlog < Self.lowWater, position < feed.recent.position,
        let event = feed.recent[position + 1]
      {
        // The journal decides about an event of which it is unknown whether the stream wants it.
        guard let isWanted = wants(client, event, position + 1) else { break }
        position += 1
        guard isWanted else { continue }
        var forms = EventForms(event)
        try send(&forms, position, to: client)
      }
      client.step = position == feed.recent.position ? .live : .catchingUp(position)
      guard position < feed.recent.position else { return }
      if client.backlog >= Self.lowWater { return continueWhenDrained(client) }
      read(client)
    }
  }

  private func continueWhenDrained(_ client: StreamClient) {
    guard client.backlog > 0 else { return continueDelivery(client) }
    let number = client.number
    client.onDrained {
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
      let filter = client.events?.filter ?? EventFilter()
      Task {
        let page = await journalPage(after: position, epoch, filter, options)
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

  /// Wire name of the command for a page of the current state.
  static let snapshotTarget = "events.snapshot"

  private func snapshotPage(
    after: String?, _ options: CallOptions
  ) async -> Result<[UInt8], BusError> {
    struct Question: Encodable { var after: String? }
    do {
      let body = try BusJSON.encode(Question(after: after))
      return .success(
        [UInt8](
          try await bus.request(
            Self.snapshotTarget, body: body, attachments: [], key: nil, options: options)))
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
      client.socket?.send(ServerMessage.snapshot(bytes, isFirst: snapshot.place == nil))
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
    after: Int64, _ epoch: String, _ filter: EventFilter, _ options: CallOptions
  ) async -> Result<JournalPage, BusError> {
    do {
      return .success(
        try await JournalPage.read(
          bus, after: after, epoch: epoch, filter: filter, options: options))
    } catch {
      return .failure(BusError(any: error))
    }
  }

  private func journalRead(_ page: Result<JournalPage, BusError>, _ number: Int) {
    guard let client = clients[number] else { return }
    client.isReading = false
    guard case .catchingUp(let position) = client.step else { return }
    switch page {
    case .success(let page):
      guard page.epoch == feed.recent.epoch else { return startOver(client, after: position) }
      attempt(client) { try deliver(page, after: position, to: client) }
    case .failure(let error) where error.code == .compacted || error.code == .invalid:
      startOver(client, after: position)
    case .failure(let error): retry(client, error)
    }
  }

  private func deliver(_ page: JournalPage, after position: Int64, to client: StreamClient) throws {
    var last = position
    for (sequence, event) in page.events {
      // A page of a person's events leaves out those of other teams.
      if sequence > last + 1 { try skip(through: sequence - 1, page.epoch, client) }
      last = sequence
      client.events?.members?.note(event.subject, true)
      guard wantsOfStandup(client, event) else { continue }
      var forms = EventForms(event)
      try send(&forms, sequence, to: client)
    }
    if page.end > last { try skip(through: page.end, page.epoch, client) }
    if let events = client.events, let unresolved = events.unresolved {
      guard page.end > position else {
        return retry(client, BusError(.unavailable, "The journal does not have the event yet."))
      }
      if unresolved.sequence <= page.end {
        let isMember = page.events.contains { $0.sequence == unresolved.sequence }
        events.members?.note(unresolved.subject, isMember)
        events.unresolved = nil
      }
    }
    client.step = .catchingUp(page.end)
    continueWhenDrained(client)
  }

  /// Reports to a page that it has all events up to a sequence.
  private func skip(through sequence: Int64, _ epoch: String, _ client: StreamClient) throws {
    client.socket?.send(try ServerMessage.passed(epoch, sequence))
  }

  /// Continues a stream whose missed events are unavailable.
  private func startOver(_ client: StreamClient, after position: Int64) {
    guard client.events != nil else { return beginSnapshot(client) }
    let number = client.number
    client.isReading = true
    Task {
      do {
        headsRead(.success(try await bus.send(EventHeads())), number)
      } catch {
        headsRead(.failure(BusError(any: error)), number)
      }
    }
  }

  private func headsRead(_ heads: Result<EventHeads.Reply, BusError>, _ number: Int) {
    guard let client = clients[number], let events = client.events else { return }
    client.isReading = false
    guard case .catchingUp(let position) = client.step else { return }
    switch heads {
    case .success(let heads) where heads.epoch == feed.recent.epoch && heads.oldest - 1 > position:
      report(
        .compacted, after: EventID(heads.epoch, position),
        resume: max(position, min(heads.oldest - 1, feed.recent.position)), events, client)
    case .success:
      // The gateway is about to notice that the journal was replaced.
      retry(client, BusError(.unavailable, "The journal was replaced."))
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
