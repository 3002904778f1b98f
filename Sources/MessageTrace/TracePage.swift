/// A page of the router's trace ring.
public struct TracePage: Sendable {
  /// The entries in the requested order.
  public var entries: [(number: TraceNumber, entry: TraceEntry)] = []
  /// Number of entries in the ring now.
  public var remembered = 0
  /// Maximum number of entries in the ring; 0 if it is off.
  public var capacity = 0
  /// Arrival time of the oldest entry in the ring, in milliseconds since 1970; nil if none was
  /// overwritten.
  public var forgetsBeforeMs: Int64?

  /// Creates an empty page.
  public init() {}
}
