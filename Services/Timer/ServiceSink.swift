import Bus
import TimerAPI

/// Takes the engine's effects for the service: ticks go out at once, calls wait in the outbox.
struct ServiceSink: CountdownSink {
  /// Nil when nobody has subscribed: then ticks are not even written.
  let publisher: (any PreparedEventPublisher)?
  let writer: TickWriter
  var outbox: DelegateOutbox
  /// Says which countdowns tick; nil for all.
  let share: Share?
  /// Those that are gone; what is told about them can stop.
  private(set) var ended: [CountdownKey] = []
  /// How many of each there were.
  private(set) var ticks = 0
  private(set) var speakerChanges = 0
  private(set) var finishes = 0

  init(
    publisher: (any PreparedEventPublisher)?, writer: TickWriter, outbox: DelegateOutbox,
    share: Share?
  ) {
    self.share = share
    self.publisher = publisher
    self.writer = writer
    self.outbox = outbox
  }

  mutating func tick(_ data: TickData, from source: inout TickSource) -> Bool {
    guard let publisher else { return false }
    // Another timer's, which it will be let go of.
    if let share, !share.owns(source.channel.id) { return true }
    guard source.publish(data, with: writer, to: publisher) else { return false }
    ticks += 1
    return true
  }

  mutating func speakerChanged(_ key: CountdownKey, speaker: Int, elapsedMs: Int64) {
    speakerChanges += 1
    outbox.add(.speakerChanged(speaker: speaker, elapsedMs: elapsedMs), for: key)
  }

  mutating func finished(_ key: CountdownKey, elapsedMs: Int64) {
    finishes += 1
    outbox.add(.finished(elapsedMs: elapsedMs), for: key)
  }

  mutating func ended(_ key: CountdownKey) {
    outbox.end(key)
    ended.append(key)
  }
}
