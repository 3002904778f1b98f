import Following

extension EventLoss {
  /// A stable name for programs.
  var code: String {
    switch self {
    case .compacted: "compacted"
    case .journal: "epoch"
    }
  }

  var sentence: String {
    switch self {
    case .compacted(let first, let last):
      "The journal no longer has the events \(first) to \(last): they are missing here."
        + " “standups events snapshot” shows what they led to."
    case .journal(let before, let position, let now, _, let head):
      "The journal is another one now, new or restored from a backup: \(now) instead of \(before)."
        + " The old one was shown up to \(position), the new one is shown after \(head);"
        + " “standups events replay --since 0” lists what it held before that."
    }
  }
}
