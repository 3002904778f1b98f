/// Takes the answer to one request, now or later, on the loop of the server.
///
/// Only the first answer counts. Where whoever asked has left, it is dropped.
public final class WebReply {
  /// Nil when it was answered, or nobody waits any more.
  private var take: ((WebResponse) -> Void)?

  init(_ take: @escaping (WebResponse) -> Void) { self.take = take }

  /// Answers.
  public func send(_ response: WebResponse) {
    let take = take
    self.take = nil
    take?(response)
  }

  /// Whether an answer is still waited for.
  public var isWanted: Bool { take != nil }

  func forget() { take = nil }
}
