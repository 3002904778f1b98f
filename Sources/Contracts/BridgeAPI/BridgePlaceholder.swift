public import Bus

/// Stands in the stream for an event that the journal cannot give, so that sequences stay the same.
public struct BridgeEventMissing: EventData, Hashable {
  /// The CloudEvents type; the subject is the event's sequence.
  public static let type = "bridge.missing"
  /// An event that the journal has lost, as to a damaged disk.
  public init() {}
}

/// What an event says in the stream if it was too large for the server: the journal has it.
public struct BridgeDataOmitted: Codable, Hashable, Sendable {
  /// How many bytes the event has.
  public var omittedBytes: Int

  /// Says how large the event would have been.
  public init(omittedBytes: Int) { self.omittedBytes = omittedBytes }
}
