import Foundation

/// The loudness of an utterance over time. It shows if two microphones recorded the same sound, even if
/// one of them was so far away that its words were recognised differently.
struct LoudnessContour: Sendable, Equatable {
  /// Length of a frame, in milliseconds.
  static let frameMs = 20
  /// Maximum number of frames, 15 s; an utterance is shorter.
  static let maxFrames = 750
  /// Level below which a microphone is considered silent, in decibels relative to full scale.
  static let silence: Float = -75

  /// The level of each frame, in decibels relative to full scale.
  let levels: [Float]
  /// The level without speech, which frames before the first word and after the last one have, in
  /// decibels relative to full scale.
  let background: Float

  init(of samples: [Int16]) {
    let starts = stride(
      from: 0, through: samples.count - AudioFrame.length, by: AudioFrame.length)
    self.init(
      levels: starts.prefix(Self.maxFrames).map {
        AudioFrame.level(samples[$0..<($0 + AudioFrame.length)])
      })
  }

  init(levels: [Float]) {
    self.levels = levels
    let sorted = levels.sorted()
    background = max(Self.silence, sorted.isEmpty ? Self.silence : sorted[sorted.count / 10])
  }

  /// Returns the mean power of levels, in decibels relative to full scale.
  static func mean(_ levels: some Collection<Float>) -> Float {
    guard !levels.isEmpty else { return silence }
    return 10 * log10(levels.reduce(0) { $0 + pow(10, $1 / 10) } / Float(levels.count) + 1e-9)
  }
}

/// The loudness of the same time at two microphones.
struct ContourPair: Sendable, Equatable {
  /// Maximum difference between the clocks of the two browsers, in frames: 0.5 s.
  static let maxLag = 25
  /// Minimum number of frames that both must have recorded: 0.4 s.
  static let minFrames = 20
  /// Distance of the frames whose difference is compared: it shows the rhythm of the syllables, which
  /// two voices never have in common, and not the pauses, which they may.
  private static let step = 2
  /// Level below the loudest frame at which differences no longer count, in decibels: a distant
  /// microphone records only noise there.
  private static let range: Float = 24

  /// Correlation of the changes of the two contours, from -1 to 1, at the lag at which it is highest.
  /// Recordings of one voice, of which one is 10 to 25 dB quieter with noise and reverberation, have 0.56
  /// to 0.9; other sentences of the voice have less than 0.42, and the same sentence spoken up to 20 %
  /// faster and slower a median of 0.58.
  let likeness: Float
  /// Mean power of the frames that both have recorded, in decibels relative to full scale.
  let first, second: Float

  /// Compares a line with the lines of another microphone.
  ///
  /// - Parameters:
  ///   - first: the line's start, in milliseconds, and its contour.
  ///   - second: those of the other lines.
  /// - Returns: nil if the other microphone did not record most of the line.
  init?(
    _ first: (fromMs: Int64, contour: LoudnessContour),
    _ second: [(fromMs: Int64, contour: LoudnessContour)]
  ) {
    let levels = first.contour.levels
    var others = [Float?](repeating: nil, count: levels.count + 2 * Self.maxLag)
    for line in second {
      let start = Int((line.fromMs - first.fromMs) / Int64(LoudnessContour.frameMs)) + Self.maxLag
      for (index, level) in line.contour.levels.enumerated()
      where others.indices.contains(start + index) {
        others[start + index] = level
      }
    }
    let best = (0...2 * Self.maxLag).compactMap { Self.pair(levels, others, lag: $0) }
      .max { $0.likeness < $1.likeness }
    guard let best else { return nil }
    self = best
  }

  private init(likeness: Float, first: Float, second: Float) {
    (self.likeness, self.first, self.second) = (likeness, first, second)
  }

  private static func pair(_ levels: [Float], _ others: [Float?], lag: Int) -> ContourPair? {
    let pairs = levels.indices.compactMap { index in
      others[index + lag].map { (levels[index], $0) }
    }
    guard pairs.count >= minFrames, 2 * pairs.count >= levels.count else { return nil }
    let (one, two) = (pairs.map(\.0), pairs.map(\.1))
    return ContourPair(
      likeness: correlation(of: changes(one), changes(two)), first: LoudnessContour.mean(one),
      second: LoudnessContour.mean(two))
  }

  private static func changes(_ levels: [Float]) -> [Float] {
    let floor = (levels.max() ?? 0) - range
    let audible = levels.map { max($0, floor) }
    return zip(audible.dropFirst(step), audible).map { $0 - $1 }
  }

  /// Pearson's correlation where at least one of the two is audible; 0 if one of them is constant.
  private static func correlation(of first: [Float], _ second: [Float]) -> Float {
    let pairs = zip(first, second).filter { $0 != 0 || $1 != 0 }
    guard pairs.count >= minFrames / 2 else { return 0 }
    let (one, two) = (pairs.map(\.0), pairs.map(\.1))
    let count = Float(one.count)
    let (meanOne, meanTwo) = (one.reduce(0, +) / count, two.reduce(0, +) / count)
    var (both, squareOne, squareTwo) = (Float(0), Float(0), Float(0))
    for (first, second) in zip(one, two) {
      both += (first - meanOne) * (second - meanTwo)
      squareOne += (first - meanOne) * (first - meanOne)
      squareTwo += (second - meanTwo) * (second - meanTwo)
    }
    let size = (squareOne * squareTwo).squareRoot()
    return size > 0 ? both / size : 0
  }
}
