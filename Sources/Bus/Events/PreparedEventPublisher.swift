/// The way out for a service that writes its events itself, because it sends very many.
///
/// What is wanted changes seldom and events go out often, so whoever publishes may keep the answer of
/// ``isWanted(_:)`` for as long as ``interest`` stays the same.
public protocol PreparedEventPublisher: EphemeralPublisher {
  /// What is subscribed to, as a number: another one after each change; 0 while it is certain that
  /// nobody has subscribed, so that events need not even be made.
  var interest: UInt32 { get }

  /// Whether anybody has subscribed to events under this topic.
  ///
  /// - Parameter topic: the topic with the space that ends it.
  func isWanted(_ topic: UnsafeRawBufferPointer) -> Bool

  /// Publishes one event under one topic. Dropped if nobody subscribed; never blocks.
  ///
  /// - Parameters:
  ///   - json: the whole CloudEvent in UTF-8; valid only during the call.
  ///   - topic: the topic with the space that ends it; valid only during the call.
  func publish(event json: UnsafeRawBufferPointer, under topic: UnsafeRawBufferPointer)

  /// Calls `body`, in place of the one before, whenever ``interest`` has changed, on the thread that
  /// publishes.
  func onInterest(_ body: @escaping @Sendable () -> Void)
}
