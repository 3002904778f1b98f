import Foundation

/// A message to be published.
struct Outgoing: Hashable, Sendable {
  /// Last sequence that the stream must have, which is one less than the sequence of this message.
  var after: Int64
  var subject: String
  var body: [UInt8]
}

/// Publishes events: reads the journal ahead, page by page, and sends events with a window of
/// unacknowledged messages.
extension BridgeReduction {
  /// Sends as much as possible, and reads the next events.
  mutating func continuePublishing() {
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
    // Clear the state, because sharing the queue would copy it on each change.
    state.publishing = nil
    var messages: [Outgoing] = []
    while let event = publishing.queue.first, let sequence = event.number,
      publishing.inFlight.count < BridgeReducer.window.messages,
      publishing.inFlightBytes < BridgeReducer.window.bytes
    {
      if let erasing = erasing(of: event, sequence, publishing) {
        if publishing.inFlight.isEmpty { begin(erasing, &publishing) }
        break
      }
      publishing.queue.removeFirst()
      let message = message(event, after: sequence - 1 - publishing.base, maxPayload)
      publishing.inFlight.append(
        .init(sequence: sequence, bytes: message.body.count, time: event.time))
      publishing.inFlightBytes += message.body.count
      messages.append(message)
    }
    if !messages.isEmpty {
      publishing.idleHeartbeats = 0
      effects.append(
        .publish(round: publishing.round, stream: publishing.stream, messages))
    }
    state.publishing = publishing
    if !messages.isEmpty { watch() }
  }

  mutating func acknowledged(_ round: Int, _ through: Int64) {
    guard state.publishing?.round == round, var publishing = state.publishing else { return }
    let (sequence, overflow) = publishing.base.addingReportingOverflow(through)
    guard !overflow, sequence > publishing.position, let last = publishing.inFlight.last?.sequence,
      sequence <= last
    else { return }
    state.publishing = nil
    let now = reducer.date()
    var took: [Int] = []
    while let first = publishing.inFlight.first, first.sequence <= sequence {
      publishing.inFlight.removeFirst()
      publishing.inFlightBytes -= first.bytes
      state.published += 1
      if first.time >= publishing.began {
        took.append(max(0, Int(now.timeIntervalSince(first.time) * 1000)))
      }
    }
    publishing.position = sequence
    state.streamInUse?.sequence = sequence
    state.refusals = 0
    if !took.isEmpty { effects.append(.took(took)) }
    state.publishing = publishing
    continuePublishing()
  }

  mutating func refused(_ round: Int, _ failure: NATSFailure) {
    guard state.publishing?.round == round else { return }
    state.refusals += 1
    state.suspect = state.publishing.map { $0.position + 1 }
    switch failure.code {
    case .wrongLastSequence, .noStream:
      // Another bridge published the event, or messages are missing; the stream shows its last
      // sequence.
      if state.refusals > 3 { pause(500) } else { checkStreams() }
    case .exists, .noMessage, .unreachable, .refused, .insecure, .other:
      setObstacle("NATS rejected a message: \(failure)")
      pause(500)
    }
  }

  private mutating func watch() {
    guard let publishing = state.publishing, !publishing.isWatched else { return }
    state.publishing?.isWatched = true
    effects.append(
      .wait(
        ms: BridgeReducer.acknowledgementTimeoutMs,
        then: .check(round: publishing.round, position: publishing.position)))
  }

  /// Checks the stream if no message was acknowledged since the position was noted.
  mutating func check(_ round: Int, _ position: Int64) {
    guard let publishing = state.publishing, publishing.round == round else { return }
    state.publishing?.isWatched = false
    guard !publishing.inFlight.isEmpty else { return }
    guard publishing.position == position else { return watch() }
    setObstacle(
      "NATS has not acknowledged any message for \(BridgeReducer.acknowledgementTimeoutMs / 1000) s."
    )
    checkStreams()
  }
}
