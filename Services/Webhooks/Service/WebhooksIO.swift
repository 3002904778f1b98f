import StandupsConfiguration
import WebClient

/// Input and output other than messages to the composition root: requests to receivers, and
/// notifications about the journal.
struct WebhooksIO: Sendable {
  /// Posts one request.
  var post: @Sendable (HTTPRequest) async -> Result<HTTPResponse, HTTPFailure>
  /// Cancels all requests, when the service must end.
  var cancelPosts: @Sendable () -> Void = {}
  /// Closes the client.
  var close: @Sendable () async -> Void = {}
  /// Notifications of the last sequence of the journal: with each heartbeat, and immediately with
  /// each event of these types, until the reader stops.
  var journal: @Sendable (Set<String>) -> AsyncStream<WebhooksAction> = { _ in
    AsyncStream { $0.finish() }
  }
  /// The metrics to update; nil for none.
  var metrics: WebhooksMetrics?
  /// Internal addresses to which every webhook may send requests.
  var listed: [AddressRange] = []
  /// True if only programs of this machine are on the bus; otherwise no sender counts as the user
  /// of this machine.
  var isOnThisMachine = true

  /// The addresses to which a webhook may send requests.
  ///
  /// - Parameter isLocal: whether the user of this machine created it.
  func reach(isLocal: Bool) -> Reach {
    Reach(isLocal: isLocal && isOnThisMachine, listed: listed)
  }
}
