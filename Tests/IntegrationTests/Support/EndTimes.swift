import Synchronization

/// How far from its time each measured meeting ended. Printed as a table, for the report.
final class EndTimes: Sendable {
  static let shared = EndTimes()

  private let rows = Mutex<[(what: String, ms: Int64)]>([])

  func note(_ what: String, ms: Int64) {
    let rows = rows.withLock { rows in
      rows.append((what, ms))
      return rows
    }
    let width = rows.map(\.what.count).max() ?? 0
    let lines = rows.map { row in
      "| \(row.what)\(String(repeating: " ", count: width - row.what.count)) | "
        + (row.ms >= 0 ? "+" : "") + "\(row.ms) ms |"
    }
    print("End-time error of meetings so far:\n" + lines.joined(separator: "\n"))
  }
}
