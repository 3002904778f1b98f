/// An error of the map, or of access to it.
enum CellsFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The database is unavailable, or an operation failed. The operation may still have taken
  /// effect.
  case away(String)
  /// The content of the database is invalid, or older than the known map.
  case refused(String)
  /// The maximum number of cells is reached.
  case full

  var description: String {
    switch self {
    case .away(let reason), .refused(let reason): reason
    case .full: "There are already 1,000 cells (the maximum)."
    }
  }
}
