import TranscriptionAPI

/// What streams had heard that are over, so that `finish` can be repeated. Bounded: the oldest go first.
struct EndedStreams: Sendable {
  let limit: Int
  let maxBytes: Int
  private var order: [String] = []
  private var lines: [String: [TranscriptionAPI.TranscriptLine]] = [:]
  private var bytes = 0

  /// - Parameters:
  ///   - limit: the most streams.
  ///   - maxBytes: the most bytes of all lines, about.
  init(limit: Int = 1000, maxBytes: Int = 16 << 20) {
    self.limit = limit
    self.maxBytes = maxBytes
  }

  var count: Int { order.count }

  subscript(id: String) -> [TranscriptionAPI.TranscriptLine]? { lines[id] }

  /// A stream that was opened again under its id adds to what the earlier one had heard.
  mutating func add(_ id: String, _ heard: [TranscriptionAPI.TranscriptLine]) {
    let all = ((remove(id) ?? []) + heard).fitting(FinishedLines.maxBytes)
    order.append(id)
    lines[id] = all
    bytes += all.estimatedBytes
    while order.count > limit || bytes > maxBytes, let oldest = order.first { remove(oldest) }
  }

  /// Nobody asks for what it had heard any more.
  mutating func forget(_ id: String) { remove(id) }

  @discardableResult
  private mutating func remove(_ id: String) -> [TranscriptionAPI.TranscriptLine]? {
    guard let heard = lines.removeValue(forKey: id) else { return nil }
    order.removeAll { $0 == id }
    bytes -= heard.estimatedBytes
    return heard
  }
}

/// What fits the reply to `finish`.
enum FinishedLines {
  /// Well below the largest message. What does not fit is the oldest, which was told long ago.
  static let maxBytes = 600_000
}

extension [TranscriptionAPI.TranscriptLine] {
  /// What they come to as JSON, about.
  var estimatedBytes: Int { reduce(0) { $0 + $1.estimatedBytes } }

  /// The newest lines that come to so many bytes.
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
