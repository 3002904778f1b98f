public import Bus

/// Placeholder in the stream for an event that the journal has lost, so that the sequences of later
/// events stay the same.
public struct BridgeEventMissing: EventData, Hashable {
  public static let type = "bridge.missing"
  public static let traits = EventTraits(
    subject: "the sequence of the event", source: "bridge", isPublished: false)
  /// Creates the placeholder for a lost event, for example after damage to the disk.
  public init() {}
}

/// Replacement in the stream for the data of an event that was too large for the server. The
/// journal has the data.
public struct BridgeDataOmitted: Codable, Hashable, Sendable {
  /// Size of the event, in bytes.
  public var omittedBytes: Int

  /// Creates the replacement for an event of this size.
  public init(omittedBytes: Int) { self.omittedBytes = omittedBytes }
}
