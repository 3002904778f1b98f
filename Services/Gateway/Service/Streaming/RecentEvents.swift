/// The latest events of the journal, encoded, so that a browser that reconnects after a short
/// time does not need to read the journal.
struct RecentEvents: Sendable {
  /// Maximum number of events.
  static let maxEvents = 4096
  /// Maximum size of all events, in bytes.
  static let maxBytes = 8 << 20

  /// Epoch of the journal; empty while it is unknown.
  private(set) var epoch: String
  /// Sequence of the last event.
  private(set) var position: Int64
  /// Events in order and without gaps, up to the position. Those before `first` are no longer in
  /// use.
  private var events: [StreamEvent] = []
  private var first = 0
  private var bytes = 0

  init(epoch: String = "", position: Int64 = 0) {
    self.epoch = epoch
    self.position = position
  }

  /// Appends the next event.
  ///
  /// - Parameters:
  ///   - sequence: sequence of the event; if there is a gap before it, all earlier events are
  ///     removed.
  ///   - event: the event, encoded.
  mutating func add(_ sequence: Int64, _ event: StreamEvent) {
    if sequence != position + 1 { forgetAll() }
    position = sequence
    events.append(event)
    bytes += event.json.count
    while events.count - first > Self.maxEvents
      || bytes > Self.maxBytes && events.count - first > 1
    {
      bytes -= events[first].json.count
      first += 1
    }
    guard first > Self.maxEvents else { return }
    events.removeFirst(first)
    first = 0
  }

  /// Advances the position without an event, because the journal has no followed event up to that
  /// sequence.
  mutating func advance(to sequence: Int64) {
    guard sequence > position else { return }
    forgetAll()
    position = sequence
  }

  /// Removes all events after content was erased; clients that reconnect read the current form of
  /// the events from the journal.
  mutating func forget() { forgetAll() }

  private mutating func forgetAll() {
    events = []
    first = 0
    bytes = 0
  }

  /// The event with this sequence; nil if it was removed or is not published yet.
  subscript(sequence: Int64) -> StreamEvent? {
    let back = position - sequence
    guard back >= 0, back < Int64(events.count - first) else { return nil }
    return events[events.count - 1 - Int(back)]
  }
}
