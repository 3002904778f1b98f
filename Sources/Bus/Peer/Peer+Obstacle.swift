import ZeroMQ

extension Peer {
  /// How long the router may be silent: it shows each second that it lives.
  private static var patience: Duration { .seconds(3) }

  /// What keeps a service from being given work by the router, in a sentence; nil if nothing does.
  public var obstacle: String? {
    if isClosed || hasLeft { return "The connection to the router is closed." }
    if isSuperseded { return "Another instance of this service took over." }
    guard let lastHeard else {
      return "No router answers at \(configuration.endpoint)."
    }
    let silence = lastHeard.duration(to: .now)
    guard silence < Self.patience else {
      return "No message from the router for \(silence.components.seconds) s."
    }
    return isWelcome ? nil : "The router has not accepted the registration; its log says why."
  }
}
