/// What cannot be shown any more, and from where it goes on.
public enum EventLoss: Hashable, Sendable {
  /// The journal keeps these no longer.
  case compacted(first: Int64, last: Int64)
  /// The journal is a new one, or was restored from a backup.
  case journal(before: String, position: Int64, now: String, oldest: Int64, head: Int64)
}
