import Threads

/// The last problem that each child logged, reported as the reason if it dies.
final class Complaints: Sendable {
  private let last = Locked<[String: String]>([:])

  /// Records a line from a child if it is a warning, an error, or not a log line.
  func hear(_ line: String, from name: String) {
    let record = LogLine(line)
    guard record?.isImportant ?? !line.isEmpty else { return }
    last.withLock { $0[name] = record?.message ?? line }
  }

  func last(of name: String) -> String? { last.withLock { $0[name] } }

  func forget(_ name: String) { last.withLock { $0[name] = nil } }
}
