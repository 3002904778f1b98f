import WebServer

/// The latest events of the journal, ready to send, so that a browser that reconnects after a short
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
  /// Frames in order and without gaps, up to the position. Those before `first` are no longer in
  /// use.
  private var frames: [(frame: WebFrame, team: String?, size: Int)] = []
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
  ///   - frame: the event, ready to send.
  ///   - team: the team of the event; nil for none.
  ///   - size: size of the frame, in bytes.
  mutating func add(_ sequence: Int64, _ frame: WebFrame, of team: String?, size: Int) {
    if sequence != position + 1 { forgetAll() }
    position = sequence
    frames.append((frame, team, size))
    bytes += size
    while frames.count - first > Self.maxEvents
      || bytes > Self.maxBytes && frames.count - first > 1
    {
      bytes -= frames[first].size
      first += 1
    }
    guard first > Self.maxEvents else { return }
    frames.removeFirst(first)
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
    frames = []
    first = 0
    bytes = 0
  }

  /// The event with this sequence, and its team; nil if it was removed or is not published yet.
  subscript(sequence: Int64) -> (frame: WebFrame, team: String?)? {
    let back = position - sequence
    guard back >= 0, back < Int64(frames.count - first) else { return nil }
    let entry = frames[frames.count - 1 - Int(back)]
    return (entry.frame, entry.team)
  }
}
