/// An event on its way to subscribers.
public struct Publication: Sendable {
  /// What is published; with a `sequence` if it is in the journal.
  public var event: CloudEvent
  /// The views under which it goes out.
  public var labels: EventLabels
  /// Whether it may have been published before, by a router that is gone.
  public var isRepeated: Bool

  /// An event together with the views that its publisher chose for it.
  ///
  /// - Parameter isRepeated: true where the journal had it already when it was written.
  public init(event: CloudEvent, labels: EventLabels, isRepeated: Bool = false) {
    self.event = event
    self.labels = labels
    self.isRepeated = isRepeated
  }
}
