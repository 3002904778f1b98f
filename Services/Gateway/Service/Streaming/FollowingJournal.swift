import Bus
import Following
import RouterAPI
import StandupsAPI
import WebServer

/// The gateway's own subscription to the durable events, which it sends to all streams.
extension Gateway {
  /// Subscribes to events, and subscribes again whenever the subscription is lost.
  func startFeed() {
    feed.reading = Task {
      while !Task.isCancelled {
        do {
          try await listenToEvents()
        } catch is CancellationError {
          return
        } catch {
          log.debug("Could not subscribe to events yet: \(error)")
        }
        do { try await Task.sleep(for: .milliseconds(500)) } catch { return }
      }
    }
  }

  func stopFeed() {
    feed.reading?.cancel()
    feed.reading = nil
    if let source = feed.source { Task { await source.close() } }
    feed.source = nil
  }

  private func listenToEvents() async throws {
    let source = events()
    let items = try await source.listen(
      DurableEvents.prefixes + feed.watchers.keys.flatMap(DurableEvents.prefixes(watching:)))
    feed.source = source
    if feed.follower == nil {
      let heads = try await bus.send(EventHeads())
      let start = max(heads.oldest - 1, heads.head - Feed.backlog, 0)
      feed.recent = RecentEvents(epoch: heads.epoch, position: start)
      feed.follower = EventFollower(
        filter: DurableEvents(), epoch: heads.epoch, position: start, pageSize: 200)
    }
    // Events published before the subscription began are read immediately.
    perform(feed.follower?.start() ?? [])
    for await item in items { process(item) }
    feed.source = nil
    await source.close()
  }

  private func process(_ item: Subscriber.Item) {
    switch item {
    case .event(_, let event):
      guard event.sequence != nil else { return receiveEphemeral(event) }
      perform(feed.follower?.received(event) ?? [])
    case .beat(let head): perform(feed.follower?.beat(head) ?? [])
    case .reconnected, .unreadable: perform(feed.follower?.reconnected() ?? [])
    }
  }

  private func perform(_ effects: [EventFollower<DurableEvents>.Effect]) {
    for effect in effects {
      switch effect {
      case .print(let event): publish(event)
      case .replay(let question): query { .page(try await self.bus.send(question)) }
      case .heads: query { .heads(try await self.bus.send(EventHeads())) }
      case .lost:
        readRoles()
        restart()
      case .caughtUp:
        feed.recent.advance(to: feed.follower?.position ?? 0)
        if !feed.isCaughtUp {
          feed.isCaughtUp = true
          readRoles()
        }
        for client in clients.values { attempt(client) { try begin(client) } }
      }
    }
  }

  func attempt(_ client: StreamClient, _ body: () throws -> Void) {
    do { try body() } catch { fail(client, error) }
  }

  private enum Answer: Sendable {
    case page(EventReplay.Reply)
    case heads(EventHeads.Reply)
  }

  /// Queries the bus until it replies. No event is lost in the meantime, because the journal
  /// contains them all.
  private func query(_ question: @escaping @Sendable () async throws -> Answer) {
    Task {
      while server != nil {
        do {
          switch try await question() {
          case .page(let page): perform(feed.follower?.page(page) ?? [])
          case .heads(let heads): perform(feed.follower?.heads(heads) ?? [])
          }
          return
        } catch let error as BusError where error.code == .compacted || error.code == .invalid {
          return perform(feed.follower?.refused() ?? [])
        } catch {
          log.debug("Could not read the journal yet: \(error)")
        }
        do { try await Task.sleep(for: .milliseconds(500)) } catch { return }
      }
    }
  }

  /// Restarts all pages with a snapshot, because the missed events are unavailable. Other streams
  /// report the gap.
  private func restart() {
    guard let follower = feed.follower else { return }
    let before = feed.recent
    feed.recent = RecentEvents(epoch: follower.epoch, position: follower.position)
    for client in clients.values {
      if let events = client.events { resume(events, client, from: before) }
      beginAgain(client)
    }
  }

  /// Schedules a restart of all streams with a snapshot, after standups moved between cells.
  /// Several moves share one restart.
  private func scheduleRestart() {
    guard !feed.isRestartScheduled else { return }
    feed.isRestartScheduled = true
    loop.schedule(after: .seconds(1)) {
      self.feed.isRestartScheduled = false
      self.restart()
    }
  }

  // MARK: Sending

  /// Sends the next event of the journal.
  private func publish(_ event: CloudEvent) {
    guard let sequence = event.number else { return }
    noteRole(event)
    do {
      let encoded = try StreamEvent(event, sequence, epoch: feed.recent.epoch)
      if event.erases { feed.recent.forget() }
      if event.moves { scheduleRestart() }
      if event.type == StandupLeftTeam.type { presence.forgetPlaces(of: event.subject) }
      feed.recent.add(sequence, encoded)
      metrics.published()
      var forms = EventForms(encoded)
      for client in clients.values {
        switch client.step {
        case .live:
          switch wants(client, encoded, sequence) {
          case true?: try send(&forms, sequence, to: client)
          case false?: break
          case nil:
            client.step = .catchingUp(sequence - 1)
            continueDelivery(client)
          }
        // Until now, this stream's snapshot may have been newer than the feed's position.
        case .catchingUp: continueDelivery(client)
        case .silent, .waiting, .snapshot: break
        }
      }
    } catch {
      log.error("Could not send an event: \(error)", ["sequence": .integer(sequence)])
    }
  }

  /// Returns true if the visitor may see an event of a team.
  func maySee(_ visitor: Visitor, eventOf team: String?) -> Bool {
    if let teams = visitor.teams { return team.map(teams.contains) ?? false }
    guard let person = visitor.person else { return true }
    return persons[person]?.mayRead(eventOf: team) ?? false
  }

  /// Returns true if a stream wants an event; nil if only the journal knows, from which the
  /// event must then be read.
  func wants(_ client: StreamClient, _ event: StreamEvent, _ sequence: Int64) -> Bool? {
    guard wantsOfStandup(client, event) else { return false }
    guard let events = client.events, events.members != nil else { return true }
    let isMember = events.members?.contains(event)
    if isMember == nil { events.unresolved = (event.subject, sequence) }
    return isMember
  }

  /// Returns true if a stream wants an event, provided that the event belongs to the standup of its
  /// filter. A page wants all events, because it counts them.
  func wantsOfStandup(_ client: StreamClient, _ event: StreamEvent) -> Bool {
    guard let events = client.events else { return true }
    return events.filter.acceptsTypeAndTeam(event) && maySee(client.visitor, eventOf: event.team)
  }

  /// Sends an event, or only its sequence to a page whose visitor may not see it.
  func send(_ forms: inout EventForms, _ sequence: Int64, to client: StreamClient) throws {
    let isVisible = maySee(client.visitor, eventOf: forms.event.team)
    switch client.outlet {
    case .socket(let socket):
      socket.send(isVisible ? forms.frame : try forms.passed(feed.recent.epoch, sequence))
    case .events(let events):
      if isVisible { events.send(forms.block, forms.event.id, at: uptimeMs) }
    }
  }

  /// Sends a tick, a partial line or a list of the connected people to the streams that watch the
  /// meeting.
  private func receiveEphemeral(_ event: CloudEvent) {
    guard let watchers = feed.watchers[event.subject] else { return }
    do {
      let encoded = try StreamEvent(event, nil, epoch: feed.recent.epoch)
      if notePresence(event, encoded) { sendEphemeral(encoded, to: watchers) }
    } catch {
      log.error("Could not send a tick: \(error)")
    }
  }

  /// Sends an ephemeral event to those of the streams whose visitors may see it.
  func sendEphemeral(_ event: StreamEvent, to streams: Set<Int>) {
    var forms = EventForms(event)
    for number in streams {
      guard let client = clients[number], maySee(client.visitor, eventOf: event.team) else {
        continue
      }
      switch client.outlet {
      case .socket(let socket): socket.send(forms.frame, isDroppable: true)
      case .events(let events) where events.filter.acceptsTypeAndTeam(event):
        events.send(forms.block, nil, at: uptimeMs, isDroppable: true)
      case .events: break
      }
    }
  }

  func sendHeartbeats() {
    let now = uptimeMs
    var comments = EventComments()
    for client in clients.values {
      client.events?.keepAlive(position(client), &comments, at: now)
    }
    guard !clients.isEmpty, feed.isCaughtUp else { return }
    do {
      let frame = try ServerMessage.heartbeat(
        feed.recent.epoch, head: feed.recent.position, nowMs: nowMs)
      for client in clients.values { client.socket?.send(frame, isDroppable: true) }
    } catch {
      log.error("Could not send a heartbeat: \(error)")
    }
  }
}

extension CloudEvent {
  /// True if a standup moved from or to another cell.
  fileprivate var moves: Bool { type == StandupMoved.type || type == StandupArrived.type }

  /// True if the event invalidates the content of earlier ones.
  fileprivate var erases: Bool {
    switch type {
    case MeetingErased.type, StandupDeleted.type, StandupMoved.type, MeetingDiscardedEvent.type:
      true
    case StandupUpdated.type: data["forgets"]?.text == "true"
    default: false
    }
  }
}
