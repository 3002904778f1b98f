extension StandupsReducer {
  /// Time for which advancing by their own clocks is reported as a problem, in milliseconds.
  private static let overdueMs: Int64 = 2_000

  /// Problems that need a person's attention, one sentence each.
  func problems(_ state: StandupsState) -> [String] {
    var problems: [String] = []
    if let overdue = state.overdue, clock().uptimeMs - overdue.atMs < Self.overdueMs {
      let meetings = overdue.meetings == 1 ? "a meeting" : "\(overdue.meetings) meetings"
      problems.append(
        "The timer did not report turns in time; \(meetings) continued without it. Check it with"
          + " “standups services”.")
    }
    let unreadable = state.saved.unreadable
    if let first = unreadable.first {
      let isOne = unreadable.count == 1
      let it = isOne ? "it" : "them"
      let what =
        isOne
        ? "The stored document “\(first.name)” cannot be read. It is"
        : "\(unreadable.count) stored documents, such as “\(first.name)”, cannot be read. They are"
      problems.append(
        "\(what) left unchanged and missing from every list. A newer version may be able to read \(it);"
          + " “standups unreadable” exports or discards \(it).")
    }
    return problems
  }
}
