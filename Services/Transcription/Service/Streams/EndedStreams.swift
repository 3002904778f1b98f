import TranscriptionAPI

/// Lines of ended streams, so that `finish` can be repeated. The store is bounded, and removes the
/// oldest streams first.
struct EndedStreams: Sendable {
  let maxStreams: Int
  let maxBytes: Int
  private var order: [String] = []
  private var lines: [String: [TranscriptionAPI.TranscriptLine]] = [:]
  private var bytes = 0

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - maxStreams: maximum number of streams.
  ///   - maxBytes: maximum estimated size of all lines, in bytes.
  init(maxStreams: Int = 1000, maxBytes: Int = 16 << 20) {
    self.maxStreams = maxStreams
    self.maxBytes = maxBytes
  }

  var count: Int { order.count }

  subscript(id: String) -> [TranscriptionAPI.TranscriptLine]? { lines[id] }

  /// Adds the lines of a stream to those of other streams with the same id, in the order in which they
  /// began.
  mutating func add(_ id: String, _ newLines: [TranscriptionAPI.TranscriptLine]) {
    let all = ((remove(id) ?? []) + newLines).sorted { $0.fromMs < $1.fromMs }
      .fitting(FinishedLines.maxBytes)
    order.append(id)
    lines[id] = all
    bytes += all.estimatedBytes
    while order.count > maxStreams || bytes > maxBytes, let oldest = order.first { remove(oldest) }
  }

  /// Removes a line whose words another line of the same piece of work has.
  mutating func drop(_ key: String, of id: String) {
    guard let line = lines[id]?.first(where: { $0.key == key }) else { return }
    bytes -= line.estimatedBytes
    lines[id]?.removeAll { $0.key == key }
  }

  /// Replaces a line, of which another line of the same piece of work has some words.
  mutating func replace(_ line: TranscriptionAPI.TranscriptLine, of id: String) {
    guard let index = lines[id]?.firstIndex(where: { $0.key == line.key }),
      let old = lines[id]?[index]
    else { return }
    bytes += line.estimatedBytes - old.estimatedBytes
    lines[id]?[index] = line
  }

  /// Removes the lines of a stream, which are not needed any more.
  mutating func forget(_ id: String) { remove(id) }

  @discardableResult
  private mutating func remove(_ id: String) -> [TranscriptionAPI.TranscriptLine]? {
    guard let removed = lines.removeValue(forKey: id) else { return nil }
    order.removeAll { $0 == id }
    bytes -= removed.estimatedBytes
    return removed
  }
}

/// Limit of the lines in a reply to `finish`.
enum FinishedLines {
  /// Well below the maximum size of a message. The oldest lines, which were reported long ago, are
  /// omitted.
  static let maxBytes = 600_000
}

extension [TranscriptionAPI.TranscriptLine] {
  /// Estimated size as JSON, in bytes.
  var estimatedBytes: Int { reduce(0) { $0 + $1.estimatedBytes } }

  /// Returns the newest lines whose total size is at most `maxBytes`.
  func fitting(_ maxBytes: Int) -> [TranscriptionAPI.TranscriptLine] {
    var bytes = 0
    let newest = reversed().prefix { line in
      bytes += line.estimatedBytes
      return bytes <= maxBytes
    }
    return newest.count == count ? self : newest.reversed()
  }
}

extension TranscriptionAPI.TranscriptLine {
  fileprivate var estimatedBytes: Int { text.utf8.count + key.utf8.count + 80 }
}
