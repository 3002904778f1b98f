import BridgeAPI
import Bus
import Documents
import FastJSON
import Foundation

/// Publishing: the journal is read ahead, page by page, and sent with a window of unacknowledged
/// messages.
extension Reduction {
  /// Updates the last sequence of the journal.
  ///
  /// - Parameter type: type of the event that reported it; nil for a heartbeat.
  mutating func heard(_ head: JournalHead, type: String?) {
    // The epoch is empty while the router does not know the journal yet.
    guard state.phase == .running, !head.epoch.isEmpty else { return }
    if let known = state.journal, known.epoch == head.epoch {
      state.journal?.head = max(known.head, head.head)
    } else {
      state.journal = head
    }
    guard let publishing = state.publishing else { return }
    guard publishing.epoch == head.epoch else { return look() }
    if let type, state.rules.contains(where: { $0.type == type }) {
      // Events that were read before may have been erased now.
      state.publishing?.forgetRead()
    }
    if type == nil, publishing.flying.isEmpty, publishing.read >= head.head {
      state.publishing?.idleBeats += 1
      if publishing.idleBeats + 1 >= BridgeReducer.beatsBetweenLooks { return look() }
    }
    pump()
  }

  /// Sends as much as possible, and reads the next events.
  mutating func pump() {
    guard state.step == .publishing, state.publishing != nil else { return }
    let now = reducer.date()
    if state.publishing?.queue.isEmpty == false,
      now.timeIntervalSince(state.publishing?.readAt ?? now) > BridgeReducer.maxAge
    {
      state.publishing?.forgetRead()
    }
    send()
    readAhead()
  }

  private mutating func send() {
    guard case .up(_, let maxPayload) = state.link, var publishing = state.publishing,
      publishing.erasing == nil
    else { return }
    // Clear the state, so that it does not share the queue; each change would copy it otherwise.
    state.publishing = nil
    var messages: [Outgoing] = []
    while let event = publishing.queue.first, let sequence = event.number,
      publishing.flying.count < BridgeReducer.window.messages,
      publishing.flyingBytes < BridgeReducer.window.bytes
    {
      if let erasing = erasing(of: event, sequence, publishing) {
        if publishing.flying.isEmpty { begin(erasing, &publishing) }
        break
      }
      publishing.queue.removeFirst()
      let message = message(event, after: sequence - 1 - publishing.base, maxPayload)
      publishing.flying.append(
        .init(sequence: sequence, bytes: message.body.count, time: event.time))
      publishing.flyingBytes += message.body.count
      messages.append(message)
    }
    if !messages.isEmpty {
      publishing.idleBeats = 0
      effects.append(
        .publish(round: publishing.round, stream: publishing.stream, messages))
    }
    state.publishing = publishing
    if !messages.isEmpty { watch() }
  }

  /// Message for an event; without its data if it is too large for the server.
  private mutating func message(
    _ event: CloudEvent, after: Int64, _ maxPayload: Int
  ) -> Outgoing {
    let subject = EventSubject.kept(
      reducer.settings.cell, type: event.type, subject: event.subject)
    let body = (try? BusJSON.encode(event)).map { [UInt8]($0) } ?? []
    guard body.isEmpty || body.count + BridgeReducer.headerBytes + subject.utf8.count > maxPayload
    else { return Outgoing(after: after, subject: subject, body: body) }
    state.omitted += 1
    log(
      .error,
      "Event \(event.number ?? 0) (\(event.type)) has \(body.count) bytes, but NATS accepts at most"
        + " \(maxPayload); publishing it without its data.")
    var head = event
    head.data =
      (try? RawJSON(encoding: BridgeDataOmitted(omittedBytes: body.count))) ?? .emptyObject
    return Outgoing(
      after: after, subject: subject, body: (try? BusJSON.encode(head)).map { [UInt8]($0) } ?? [])
  }

  private mutating func readAhead() {
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
      if case .success(let page) = result { learn(page.events) }
      return
    }
    guard publishing.reading == token else { return }
    state.publishing?.reading = nil
    switch result {
    // The events were removed in the meantime, or the journal was replaced.
    case .failure(let error) where error.code == .compacted: look()
    // The journal is unavailable; the next heartbeat triggers another read.
    case .failure: break
    case .success(let page) where page.epoch != publishing.epoch || page.head < publishing.read:
      look()
    case .success(let page): take(page)
    }
  }

  private mutating func take(_ page: EventPage) {
    learn(page.events)
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
      standIn(upTo: sequence - 1, &publishing)
      publishing.queue.append(event)
      publishing.read = sequence
    }
    standIn(upTo: end, &publishing)
    // Without progress, reading again immediately would return the same page.
    publishing.hasMore = page.hasMore && publishing.read > before
    if let known = state.journal, known.epoch == page.epoch {
      state.journal?.head = max(known.head, page.head)
    }
    state.publishing = publishing
    pump()
  }

  /// Adds placeholders for missing events, so that later events keep their positions.
  private mutating func standIn(upTo last: Int64, _ publishing: inout Publishing) {
    guard publishing.read < last else { return }
    let first = publishing.read + 1
    let end = min(last, publishing.read + BridgeReducer.maxMissing)
    log(
      .error,
      "Events \(first) to \(end) are missing from the journal; publishing placeholders instead.")
    for sequence in first...end {
      publishing.queue.append(
        CloudEvent(
          id: "missing/\(publishing.epoch)/\(sequence)", source: "/standups/bridge",
          type: BridgeEventMissing.type, subject: "\(sequence)", time: reducer.date(),
          sequence: sequence, epoch: publishing.epoch, data: .emptyObject))
    }
    publishing.read = end
  }

  /// Subscribes to the types of these events. The first event of a type is found with a heartbeat.
  private mutating func learn(_ events: [CloudEvent]) {
    let known = state.types.count
    for event in events where state.types.count < BridgeReducer.maxTypes {
      state.types.insert(event.type)
    }
    if state.types.count > known { effects.append(.listen(state.types)) }
  }

  // MARK: Outcomes

  mutating func acknowledged(_ round: Int, _ through: Int64) {
    guard state.publishing?.round == round, var publishing = state.publishing else { return }
    let (sequence, overflow) = publishing.base.addingReportingOverflow(through)
    guard !overflow, sequence > publishing.position, let last = publishing.flying.last?.sequence,
      sequence <= last
    else { return }
    state.publishing = nil
    let now = reducer.date()
    var took: [Int] = []
    while let first = publishing.flying.first, first.sequence <= sequence {
      publishing.flying.removeFirst()
      publishing.flyingBytes -= first.bytes
      state.published += 1
      if first.time >= publishing.began {
        took.append(max(0, Int(now.timeIntervalSince(first.time) * 1000)))
      }
    }
    publishing.position = sequence
    state.place?.sequence = sequence
    state.refusals = 0
    if !took.isEmpty { effects.append(.took(took)) }
    state.publishing = publishing
    pump()
  }

  mutating func refused(_ round: Int, _ failure: NATSFailure) {
    guard state.publishing?.round == round else { return }
    state.refusals += 1
    state.suspect = state.publishing.map { $0.position + 1 }
    switch failure.code {
    case .wrongLastSequence, .noStream:
      // Another bridge published the event, or messages are missing; the stream shows how far it
      // goes.
      if state.refusals > 3 { pause(500) } else { look() }
    case .exists, .noMessage, .unreachable, .refused, .insecure, .other:
      hinder("NATS rejected a message: \(failure)")
      pause(500)
    }
  }

  private mutating func watch() {
    guard let publishing = state.publishing, !publishing.isWatched else { return }
    state.publishing?.isWatched = true
    effects.append(
      .wait(
        ms: BridgeReducer.patienceMs,
        then: .check(round: publishing.round, position: publishing.position)))
  }

  mutating func check(_ round: Int, _ position: Int64) {
    guard let publishing = state.publishing, publishing.round == round else { return }
    state.publishing?.isWatched = false
    guard !publishing.flying.isEmpty else { return }
    guard publishing.position == position else { return watch() }
    hinder("NATS has not acknowledged any message for \(BridgeReducer.patienceMs / 1000) s.")
    look()
  }
}
