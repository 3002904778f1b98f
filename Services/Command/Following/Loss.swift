import Following

extension EventLoss {
  /// Stable error code, for programs.
  var code: String {
    switch self {
    case .compacted: "compacted"
    case .journal: "epoch"
    }
  }

  var sentence: String {
    switch self {
    case .compacted(let first, let last):
      "Events \(first) to \(last) are missing, because the journal no longer contains them."
        + " “standups events snapshot” prints the current state."
    case .journal(let before, let position, let now, _, let head):
      "The journal is new or was restored from a backup: its epoch changed from \(before) to \(now)."
        + " Events of the old journal were printed up to \(position); events of the new one are printed"
        + " after \(head). “standups events replay --since 0” prints its earlier events."
    }
  }
}
