public import BusRouter
public import RouterConnections
public import ZeroMQ

extension RouterTransport {
  /// Opens the transport and passes each message to a closure, for a test that acts as the router.
  ///
  /// - Throws: `ZeroMQError` if the endpoint cannot be used.
  public func open(onMessage: @escaping (ConnectionID, Message) -> Void) throws {
    try open(onReadable: {
      self.take(route: { _, _, _ in nil }, receive: onMessage, undelivered: { _, _, _ in })
    })
  }
}
