public import Foundation

/// The beginning of a turn by the timer.
public struct VoiceTurn: Sendable, Equatable {
  /// Start in the stream, in milliseconds.
  public let fromMs: Int64
  /// The person whose turn it is; nil between turns, and if the attendee is not linked to a person.
  public let person: UUID?

  /// Creates a turn.
  public init(fromMs: Int64, person: UUID?) {
    self.fromMs = fromMs
    self.person = person
  }
}

/// An utterance of the room's microphone, which may contain several voices.
public struct VoiceUtterance: Sendable, Equatable {
  /// Duration of a level, in milliseconds.
  public static let levelMs = 20
  /// Maximum number of levels that count: those of a minute.
  static let maxLevels = 3_000
  /// Maximum of a time, in milliseconds: far more than a meeting, so that sums do not overflow.
  private static let maxMs: Int64 = 1 << 48

  /// Start and end in the stream, in milliseconds.
  public let fromMs, toMs: Int64
  /// The voices, in order of time and within the utterance.
  public let windows: [VoiceWindow]
  /// Level of each 20 ms from the start, in decibels relative to full scale. Speech is split where it is quietest.
  public let levels: [Float]
  /// The turns in order of time.
  public let turns: [VoiceTurn]

  /// Creates an utterance. Times are clamped to 0 to 2^48, and the end to the start. Windows outside of the
  /// utterance, and those beyond `VoiceWindows.maxWindows`, are ignored.
  ///
  /// - Parameters:
  ///   - levels: of each 20 ms from the start; missing ones, and those that are not numbers, count as loud.
  ///   - turns: the turns that begin before the end, in any order. The last one that begins at or before the start
  ///     counts from the start.
  public init(
    fromMs: Int64, toMs: Int64, windows: [VoiceWindow], levels: [Float], turns: [VoiceTurn]
  ) {
    let start = min(max(0, fromMs), Self.maxMs)
    let end = max(start, min(toMs, Self.maxMs))
    self.fromMs = start
    self.toMs = end
    self.windows = Array(
      windows.filter { $0.fromMs >= start && $0.toMs <= end && $0.fromMs < $0.toMs }
        .sorted { ($0.fromMs, $0.toMs) < ($1.fromMs, $1.toMs) }.prefix(VoiceWindows.maxWindows))
    self.levels = levels.prefix(Self.maxLevels).map { $0.isNaN ? 0 : $0 }
    self.turns = turns.sorted { $0.fromMs < $1.fromMs }
  }

  /// This utterance without its windows.
  var withoutVoices: VoiceUtterance {
    VoiceUtterance(fromMs: fromMs, toMs: toMs, windows: [], levels: levels, turns: turns)
  }

  /// Creates an utterance from its audio.
  ///
  /// - Parameters:
  ///   - samples: 16 kHz mono.
  ///   - windows: from `VoiceWindows.windows(of:fromMs:by:while:)`.
  ///   - turns: see `init(fromMs:toMs:windows:levels:turns:)`.
  public init(samples: [Int16], fromMs: Int64, windows: [VoiceWindow], turns: [VoiceTurn]) {
    let start = min(max(0, fromMs), Self.maxMs)
    let length = VoiceWindows.sampleRate * Self.levelMs / 1_000
    let starts = stride(from: 0, to: samples.count, by: length).prefix(Self.maxLevels)
    let levels = starts.map { start -> Float in
      let frame = samples[start..<min(start + length, samples.count)]
      let power = frame.reduce(Float(0)) { $0 + Float($1) * Float($1) } / Float(frame.count)
      return 10 * log10(power / Float(1 << 30) + 1e-10)
    }
    self.init(
      fromMs: start, toMs: start + Int64(samples.count) * 1_000 / Int64(VoiceWindows.sampleRate),
      windows: windows, levels: levels, turns: turns)
  }

  /// Returns the person whose turn it is at a time.
  func owner(at ms: Int64) -> UUID? { turns.last { $0.fromMs <= ms }?.person }

  /// Returns the quietest time between two times, in milliseconds.
  func quietest(from first: Int64, to last: Int64) -> Int64 {
    let frame = Int64(Self.levelMs)
    guard (0...Int64(Self.maxLevels) * frame).contains(last - first) else { return first }
    let range =
      Int(
        (first - fromMs) / frame)...max(
        Int((first - fromMs) / frame), Int((last - fromMs) / frame))
    // The mean of some frames, so that a pause between two persons is quieter than a stop within a word.
    func level(_ index: Int) -> Float {
      (index - Self.pauseFrames...index + Self.pauseFrames).reduce(Float(0)) {
        $0 + (levels.indices.contains($1) ? max(-100, min(0, levels[$1])) : 0)
      }
    }
    let middle = (range.lowerBound + range.upperBound) / 2
    let place = range.map { ($0, level($0), abs($0 - middle)) }
      .min { ($0.1, $0.2) < ($1.1, $1.2) }
    return min(last, max(first, fromMs + Int64(place?.0 ?? middle) * frame + frame / 2))
  }

  /// Number of frames before and after the quietest one.
  private static let pauseFrames = 4
}

/// A piece of an utterance in one voice.
public struct VoiceSpan: Sendable, Equatable {
  /// Start and end in the stream, in milliseconds.
  public let fromMs, toMs: Int64
  /// The person who spoke, by their voice; nil if the voice decides nothing, so that the words belong to the timer's
  /// owner.
  public let person: UUID?
  /// True if the voice is not that of the person to whom the words belong, or may be another one's.
  public let isDoubtful: Bool

  /// Creates a span.
  public init(fromMs: Int64, toMs: Int64, person: UUID?, isDoubtful: Bool) {
    self.fromMs = fromMs
    self.toMs = toMs
    self.person = person
    self.isDoubtful = isDoubtful
  }
}
