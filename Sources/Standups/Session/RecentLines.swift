import StandupsCollections

/// The last lines of a meeting, which find words that two of its microphones have both recorded.
///
/// The line that is accepted first stays. The transcription service delivers the room's lines last, so
/// this is that of the own microphone, except if its audio arrives more than a few seconds late. Of
/// several own microphones, the service delivers only the line of the nearest one, except after it was
/// restarted: it may then receive speech again whose words another microphone has already reported.
struct RecentLines: Hashable, Sendable {
  /// Maximum number of lines. Those of a minute, in which 32 people speak, fit.
  static let maxLines = 256
  /// Minimum share of the words of a line of an own microphone that another own one must have recorded,
  /// in percent. For the room's and an own one, it is `SpokenWords.minSharePercent`.
  static let minOwnSharePercent = 80
  /// Minimum number of words of a line of an own microphone that may be another one's. Two people do
  /// say the same few words at once.
  static let minOwnWords = 5

  private struct Spoken: Hashable {
    /// The person whose own microphone it was; nil for that of the room.
    var person: Attendee.PersonID?
    var fromMs, toMs: Int64
    var words: SpokenWords
  }

  private var lines: [Spoken] = []

  /// Adds a line that was accepted.
  mutating func add(_ line: MeetingSession.Line) {
    lines.append(Self.spoken(line))
    if lines.count > Self.maxLines { lines.removeFirst() }
  }

  /// Returns true if another microphone has recorded the same words at the same time. These may be
  /// several of its lines, because each microphone ends its lines elsewhere.
  ///
  /// - Parameter isFirst: true if no line of this stream was accepted before, so that it may be speech
  ///   that was sent again. Other lines are not compared with those of other own microphones, because
  ///   the transcription service has done so by their sound.
  func isDouble(_ line: MeetingSession.Line, isFirst: Bool) -> Bool {
    let new = Self.spoken(line)
    let others = lines.filter { other in
      other.person != new.person && other.fromMs <= new.toMs + SpokenWords.slackMs
        && new.fromMs <= other.toMs + SpokenWords.slackMs
    }
    let ofOtherKind = others.filter { ($0.person == nil) != (new.person == nil) }
    if Self.isDouble(new, of: ofOtherKind, minSharePercent: SpokenWords.minSharePercent) {
      return true
    }
    guard isFirst, new.person != nil, new.words.count >= Self.minOwnWords else { return false }
    let people = Set(others.compactMap(\.person))
    return people.contains { person in
      Self.isDouble(
        new, of: others.filter { $0.person == person }, minSharePercent: Self.minOwnSharePercent)
    }
  }

  /// Returns true if other lines contain most words of a line. Words of a person between them whom the
  /// other microphone did not record make it another line.
  private static func isDouble(
    _ line: Spoken, of others: [Spoken], minSharePercent: Int
  ) -> Bool {
    let words = SpokenWords(of: others.sorted { $0.fromMs < $1.fromMs }.map(\.words))
    return line.words.sharePercent(in: words) >= minSharePercent
      && line.words.longestMiddleRun(beyond: words) <= SpokenWords.maxMoreWords
  }

  private static func spoken(_ line: MeetingSession.Line) -> Spoken {
    Spoken(
      person: line.person, fromMs: line.segment.fromMs, toMs: line.segment.toMs,
      words: SpokenWords(of: line.segment.text))
  }
}
