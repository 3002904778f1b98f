/// Sends the response to one request, immediately or later, on the server's loop.
///
/// Only the first response counts. If the client has disconnected, the response is dropped.
public final class WebReply {
  /// Nil once the request was answered or the client has disconnected.
  private var take: ((WebResponse) -> Void)?

  init(_ take: @escaping (WebResponse) -> Void) { self.take = take }

  /// Changes the response before it is sent. Returns the same reply.
  func changing(_ change: @escaping (WebResponse) -> WebResponse) -> WebReply {
    if let take { self.take = { take(change($0)) } }
    return self
  }

  /// Sends the response, unless one was sent before.
  public func send(_ response: WebResponse) {
    let take = take
    self.take = nil
    take?(response)
  }

  /// True while a client waits for the response.
  public var isWanted: Bool { take != nil }

  func forget() { take = nil }
}
