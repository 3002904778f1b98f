import Threads

/// The last thing that each child complained of: why it died, should it die.
final class Complaints: Sendable {
  private let last = Locked<[String: String]>([:])

  /// Takes a line of a child: a warning, an error, or whatever is no log line at all.
  func hear(_ line: String, from name: String) {
    let record = LogLine(line)
    guard record?.isImportant ?? !line.isEmpty else { return }
    last.withLock { $0[name] = record?.message ?? line }
  }

  func last(of name: String) -> String? { last.withLock { $0[name] } }

  func forget(_ name: String) { last.withLock { $0[name] = nil } }
}
