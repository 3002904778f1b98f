import Bus
import TimerAPI

/// Route of a countdown's ticks to their subscribers. It contains the data that each tick needs,
/// without a counted reference.
struct TickSource {
  /// The engine keeps the channel alive.
  private let unmanaged: Unmanaged<TickChannel>
  private var template: TickTemplate?
  /// Value of ``PreparedEventPublisher/interest`` for which `wanted` was determined.
  private var interest: UInt32 = 0
  private var wanted: UInt8 = 0

  /// Creates a route.
  ///
  /// - Parameter channel: must outlive this value.
  init(_ channel: TickChannel) {
    unmanaged = .passUnretained(channel)
  }

  var channel: TickChannel { unmanaged.takeUnretainedValue() }

  /// Prefetches the text of its ticks, if it exists.
  func prefetch() { template?.prefetch() }

  /// Publishes a tick under those of its topics that have subscribers.
  ///
  /// - Returns: true if a topic has a subscriber.
  mutating func publish(
    _ tick: TickData, with writer: TickWriter, to publisher: some PreparedEventPublisher
  ) -> Bool {
    let current = publisher.interest
    if interest != current {
      template = channel.template
      interest = current
      wanted = template.map { Self.wanted($0, publisher) } ?? 0
    }
    guard wanted != 0, let template else { return false }
    writer.write(tick, template) { json in
      for index in 0..<template.topicCount where wanted & 1 << UInt8(index) != 0 {
        publisher.publish(event: json, under: template.topic(index))
      }
    }
    return true
  }

  private static func wanted(
    _ template: TickTemplate, _ publisher: some PreparedEventPublisher
  ) -> UInt8 {
    (0..<template.topicCount).reduce(0) { wanted, index in
      publisher.isWanted(template.topic(index)) ? wanted | 1 << UInt8(index) : wanted
    }
  }
}
