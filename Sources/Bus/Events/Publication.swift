/// An event on its way to subscribers.
public struct Publication: Sendable {
  public var event: CloudEvent
  /// The views under which it goes out.
  public var labels: EventLabels

  public init(event: CloudEvent, labels: EventLabels) {
    self.event = event
    self.labels = labels
  }
}
