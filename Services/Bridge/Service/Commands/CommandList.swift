/// Commands that are accepted over NATS: targets such as `standups.list`, or `meetings.*` for all
/// targets of a service.
struct CommandList: Hashable, Sendable {
  /// Maximum number of entries.
  static let maxEntries = 64

  /// A target, or a prefix of targets.
  private enum Pattern: Hashable {
    case one(String)
    case all(prefix: String)
  }

  private let patterns: [Pattern]

  /// Parses a list.
  ///
  /// - Parameter text: comma-separated targets; `*` stands for all.
  /// - Returns: nil if an entry is not a valid target, or unless there are 1 to 64 entries.
  init?(_ text: String) {
    let words = DottedName.list(text)
    guard (1...Self.maxEntries).contains(words.count) else { return nil }
    var patterns: [Pattern] = []
    for word in words {
      if word == "*" {
        patterns.append(.all(prefix: ""))
      } else if word.hasSuffix(".*"), DottedName.isValid(String(word.dropLast(2))) {
        patterns.append(.all(prefix: String(word.dropLast())))
      } else if DottedName.isValid(word) {
        patterns.append(.one(word))
      } else {
        return nil
      }
    }
    self.patterns = patterns
  }

  func allows(_ target: String) -> Bool {
    patterns.contains { pattern in
      switch pattern {
      case .one(let one): one == target
      case .all(let prefix): target.hasPrefix(prefix)
      }
    }
  }
}
