import BridgeAPI
import Bus
import FastJSON

/// Replaces events that cannot be published as they are: an event that is too large is published
/// without its data, and a placeholder is published for one that the journal has lost. Later events
/// keep their positions.
extension BridgeReduction {
  /// Message for an event; without its data if it is too large for the server.
  mutating func message(
    _ event: CloudEvent, after: Int64, _ maxPayload: Int
  ) -> Outgoing {
    let subject = EventSubject.durable(reducer.settings.cell, event)
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

  /// Adds placeholders for missing events, so that later events keep their positions.
  mutating func addPlaceholders(upTo last: Int64, _ publishing: inout Publishing) {
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
}
