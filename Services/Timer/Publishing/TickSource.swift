import Bus
import TimerAPI

/// A countdown's way to its subscribers: what has to be looked at for each of its ticks, and no
/// reference that would have to be counted.
struct TickSource {
  /// The engine keeps it alive.
  private let unmanaged: Unmanaged<TickChannel>
  private var template: TickTemplate?
  /// Which of its topics were wanted when ``PreparedEventPublisher/interest`` was `interest`.
  private var interest: UInt32 = 0
  private var wanted: UInt8 = 0

  /// - Parameter channel: has to outlive this value.
  init(_ channel: TickChannel) {
    unmanaged = .passUnretained(channel)
  }

  var channel: TickChannel { unmanaged.takeUnretainedValue() }

  /// Brings the words of its ticks into the cache, if they are made already.
  func prefetch() { template?.prefetch() }

  /// Publishes a tick under those of its topics that somebody subscribed to.
  ///
  /// - Returns: whether there is one.
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
