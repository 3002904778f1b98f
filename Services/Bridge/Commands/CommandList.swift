/// Which commands may come over NATS: targets such as `standups.list`, and `meetings.*` for all of one service.
struct CommandList: Hashable, Sendable {
  /// The most that can be said of it at once.
  static let most = 64

  /// A target, or what targets begin with.
  private enum Pattern: Hashable {
    case one(String)
    case all(prefix: String)
  }

  private let patterns: [Pattern]

  /// - Parameter text: targets with commas between them; `*` is all that there are.
  /// - Returns: nil where one of them can be no target, and for none or more than 64.
  init?(_ text: String) {
    let words = DottedName.list(text)
    guard (1...Self.most).contains(words.count) else { return nil }
    var patterns: [Pattern] = []
    for word in words {
      if word == "*" {
        patterns.append(.all(prefix: ""))
      } else if word.hasSuffix(".*"), DottedName.isOne(String(word.dropLast(2))) {
        patterns.append(.all(prefix: String(word.dropLast())))
      } else if DottedName.isOne(word) {
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
