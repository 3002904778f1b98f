/// An event on its way to subscribers.
public struct Publication: Sendable {
  /// What is published; with a `sequence` if it is in the journal.
  public var event: CloudEvent
  /// The views under which it goes out.
  public var labels: EventLabels

  /// An event together with the views that its publisher chose for it.
  public init(event: CloudEvent, labels: EventLabels) {
    self.event = event
    self.labels = labels
  }
}
