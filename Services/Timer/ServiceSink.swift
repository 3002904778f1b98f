import Bus
import Messages

/// Takes the engine's effects for the service: ticks go out at once, calls wait in the outbox.
struct ServiceSink: CountdownSink {
  /// Nil when nobody has subscribed: then ticks are not even written.
  let publisher: (any PreparedEventPublisher)?
  let writer: TickWriter
  var outbox: DelegateOutbox
  /// Those that are gone; what is told about them can stop.
  private(set) var ended: [CountdownKey] = []
  /// How many of each there were.
  private(set) var ticks = 0
  private(set) var speakerChanges = 0
  private(set) var finishes = 0

  init(publisher: (any PreparedEventPublisher)?, writer: TickWriter, outbox: DelegateOutbox) {
    self.publisher = publisher
    self.writer = writer
    self.outbox = outbox
  }

  mutating func tick(_ data: TickData, on channel: TickChannel) {
    guard let publisher else { return }
    ticks += 1
    writer.write(data, channel.template) { publisher.publish(event: $0, under: channel.topics) }
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
