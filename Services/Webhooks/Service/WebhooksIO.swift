import StandupsConfiguration
import WebClient

/// Input and output other than messages to the composition root: requests to receivers, and
/// notifications about the journal.
struct WebhooksIO: Sendable {
  /// Posts one request.
  var post: @Sendable (HTTPRequest) async -> Result<HTTPResponse, HTTPFailure>
  /// Cancels all requests, because the service is about to end.
  var cancelPosts: @Sendable () -> Void = {}
  /// Closes the client.
  var close: @Sendable () async -> Void = {}
  /// Notifies of the last sequence of the journal with each heartbeat, and immediately with each
  /// event of these types, until the reader stops.
  var journal: @Sendable (Set<String>) -> AsyncStream<WebhooksAction> = { _ in
    AsyncStream { $0.finish() }
  }
  /// Metrics to update; nil to record none.
  var metrics: WebhooksMetrics?
  /// Internal addresses to which any webhook may send requests.
  var listed: [AddressRange] = []
  /// True if only programs on this machine are on the bus; if false, no sender counts as the user
  /// of this machine.
  var isOnThisMachine = true

  /// The addresses to which a webhook may send requests.
  ///
  /// - Parameter isLocal: whether the user of this machine created it.
  func reach(isLocal: Bool) -> Reach {
    Reach(isLocal: isLocal && isOnThisMachine, listed: listed)
  }
}
