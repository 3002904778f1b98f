public import BusRouter
public import RouterConnections
public import ZeroMQ

extension RouterTransport {
  /// Opens the transport, and passes on each message: for a test that plays the router.
  ///
  /// - Throws: `ZeroMQError` if the endpoint cannot be used.
  public func open(onMessage: @escaping (ConnectionID, Message) -> Void) throws {
    try open(onReadable: {
      self.take(route: { _, _ in nil }, receive: onMessage, undelivered: { _, _, _ in })
    })
  }
}
