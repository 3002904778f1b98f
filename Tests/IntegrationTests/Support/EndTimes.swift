import Threads

/// Deviation of each measured meeting's end from its time. Printed as table rows for the report.
final class EndTimes: Sendable {
  static let shared = EndTimes()

  private let hasHeader = Locked(false)

  func note(_ what: String, ms: Int64) {
    let isFirst = hasHeader.withLock { hasHeader in
      defer { hasHeader = true }
      return !hasHeader
    }
    let width = 48
    func row(_ what: String, _ error: String) -> String {
      let gap = String(repeating: " ", count: max(0, width - what.count))
      return "| \(what)\(gap) | \(error) |"
    }
    if isFirst {
      print(row("meeting", "end-time error") + "\n|" + String(repeating: "-", count: 50) + "|---|")
    }
    print(row(what, (ms >= 0 ? "+" : "") + "\(ms) ms"))
  }
}
