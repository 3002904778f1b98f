/// Publishes events that a service has already encoded, for services that send very many events.
///
/// Subscriptions change rarely but events are frequent, so a publisher may cache the result of
/// ``isWanted(_:)`` for as long as ``interest`` stays the same.
public protocol PreparedEventPublisher: EphemeralPublisher {
  /// A number that changes with each change of the subscriptions; 0 if there are certainly no
  /// subscriptions, in which case events need not be created.
  var interest: UInt32 { get }

  /// Returns true if a client has subscribed to events of this topic.
  ///
  /// - Parameter topic: the topic, including the space that ends it.
  func isWanted(_ topic: UnsafeRawBufferPointer) -> Bool

  /// Publishes one event under one topic. Drops it if no client has subscribed. Never blocks.
  ///
  /// - Parameters:
  ///   - json: the whole CloudEvent in UTF-8; valid only during the call.
  ///   - topic: the topic, including the space that ends it; valid only during the call.
  func publish(event json: UnsafeRawBufferPointer, under topic: UnsafeRawBufferPointer)

  /// Registers `body`, which replaces any earlier one. It is called on the publishing thread
  /// whenever ``interest`` has changed.
  func onInterest(_ body: @escaping @Sendable () -> Void)
}
