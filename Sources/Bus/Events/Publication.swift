/// An event to publish, and the topic families in which it is published.
public struct Publication: Sendable {
  /// The event to publish; it has a `sequence` if it is in the journal.
  public var event: CloudEvent
  /// The topic families in which the event is published.
  public var labels: EventLabels
  /// True if an earlier router may have published the event already.
  public var isRepeated: Bool
  /// True if an earlier commit added the event, whose idempotency key a later command repeats. The
  /// event may be older than others that were published already.
  public var isEarlier: Bool

  /// Combines an event with the topic families that its publisher chose.
  ///
  /// - Parameters:
  ///   - isRepeated: true if the event was already in the journal when the router tried to add it.
  ///   - isEarlier: true if an earlier commit added it.
  public init(
    event: CloudEvent, labels: EventLabels, isRepeated: Bool = false, isEarlier: Bool = false
  ) {
    self.event = event
    self.labels = labels
    self.isRepeated = isRepeated
    self.isEarlier = isEarlier
  }
}
