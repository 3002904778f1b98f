public import Foundation

/// Whose voice is whose. All windows of the meeting are considered together: the voices of the persons decide whose each
/// window is, and the windows of a person decide what their voice is like, in turn (expectation and maximisation).
extension RoomVoices {
  /// Number of times that windows and voices are computed from one another.
  private static let rounds = 3
  /// Minimum length of speech in a person's turns before their voice is looked for, in milliseconds.
  private static let minTurnMs = 6_000
  /// Minimum length of speech of one voice in them, in milliseconds, and minimum share of that voice.
  private static let minVoiceMs = 4_500
  private static let minShare: Float = 0.5
  /// Maximum number of windows among which a voice is looked for.
  private static let maxSearched = 60
  /// Cosine with a voice from which a window counts as of that voice.
  private static let ownCosine: Float = 0.36
  /// Cosines between which the weight of a window rises from 0 to 1.
  private static let weights: ClosedRange<Float> = 0.2...0.5
  /// Number of times that the centre of a voice is moved to the windows that are nearest to it.
  private static let moves = 8
  /// Share of the cosine of a near window below which windows do not move the centre.
  private static let nearShare: Float = 0.5
  /// Cosine from which two voices are the same one.
  private static let sameCosine: Float = 0.6
  /// Share of the speech of another person's turns from which it is not clear whose turns a voice belongs to.
  private static let rivalShare: Float = 0.6
  /// Weight of a print, as a length of speech in milliseconds. It is low, so that the voice follows the room.
  private static let printMs = 15_000
  /// Minimum length of a voice that is kept after the meeting, in milliseconds.
  private static let minKeptMs = 8_000
  /// Minimum length of speech that a print learns, in milliseconds.
  private static let minLearnedMs = 1_500
  /// Minimum length of the speech in the turns of another person that confirms a voice, in milliseconds.
  private static let minOtherMs = 3_000

  /// The prints to keep after the meeting, of the persons whose voice was confirmed: by their print of earlier meetings;
  /// by the turns of another person, in which it did not speak most; or by a correction.
  public var learned: [UUID: VoicePrint] {
    var learned: [UUID: VoicePrint] = [:]
    let speech = speech
    for person in vectors.keys {
      guard let heard = speech[person], let mean = heard.vector else { continue }
      if let print = prints[person] {
        if heard.ms >= Self.minLearnedMs { learned[person] = print.learning(mean, ms: heard.ms) }
      } else if heard.ms >= Self.minKeptMs, isConfirmed(person) {
        learned[person] = VoicePrint(mean, ms: heard.ms)
      }
    }
    return learned
  }

  private func isConfirmed(_ person: UUID) -> Bool {
    turnMs.contains { $0.key != person && $0.value >= Self.minOtherMs }
      || heard.contains { $0.windows.contains { $0.isCorrected && $0.voice == person } }
  }

  /// Decides again on spans, after more was learned. Call it after `attribute(_:)`, and when the meeting ends.
  ///
  /// - Returns: spans that now have another person, in order of time. Each lies within an utterance that `attribute(_:)`
  ///   decided on, and changes at most three times.
  public mutating func reconsider() -> [VoiceSpan] {
    var changed: [VoiceSpan] = []
    for index in heard.indices { changed += heard[index].decide(spans(of: heard[index])) }
    return changed.sorted { $0.fromMs < $1.fromMs }
  }

  /// Computes the voices of all windows and of all persons.
  mutating func infer() {
    // A person without a print is looked for again, so that an early mistake is not kept.
    vectors = fixedVectors
    if !vectors.isEmpty { assign() }
    let fixed = Set(vectors.keys)
    for index in heard.indices {
      for place in heard[index].windows.indices where !heard[index].windows[place].isCorrected {
        let voice = heard[index].windows[place].voice
        if voice.map({ !fixed.contains($0) }) ?? false { heard[index].windows[place].voice = nil }
      }
    }
    vectors.merge(unknownVectors()) { known, _ in known }
    for round in 0..<Self.rounds {
      assign()
      if round < Self.rounds - 1 { update() }
    }
  }

  /// The voices of persons with a print, with settled speech, or with corrected lines.
  private var fixedVectors: [UUID: VoiceEmbedding] {
    var sums = settled
    for (person, print) in prints { sums[person, default: Settled()].add(print, ms: Self.printMs) }
    var corrected: [UUID: Settled] = [:]
    for window in heard.flatMap(\.windows) where window.isCorrected {
      if let person = window.voice { corrected[person, default: Settled()].add(window, weight: 1) }
    }
    for (person, speech) in corrected where sums[person] == nil { sums[person] = speech }
    return sums.filter { candidates.contains($0.key) }.compactMapValues(\.vector)
  }

  /// The speech of each person in this meeting.
  private var speech: [UUID: Settled] {
    var speech = settled
    for window in heard.flatMap(\.windows) {
      guard let person = window.voice, let weight = weight(of: window, for: person) else {
        continue
      }
      speech[person, default: Settled()].add(window, weight: weight)
    }
    return speech
  }

  /// Moves the voices of the persons to the windows that are theirs.
  private mutating func update() {
    var sums = speech
    for (person, print) in prints { sums[person, default: Settled()].add(print, ms: Self.printMs) }
    for person in vectors.keys { vectors[person] = sums[person]?.vector ?? vectors[person] }
  }

  /// Weight of a window for a person's voice, from 0 to 1: less if it also contains another voice, or noise.
  func weight(of window: HeardUtterance.Window, for person: UUID) -> Float? {
    vectors[person].map { vector in
      window.isCorrected ? 1 : Self.weight(vector.cosine(window.embedding), in: Self.weights)
    }
  }

  private static func weight(_ cosine: Float, in range: ClosedRange<Float>) -> Float {
    min(1, max(0, (cosine - range.lowerBound) / (range.upperBound - range.lowerBound)))
  }

  /// The voices that speak most in the turns of persons who are not known otherwise.
  private func unknownVectors() -> [UUID: VoiceEmbedding] {
    var found: [UUID: (vector: VoiceEmbedding, ms: Float)] = [:]
    var turns: [UUID: [HeardUtterance.Window]] = [:]
    for window in heard.flatMap(\.windows) where window.voice == nil {
      if let owner = window.owner { turns[owner, default: []].append(window) }
    }
    for person in candidates where vectors[person] == nil {
      guard let windows = turns[person]?.suffix(Self.maxSearched) else { continue }
      found[person] = Self.leadingVoice(of: Array(windows))
    }
    return found.filter { person, voice in
      !vectors.values.contains { $0.cosine(voice.vector) >= Self.sameCosine }
        && !found.contains { other, rival in
          other != person && rival.vector.cosine(voice.vector) >= Self.sameCosine
            && rival.ms >= Self.rivalShare * voice.ms
        }
    }.mapValues(\.vector)
  }

  /// Returns the voice that speaks most in windows, and the length of its speech, in milliseconds.
  private static func leadingVoice(
    of windows: [HeardUtterance.Window]
  ) -> (vector: VoiceEmbedding, ms: Float)? {
    let totalMs = windows.reduce(0) { $0 + $1.ms }
    guard totalMs >= minTurnMs else { return nil }
    // The window that is like most others, and its neighbours.
    let neighbours = windows.map { window in
      windows.map {
        Float($0.ms) * weight($0.embedding.cosine(window.embedding), in: weights)
      }
    }
    guard
      let seed = neighbours.max(by: { $0.reduce(0, +) < $1.reduce(0, +) }),
      var vector = mean(of: windows, seed)
    else { return nil }
    // A window with two voices may be like both; the centre moves to the one that is heard more.
    for _ in 0..<moves {
      let cosines = windows.map { $0.embedding.cosine(vector) }
      let near = max(0.2, cosines.sorted()[(cosines.count - 1) * 85 / 100])
      let shares = zip(windows, cosines).map { window, cosine in
        let share = weight(cosine / near, in: nearShare...1)
        return Float(window.ms) * share * share
      }
      vector = mean(of: windows, shares) ?? vector
    }
    let ms = windows.reduce(Float(0)) {
      $0 + ($1.embedding.cosine(vector) >= ownCosine ? Float($1.ms) : 0)
    }
    guard ms >= Float(minVoiceMs), ms >= minShare * Float(totalMs) else { return nil }
    return (vector, ms)
  }

  private static func mean(
    of windows: [HeardUtterance.Window], _ weights: [Float]
  ) -> VoiceEmbedding? {
    var sum = [Float](repeating: 0, count: VoiceEmbedding.dimensions)
    for (window, weight) in zip(windows, weights) where weight > 0 {
      for index in sum.indices { sum[index] += weight / 1_000 * window.embedding.values[index] }
    }
    return VoiceEmbedding(sum)
  }
}

extension RoomVoices.Settled {
  /// Adds a print, as if it were a length of speech.
  fileprivate mutating func add(_ print: VoicePrint, ms: Int) {
    let factor = Float(min(ms, print.weightMs)) / 1_000
    for index in sum.indices { sum[index] += factor * print.vector.values[index] }
  }
}
