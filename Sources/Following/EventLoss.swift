/// A loss of events, with the position from which following continues.
public enum EventLoss: Hashable, Sendable {
  /// The journal no longer has these events.
  case compacted(first: Int64, last: Int64)
  /// The journal is new, or was restored from a backup.
  case journal(before: String, position: Int64, now: String, oldest: Int64, head: Int64)
}
