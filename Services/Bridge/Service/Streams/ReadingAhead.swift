import Bus
import Documents

/// Reads the journal ahead of publishing, page by page.
extension BridgeReduction {
  /// Updates the last sequence of the journal.
  ///
  /// - Parameter type: type of the event that reported it; nil for a heartbeat.
  mutating func journalAdvanced(to head: JournalHead, type: String?) {
    // The epoch is empty while the router does not know the journal yet.
    guard state.phase == .running, !head.epoch.isEmpty else { return }
    if let known = state.journal, known.epoch == head.epoch {
      state.journal?.head = max(known.head, head.head)
    } else {
      state.journal = head
    }
    guard let publishing = state.publishing else { return }
    guard publishing.epoch == head.epoch else { return checkStreams() }
    if let type, state.rules.contains(where: { $0.type == type }) {
      // Events that have been read may have been erased since.
      state.publishing?.forgetRead()
    }
    if type == nil, publishing.inFlight.isEmpty, publishing.read >= head.head {
      state.publishing?.idleHeartbeats += 1
      if publishing.idleHeartbeats + 1 >= BridgeReducer.heartbeatsBetweenChecks {
        return checkStreams()
      }
    }
    continuePublishing()
  }

  mutating func readAhead() {
    guard let publishing = state.publishing, publishing.reading == nil,
      publishing.queue.count < BridgeReducer.pageSize,
      publishing.hasMore || publishing.read < state.journal?.head ?? 0
    else { return }
    let token = token()
    state.publishing?.reading = token
    state.publishing?.hasMore = false
    effects.append(
      .read(
        token,
        JournalQuery(
          after: publishing.read, epoch: publishing.epoch, limit: BridgeReducer.pageSize)))
  }

  mutating func page(_ token: Token, _ result: Result<EventPage, BusError>) {
    guard let publishing = state.publishing else { return }
    if publishing.erasing?.token == token { return erasingPage(result) }
    if publishing.learning == token {
      state.publishing?.learning = nil
      if case .success(let page) = result { subscribe(toTypesOf: page.events) }
      return
    }
    guard publishing.reading == token else { return }
    state.publishing?.reading = nil
    switch result {
    // The events were removed since the request, or the journal was replaced.
    case .failure(let error) where error.code == .compacted: checkStreams()
    // The journal is unavailable; the next heartbeat triggers another read.
    case .failure: break
    case .success(let page) where page.epoch != publishing.epoch || page.head < publishing.read:
      checkStreams()
    case .success(let page): take(page)
    }
  }

  private mutating func take(_ page: EventPage) {
    subscribe(toTypesOf: page.events)
    guard var publishing = state.publishing else { return }
    state.publishing = nil
    publishing.minHead = min(publishing.minHead, page.head)
    publishing.readAt = reducer.date()
    let before = publishing.read
    let end = max(page.resume ?? (page.hasMore ? before : page.head), before)
    for event in page.events {
      guard let sequence = event.number, sequence > publishing.read, sequence <= end else {
        continue
      }
      addPlaceholders(upTo: sequence - 1, &publishing)
      publishing.queue.append(event)
      publishing.read = sequence
    }
    addPlaceholders(upTo: end, &publishing)
    // Without progress, reading again immediately would return the same page.
    publishing.hasMore = page.hasMore && publishing.read > before
    if let known = state.journal, known.epoch == page.epoch {
      state.journal?.head = max(known.head, page.head)
    }
    state.publishing = publishing
    continuePublishing()
  }

  /// Subscribes to the types of these events. The first event of a new type is found with a
  /// heartbeat.
  private mutating func subscribe(toTypesOf events: [CloudEvent]) {
    let known = state.types.count
    for event in events where state.types.count < BridgeReducer.maxTypes {
      state.types.insert(event.type)
    }
    if state.types.count > known { effects.append(.listen(state.types)) }
  }
}
