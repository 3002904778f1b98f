import Foundation
import StandupsCollections
import TranscriptionAPI

/// The last lines of all own microphones of a piece of work. They show which lines have the words of
/// another person, whose voice two microphones in one room have recorded.
///
/// A line is a double if the microphone of another person recorded the same words and the same sound at
/// the same time. The line of the nearer microphone is delivered, unless the other one already was.
/// A delivered line is never taken back: if a later line has more words, those that were delivered are
/// removed from it. Speech of two people at once differs in its words, or in its sound.
struct OwnLines: Sendable {
  /// Maximum number of lines; those of ten seconds, in which 32 people speak, fit.
  static let maxLines = 64
  /// Minimum likeness of the two sounds; see `ContourPair`.
  static let minLikeness: Float = 0.5
  /// Number of words of a short line. Its sound says too little, so that it is a double only if its
  /// person is known to speak much louder.
  static let maxShortWords = 3
  /// Difference from a person's own level at which a short line is someone else's, in decibels, and at
  /// which a line is surely the person's.
  static let distant: Float = 10
  static let near: Float = 3
  /// Difference of two microphones that decides which one is nearer, in decibels. Below it, the one
  /// that recorded the words earlier is nearer.
  static let clear: Float = 2

  struct Line: Sendable {
    let person: UUID
    let fromMs, toMs: Int64
    /// All of its words, including those that other microphones have delivered.
    let words: SpokenWords
    let contour: LoudnessContour
    /// Time at which it was recognised, in milliseconds of the service's clock.
    let recognizedMs: Int
    /// The line as it is delivered.
    var line: TranscriptionAPI.TranscriptLine
    /// True once it was decided to deliver the line.
    var isDelivered = false

    var key: String { line.key }

    /// Mean level of the line, in decibels relative to full scale.
    var level: Float { LoudnessContour.mean(contour.levels) }
  }

  private(set) var lines: [Line] = []
  /// Level at which each person speaks into their own microphone, in decibels relative to full scale.
  private(set) var speechLevels: [UUID: Float] = [:]

  /// Adds a line that was recognised.
  ///
  /// - Parameter recognizedMs: the current time, in milliseconds of the service's clock.
  mutating func add(
    _ line: TranscriptionAPI.TranscriptLine, of person: UUID, contour: LoudnessContour,
    recognizedMs: Int
  ) {
    lines.append(
      Line(
        person: person, fromMs: line.fromMs, toMs: line.toMs, words: SpokenWords(of: line.text),
        contour: contour, recognizedMs: recognizedMs, line: line))
    if lines.count > Self.maxLines { lines.removeFirst() }
  }

  /// The lines that were not decided on yet.
  var undecided: [TranscriptionAPI.TranscriptLine] {
    lines.filter { !$0.isDelivered }.map(\.line)
  }

  /// Returns the time at which a line was recognised, in milliseconds of the service's clock, if it was
  /// not decided on yet and is not surely its person's, so that another microphone may be nearer; nil
  /// otherwise.
  func doubtfulSinceMs(_ key: String) -> Int? {
    guard let line = lines.first(where: { $0.key == key }), !line.isDelivered else { return nil }
    let isOwn = speechLevels[line.person].map { line.level >= $0 - Self.near } ?? false
    return isOwn ? nil : line.recognizedMs
  }

  /// Decides whether to deliver a line: not if it is a double of a line that was delivered, or of one of
  /// a nearer microphone. A line that is no longer known is delivered.
  ///
  /// - Returns: the line to deliver, without the words that were delivered; nil for none.
  mutating func deliver(
    _ recognized: TranscriptionAPI.TranscriptLine
  ) -> TranscriptionAPI.TranscriptLine? {
    guard let index = lines.firstIndex(where: { $0.key == recognized.key }) else {
      return recognized
    }
    let line = lines[index]
    guard !line.isDelivered else { return line.line }
    let others = Dictionary(
      grouping: lines.filter {
        $0.person != line.person && $0.fromMs <= line.toMs + SpokenWords.slackMs
          && line.fromMs <= $0.toMs + SpokenWords.slackMs
      }, by: \.person)
    let isDropped = others.contains { person, theirs in
      isDouble(line, of: theirs.filter(\.isDelivered)) != nil
        || isDouble(line, of: theirs).map { isNearer(person, theirs, than: line, $0) } ?? false
    }
    guard !isDropped else {
      lines.remove(at: index)
      return nil
    }
    let rest = rest(of: line, besides: others.values.joined().filter(\.isDelivered))
    (lines[index].line, lines[index].isDelivered) = (rest, true)
    learn(line)
    return rest
  }

  /// Returns a line without the words that other microphones have delivered before as lines of their own,
  /// for example because a farther one was silent between two words.
  private func rest(of line: Line, besides delivered: [Line]) -> TranscriptionAPI.TranscriptLine {
    let known = delivered.filter { isDouble($0, of: [line]) != nil }.sorted {
      $0.fromMs < $1.fromMs
    }
    guard !known.isEmpty,
      let text = SpokenWords.part(
        of: line.line.text, beyond: SpokenWords(of: known.map(\.words)))
    else { return line.line }
    var rest = line.line
    rest.text = text
    if !line.line.text.hasPrefix(text) {
      // It follows the words before it in the transcript.
      let ends = known.map(\.toMs)
      let fromMs = (line.line.text.hasSuffix(text) ? ends.max() : ends.min()) ?? line.fromMs
      rest.fromMs = min(max(fromMs, line.fromMs), line.toMs)
    }
    return rest
  }

  /// Returns how the sounds compare if a line is a double of another person's lines; nil otherwise.
  private func isDouble(_ line: Line, of theirs: [Line]) -> ContourPair? {
    guard !theirs.isEmpty else { return nil }
    let theirs = theirs.sorted { $0.fromMs < $1.fromMs }
    let words = SpokenWords(of: theirs.map(\.words))
    guard line.words.sharePercent(in: words) >= SpokenWords.minSharePercent,
      line.words.longestRun(beyond: words) <= SpokenWords.maxMoreWords,
      let pair = ContourPair(
        (line.fromMs, line.contour), theirs.map { ($0.fromMs, $0.contour) }),
      pair.likeness >= Self.minLikeness
    else { return nil }
    guard line.words.count <= Self.maxShortWords else { return pair }
    let isDistant = speechLevels[line.person].map { pair.first < $0 - Self.distant } ?? false
    return isDistant ? pair : nil
  }

  /// Returns true if the microphone of another person is nearer to the voice: louder in comparison with
  /// its own person's voice or, if either is unknown, with its background.
  private func isNearer(
    _ person: UUID, _ theirs: [Line], than line: Line, _ pair: ContourPair
  ) -> Bool {
    let difference: Float
    if let own = speechLevels[line.person], let other = speechLevels[person] {
      difference = (pair.second - other) - (pair.first - own)
    } else {
      let background = theirs.map(\.contour.background).min() ?? LoudnessContour.silence
      difference = (pair.second - background) - (pair.first - line.contour.background)
    }
    if abs(difference) >= Self.clear { return difference > 0 }
    let fromMs = theirs.map(\.fromMs).min() ?? line.fromMs
    return (fromMs, person.uuidString) < (line.fromMs, line.person.uuidString)
  }

  /// Follows a louder voice quickly, and a quieter one slowly.
  private mutating func learn(_ line: Line) {
    guard let known = speechLevels[line.person] else {
      speechLevels[line.person] = line.level
      return
    }
    let difference = line.level - known
    speechLevels[line.person] = known + difference * (difference > 0 ? 0.5 : 0.1)
  }
}
