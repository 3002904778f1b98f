public import ZeroMQ

/// The keys of a client: its own pair, and the router's public key.
public struct ClientKeys: Hashable, Sendable {
  /// The client's own CURVE keys (ZeroMQ RFC 26); the router identifies it by the public half.
  public var pair: CurveKeyPair
  /// The router's public key. The client rejects a router that does not have the secret half.
  public var router: CurvePublicKey

  /// Creates keys from a pair that the router knows, and the public key of that router.
  public init(pair: CurveKeyPair, router: CurvePublicKey) {
    self.pair = pair
    self.router = router
  }
}

/// The source of a client's keys. They are read again when the router refuses them, so a key can be
/// replaced while the client runs.
public struct KeySource: Sendable {
  /// Keys to use until they are read again.
  public let keys: ClientKeys
  /// Reads the keys again; returns nil if that is not possible at present.
  public let readAgain: @Sendable () -> ClientKeys?

  /// Creates a source of keys that may be replaced while they are in use. By default, they never
  /// change.
  ///
  /// - Parameter readAgain: called on the socket's loop; returns nil if the keys cannot be read at
  ///   present.
  public init(_ keys: ClientKeys, readAgain: @escaping @Sendable () -> ClientKeys? = { nil }) {
    self.keys = keys
    self.readAgain = readAgain
  }
}

/// The reason why the router refuses a connection although it is available.
public struct ConnectionRefusal: Hashable, Sendable {
  /// The reason as an error, whose message contains the remedy.
  public var error: BusError
  /// True if the refusal lasts until a key is changed; false if it may be temporary.
  public var isFinal: Bool
}
