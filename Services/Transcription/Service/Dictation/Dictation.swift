import TranscriptionAPI

/// A dictation, and the words that were recognised in it so far. Only its sender receives them.
struct Dictation: Sendable {
  /// Maximum time without a command, and maximum time of the whole dictation, in milliseconds.
  static let maxIdleMs = 10_000
  static let maxMs = 180_000

  /// The actor for which the commands are sent; nil for a tool without one.
  let owner: String?
  /// Token of its stream.
  let token: String
  /// The sender's offset of the first sample.
  let base: Int64
  let openedMs: Int
  /// Time of the last command, in milliseconds of the service's clock.
  var lastMs: Int
  var lines: [String] = []
  /// Best guess of the words after the lines; nil for none.
  var partial: String?
  /// The sender's offset before which all words are known, as of the end of the stream.
  var settled: Int64
  /// The reason why the recognition failed; nil if it did not.
  var failure: String?

  /// Creates a dictation whose stream was opened at a time of the service's clock.
  init(owner: String?, token: String, base: Int64, openedMs: Int) {
    self.owner = owner
    self.token = token
    self.base = base
    self.openedMs = openedMs
    lastMs = openedMs
    settled = base
  }

  /// Time after which it is dropped, in milliseconds of the service's clock.
  var dueMs: Int { min(lastMs + Self.maxIdleMs, openedMs + Self.maxMs) }

  /// Adds a final line, which replaces the guess.
  mutating func add(_ line: String) {
    lines.append(line)
    partial = nil
  }
}
