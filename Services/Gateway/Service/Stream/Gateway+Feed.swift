import Bus
import Following
import Foundation
import RouterAPI
import StandupsAPI
import WebServer

/// The gateway's own subscription.
extension Gateway {
  /// Subscribes, and again whenever the subscription is lost.
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
      EverythingKept.prefixes + feed.watchers.keys.flatMap(EverythingKept.prefixes(watching:)))
    feed.source = source
    if feed.follower == nil {
      let heads = try await bus.send(EventHeads())
      let start = max(heads.oldest - 1, heads.head - Feed.backlog, 0)
      feed.ring = EventRing(epoch: heads.epoch, position: start)
      feed.follower = EventFollower(
        filter: EverythingKept(), epoch: heads.epoch, position: start, pageSize: 200)
    }
    // Events published before the subscription began are read immediately.
    perform(feed.follower?.start() ?? [])
    for await item in items { take(item) }
    feed.source = nil
    await source.close()
  }

  private func take(_ item: Subscriber.Item) {
    switch item {
    case .event(_, let event):
      guard event.sequence != nil else { return pass(event) }
      perform(feed.follower?.received(event) ?? [])
    case .beat(let head): perform(feed.follower?.beat(head) ?? [])
    case .reconnected, .unreadable: perform(feed.follower?.reconnected() ?? [])
    }
  }

  private func perform(_ effects: [EventFollower<EverythingKept>.Effect]) {
    for effect in effects {
      switch effect {
      case .print(let event): publish(event)
      case .replay(let question): ask { .page(try await self.bus.send(question)) }
      case .heads: ask { .heads(try await self.bus.send(EventHeads())) }
      case .lost: restart()
      case .caughtUp:
        feed.ring.advance(to: feed.follower?.position ?? 0)
        feed.isCaughtUp = true
        for client in clients.values { attempt(client) { try begin(client) } }
      }
    }
  }

  private enum Answer: Sendable {
    case page(EventReplay.Reply)
    case heads(EventHeads.Reply)
  }

  /// Retries until there is an answer. No event is lost while it waits, because the journal has
  /// them all.
  private func ask(_ question: @escaping @Sendable () async throws -> Answer) {
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

  /// Restarts all streams with a snapshot, because the missed events are unavailable.
  private func restart() {
    guard let follower = feed.follower else { return }
    feed.ring = EventRing(epoch: follower.epoch, position: follower.position)
    for client in clients.values {
      switch client.step {
      case .live, .catchingUp, .snapshot: beginSnapshot(client)
      case .silent, .waiting: break
      }
    }
  }

  /// Schedules a restart of all streams with a snapshot after standups moved between cells; several
  /// moves share one restart.
  private func beginAnewSoon() {
    guard !feed.isToBeginAnew else { return }
    feed.isToBeginAnew = true
    loop.schedule(after: .seconds(1)) {
      self.feed.isToBeginAnew = false
      self.restart()
    }
  }

  // MARK: Sending

  /// Sends the next event of the journal.
  private func publish(_ event: CloudEvent) {
    guard let sequence = event.number else { return }
    do {
      let (frame, size) = try ServerMessage.event(event)
      if event.erases { feed.ring.forget() }
      if event.moves { beginAnewSoon() }
      feed.ring.add(sequence, frame, size: size)
      metrics.published()
      for client in clients.values {
        switch client.step {
        case .live: client.socket.send(frame)
        // The snapshot of this stream may be newer than the position of the feed until now.
        case .catchingUp: goOn(client)
        case .silent, .waiting, .snapshot: break
        }
      }
    } catch {
      log.error("Could not send an event: \(error)", ["sequence": .integer(sequence)])
    }
  }

  /// Sends a tick or a partial line to the streams that watch the meeting.
  private func pass(_ event: CloudEvent) {
    guard let watchers = feed.watchers[event.subject] else { return }
    do {
      let (frame, _) = try ServerMessage.event(event)
      for number in watchers { clients[number]?.socket.send(frame, isDroppable: true) }
    } catch {
      log.error("Could not send a tick: \(error)")
    }
  }

  func beat() {
    guard !clients.isEmpty, feed.isCaughtUp else { return }
    do {
      let frame = try ServerMessage.beat(feed.ring.epoch, head: feed.ring.position, nowMs: nowMs)
      for client in clients.values { client.socket.send(frame, isDroppable: true) }
    } catch {
      log.error("Could not send a heartbeat: \(error)")
    }
  }

  private func attempt(_ client: StreamClient, _ body: () throws -> Void) {
    do { try body() } catch { fail(client, error) }
  }

  // MARK: Watching

  /// Replaces the set of meetings that a stream watches.
  func watch(_ meetings: Set<String>, _ client: StreamClient) {
    for meeting in client.meetings.subtracting(meetings) {
      feed.watchers[meeting]?.remove(client.number)
      guard feed.watchers[meeting]?.isEmpty == true else { continue }
      feed.watchers[meeting] = nil
      listen(to: meeting, false)
    }
    for meeting in meetings.subtracting(client.meetings) {
      let isFirst = feed.watchers[meeting] == nil
      feed.watchers[meeting, default: []].insert(client.number)
      if isFirst { listen(to: meeting, true) }
    }
    client.meetings = meetings
  }

  /// Subscribes to the ephemeral events of a meeting, or ends that. The timer sends ticks only of
  /// meetings with subscribers.
  private func listen(to meeting: String, _ isOn: Bool) {
    // A new subscription begins with all watched meetings.
    guard let source = feed.source else { return }
    let prefixes = EverythingKept.prefixes(watching: meeting)
    Task {
      do {
        if isOn {
          try await source.watch(prefixes)
        } else {
          try await source.unwatch(prefixes)
        }
      } catch {
        log.debug("Could not subscribe to the ticks of a meeting yet: \(error)")
        guard isOn, !(error is CancellationError) else { return }
        loop.schedule(after: .seconds(1)) {
          // Skip this if the subscription was replaced, or if the meeting is no longer watched.
          guard self.feed.source === source, self.feed.watchers[meeting] != nil else { return }
          self.listen(to: meeting, true)
        }
      }
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
