import Configuration
import WebClient

/// What the service reaches besides its parent: the receivers, and what is heard of the journal.
struct World: Sendable {
  /// Posts one request.
  var post: @Sendable (HTTPRequest) async -> Result<HTTPResponse, HTTPFailure>
  /// Gives up what is posted, when the service must end.
  var cancelPosts: @Sendable () -> Void = {}
  /// Lets go of the client.
  var close: @Sendable () async -> Void = {}
  /// How far the journal goes, as it is heard: with each beat, and at once with each event of these
  /// types; until the reader stops reading.
  var journal: @Sendable (Set<String>) -> AsyncStream<WebhooksAction> = { _ in
    AsyncStream { $0.finish() }
  }
  /// What is counted on the way; nil for nothing.
  var metrics: WebhooksMetrics?
  /// Addresses inside that anybody may have requests sent to.
  var listed: [AddressRange] = []
  /// True if only programs of this machine are on the bus; otherwise no sender counts as the user of this machine.
  var isOnThisMachine = true

  /// The addresses that the requests of a webhook may go to.
  ///
  /// - Parameter isLocal: whether the user of this machine made it.
  func reach(isLocal: Bool) -> Reach {
    Reach(isLocal: isLocal && isOnThisMachine, listed: listed)
  }
}
