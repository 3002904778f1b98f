public import ZeroMQ

/// The keys of one end that connects: who it is, and which router it talks to.
public struct ClientKeys: Hashable, Sendable {
  /// This end's own CURVE keys (ZeroMQ RFC 26); the router knows it by the public half.
  public var pair: CurveKeyPair
  /// The router's public key; a router that has not its secret half is not talked to.
  public var router: CurvePublicKey

  /// The keys of an end whose pair the router knows, for the router that holds `router`'s secret
  /// half.
  public init(pair: CurveKeyPair, router: CurvePublicKey) {
    self.pair = pair
    self.router = router
  }
}

/// Where an end's keys come from. They are read again when the router refuses them, so that a key can be
/// replaced while its owner runs.
public struct KeySource: Sendable {
  /// The keys to begin with.
  public let keys: ClientKeys
  /// Reads them again; nil if they cannot be read at present.
  public let readAgain: @Sendable () -> ClientKeys?

  /// Keys that may be replaced while they are in use; left out, `readAgain` never has others.
  ///
  /// - Parameter readAgain: called on the socket's loop; nil if they cannot be read at present.
  public init(_ keys: ClientKeys, readAgain: @escaping @Sendable () -> ClientKeys? = { nil }) {
    self.keys = keys
    self.readAgain = readAgain
  }
}

/// Why there is no connection to the router, though it answers.
public struct ConnectionRefusal: Hashable, Sendable {
  /// A sentence that says what to do.
  public var error: BusError
  /// Whether it stays so until somebody changes a key; otherwise it may pass.
  public var isFinal: Bool
}
