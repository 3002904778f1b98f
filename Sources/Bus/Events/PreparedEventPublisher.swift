/// The way out for a service that writes its events itself, because it sends very many.
public protocol PreparedEventPublisher: EphemeralPublisher {
  /// False only when it is certain that nobody has subscribed; then events need not even be made.
  var hasSubscribers: Bool { get }
  /// Publishes one event under each topic. Dropped if nobody subscribed; never blocks.
  ///
  /// - Parameters:
  ///   - json: the whole CloudEvent in UTF-8; valid only during the call.
  ///   - topics: its views.
  func publish(event json: UnsafeRawBufferPointer, under topics: PreparedTopics)
}
