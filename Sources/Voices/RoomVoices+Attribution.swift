import Foundation

/// The persons who spoke an utterance: the most likely sequence of voices (Viterbi's algorithm), from the likeness of each window
/// with each voice, and from whose turn it is.
extension RoomVoices {
  /// Weight of a cosine against the logarithms of the other likelihoods.
  private static let cosineWeight: Float = 24
  /// Cosine that counts for a voice that is not known, if the owner of the turn is known or not.
  private static let strangeCosine: Float = 0.34
  private static let ownerlessCosine: Float = 0.36
  /// Minimum cosine of a piece that is given to another person than the timer's owner, and by how much it must be nearer
  /// to that person than to any other.
  private static let minCosine: Float = 0.36
  private static let minMargin: Float = 0.08
  /// Logarithm of the likelihood that the next window has another voice.
  private static let change: Float = log(0.2)
  /// Likelihoods that the timer's owner, any other known person, and a voice that is not known speak.
  private static let ownerChance: Float = 0.7
  private static let otherChance: Float = 0.25
  private static let strangeChance: Float = 0.05
  /// Likelihood that a voice that is not known speaks in the turn of a person who is not known.
  private static let ownerlessChance: Float = 0.7

  /// Decides who spoke an utterance.
  ///
  /// - Returns: spans in order of time that cover the utterance without gaps; at least one.
  public mutating func attribute(_ utterance: VoiceUtterance) -> [VoiceSpan] {
    guard isListening, !utterance.windows.isEmpty else {
      return [
        VoiceSpan(fromMs: utterance.fromMs, toMs: utterance.toMs, person: nil, isDoubtful: false)
      ]
    }
    var new = HeardUtterance(utterance)
    for window in new.windows { turnMs[window.owner, default: 0] += window.ms }
    heard.append(new)
    infer()
    new = heard.removeLast()
    let spans = spans(of: new)
    new.decisions = spans.map { HeardUtterance.Decision(span: $0) }
    heard.append(new)
    dropStrangers()
    settle()
    return spans
  }

  /// Assigns a voice to each window that was not corrected.
  mutating func assign() {
    let voices = vectors.sorted { $0.key.uuidString < $1.key.uuidString }
      .map { (person: $0.key, vector: $0.value) }
    for index in heard.indices {
      let path = likeliest(heard[index].windows, voices)
      for (place, voice) in path.enumerated() where !heard[index].windows[place].isCorrected {
        heard[index].windows[place].voice = voice.map { voices[$0].person }
      }
    }
  }

  /// Returns the voice of each window, as an index of the voices; nil for one that is not known.
  private func likeliest(
    _ windows: [HeardUtterance.Window], _ voices: [(person: UUID, vector: VoiceEmbedding)]
  ) -> [Int?] {
    guard !windows.isEmpty else { return [] }
    let strange = voices.count
    var score = [Float](repeating: 0, count: voices.count + 1)
    var origins: [[Int]] = []
    for (index, window) in windows.enumerated() {
      let isOwnerKnown = window.owner.map { vectors[$0] != nil } ?? false
      var fit = voices.map { voice in
        let chance =
          voice.person == window.owner
          ? Self.ownerChance : Self.otherChance / Float(voices.count)
        return Self.cosineWeight * voice.vector.cosine(window.embedding) + log(chance)
      }
      fit.append(
        isOwnerKnown
          ? Self.cosineWeight * Self.strangeCosine + log(Self.strangeChance)
          : Self.cosineWeight * Self.ownerlessCosine + log(Self.ownerlessChance))
      let before = score
      let best = before.indices.max { before[$0] < before[$1] } ?? strange
      var origin = [Int](repeating: best, count: score.count)
      for state in score.indices {
        let isStaying = index == 0 || before[state] >= before[best] + Self.change
        if isStaying { origin[state] = state }
        score[state] = (isStaying ? before[state] : before[best] + Self.change) + fit[state]
      }
      origins.append(origin)
    }
    var state = score.indices.max { score[$0] < score[$1] } ?? strange
    var path: [Int?] = []
    for origin in origins.reversed() {
      path.append(state == strange ? nil : state)
      state = origin[state]
    }
    return path.reversed()
  }

  /// Returns the decisions about an utterance.
  func spans(of heard: HeardUtterance) -> [VoiceSpan] {
    let utterance = heard.utterance
    let runs = heard.runs
    var spans: [VoiceSpan] = []
    var fromMs = utterance.fromMs
    for (number, run) in runs.enumerated() {
      var toMs = utterance.toMs
      if number + 1 < runs.count {
        toMs = utterance.quietest(
          from: max(fromMs, heard.windows[run.upperBound - 1].middleMs),
          to: max(fromMs, heard.windows[run.upperBound].middleMs))
      }
      let (person, isDoubtful) = decide(heard.windows[run])
      spans.append(VoiceSpan(fromMs: fromMs, toMs: toMs, person: person, isDoubtful: isDoubtful))
      fromMs = toMs
    }
    return spans
  }

  /// Decides on successive windows of a voice.
  private func decide(
    _ windows: some Collection<HeardUtterance.Window>
  ) -> (person: UUID?, isDoubtful: Bool) {
    var turns: [UUID?: Int] = [:]
    for window in windows { turns[window.owner, default: 0] += window.ms }
    let owner = turns.max { $0.value < $1.value }?.key ?? nil
    guard let person = windows.first?.voice, let vector = vectors[person] else {
      return (nil, owner.map { vectors[$0] != nil } ?? false)
    }
    guard windows.first?.isCorrected == false else { return (person, false) }
    func cosine(_ vector: VoiceEmbedding) -> Float {
      windows.reduce(0) { $0 + $1.embedding.cosine(vector) } / Float(windows.count)
    }
    let fit = cosine(vector)
    guard person != owner else { return (person, fit < Self.strangeCosine) }
    let second = vectors.filter { $0.key != person }.values.map(cosine).max() ?? -1
    return fit >= Self.minCosine && fit - second >= Self.minMargin ? (person, false) : (nil, true)
  }
}
