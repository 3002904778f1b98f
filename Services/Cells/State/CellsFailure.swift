/// What the map, or the way to it, refused.
enum CellsFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The database is away, or does not do it. What was begun may have been done.
  case away(String)
  /// What the database has is no map, or not ours.
  case refused(String)
  /// There are as many cells as there may be.
  case full

  var description: String {
    switch self {
    case .away(let reason), .refused(let reason): reason
    case .full: "There are already 1,000 cells (the maximum)."
    }
  }
}
