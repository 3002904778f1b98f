/// The last lines of a meeting, which find words that the room's microphone and an own microphone have
/// both recorded.
///
/// The line that is accepted first stays. The transcription service delivers the room's lines last, so
/// this is that of the own microphone, except if its audio arrives more than a few seconds late.
struct RecentLines: Hashable, Sendable {
  /// Maximum number of lines. Those of a minute, in which 32 people speak, fit.
  static let maxLines = 256
  /// Maximum difference between the times of the two microphones, in milliseconds.
  static let slackMs: Int64 = 500
  /// Minimum share of the words of a line that the other microphone must have recorded, in percent.
  static let minSharePercent = 60
  /// Maximum number of words of a line that are compared.
  static let maxWords = 100

  private struct Spoken: Hashable {
    var isOwn: Bool
    var fromMs, toMs: Int64
    var words: [String]
  }

  private var lines: [Spoken] = []

  /// Adds a line that was accepted.
  mutating func add(_ line: MeetingSession.Line) {
    lines.append(Self.spoken(line))
    if lines.count > Self.maxLines { lines.removeFirst() }
  }

  /// Returns true if a microphone of the other kind has recorded the same words at the same time.
  /// These may be several of its lines, because each microphone ends its lines elsewhere.
  func isDouble(_ line: MeetingSession.Line) -> Bool {
    let new = Self.spoken(line)
    let others = lines.filter { other in
      other.isOwn != new.isOwn && other.fromMs <= new.toMs + Self.slackMs
        && new.fromMs <= other.toMs + Self.slackMs
    }
    guard !others.isEmpty, !new.words.isEmpty else { return false }
    let known = others.sorted { $0.fromMs < $1.fromMs }.flatMap(\.words)
    return 100 * Self.common(new.words, known) >= Self.minSharePercent * new.words.count
  }

  private static func spoken(_ line: MeetingSession.Line) -> Spoken {
    Spoken(
      isOwn: line.person != nil, fromMs: line.segment.fromMs, toMs: line.segment.toMs,
      words: words(of: line.segment.text))
  }

  /// Returns the words of a text in lower case, without punctuation. A text without spaces, such as
  /// Japanese, is compared by its characters.
  static func words(of text: String) -> [String] {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let isSpaced = words.allSatisfy {
      $0.count <= 40 && $0.unicodeScalars.allSatisfy { $0.value < 0x2E80 }
    }
    return Array((isSpaced ? words : words.flatMap { $0.map(String.init) }).prefix(maxWords))
  }

  /// Returns the length of the longest common subsequence of two lists of words.
  static func common(_ first: [String], _ second: [String]) -> Int {
    var row = [Int](repeating: 0, count: second.count + 1)
    for word in first {
      var diagonal = 0
      for (index, other) in second.enumerated() {
        let above = row[index + 1]
        row[index + 1] = word == other ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[second.count]
  }
}
