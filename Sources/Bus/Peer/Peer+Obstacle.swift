import ZeroMQ

extension Peer {
  /// Maximum silence of the router, which sends a message at least once a second.
  private static var patience: Duration { .seconds(3) }

  /// The reason why the router assigns no work to this service, as a sentence; nil if the router
  /// does assign work.
  public var obstacle: String? {
    if isClosed || hasLeft { return "The connection to the router is closed." }
    if isSuperseded { return "Another instance of this service took over." }
    guard let lastHeard else {
      return "No router is responding at \(configuration.endpoint)."
    }
    let silence = lastHeard.duration(to: .now)
    guard silence < Self.patience else {
      return "No message from the router for \(silence.components.seconds) s."
    }
    return isWelcome ? nil : "The router has not accepted the registration; its log says why."
  }
}
