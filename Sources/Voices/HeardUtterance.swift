import Foundation

/// An utterance of the meeting with the decisions about it. It is kept in memory only.
struct HeardUtterance: Sendable, Equatable {
  /// A window, whose turn it is in, and the person whose voice it is.
  struct Window: Sendable, Equatable {
    let fromMs, toMs: Int64
    let embedding: VoiceEmbedding
    let owner: UUID?
    /// Length of the speech, without that of the window before, in milliseconds.
    let ms: Int
    /// The person whose voice it most likely is; nil for a voice that is not known.
    var voice: UUID?
    /// True if someone said that it is this person's voice.
    var isCorrected = false

    var middleMs: Int64 { (fromMs + toMs) / 2 }
  }

  /// A decision that was returned.
  struct Decision: Sendable, Equatable {
    var span: VoiceSpan
    /// Number of times that it changed.
    var changes = 0
  }

  /// Maximum number of times that a decision changes.
  static let maxChanges = 3
  /// Minimum length of a decision that changes, in milliseconds.
  static let minChangeMs: Int64 = 300
  /// Maximum length of speech that a window counts as, in milliseconds.
  private static let maxWindowMs = Int64(VoiceWindows.maxSamples * 1_000 / VoiceWindows.sampleRate)

  /// The times and turns of the utterance, without its voices, which are kept in `windows` alone.
  let utterance: VoiceUtterance
  var windows: [Window]
  var decisions: [Decision] = []

  init(_ utterance: VoiceUtterance) {
    self.utterance = utterance.withoutVoices
    var heardMs: Int64 = 0
    windows = utterance.windows.map { window in
      // Windows overlap, and each moment counts once.
      let ms = min(max(0, window.toMs - max(window.fromMs, heardMs)), Self.maxWindowMs)
      heardMs = max(heardMs, window.toMs)
      return Window(
        fromMs: window.fromMs, toMs: window.toMs, embedding: window.embedding,
        owner: utterance.owner(at: (window.fromMs + window.toMs) / 2), ms: Int(ms))
    }
  }

  /// The ranges of windows with the same voice.
  var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in windows.indices {
      if let last = runs.last, windows[last.lowerBound].voice == windows[index].voice {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }

  /// Replaces decisions.
  ///
  /// - Parameter spans: the present decisions.
  /// - Returns: the parts that have another person than before.
  mutating func decide(_ spans: [VoiceSpan]) -> [VoiceSpan] {
    var changed: [VoiceSpan] = []
    var rest: [Decision] = []
    for decision in decisions {
      let old = decision.span
      var fromMs = old.fromMs
      func keep(until toMs: Int64) {
        guard toMs > fromMs else { return }
        let part = VoiceSpan(
          fromMs: fromMs, toMs: toMs, person: old.person, isDoubtful: old.isDoubtful)
        rest.append(Decision(span: part, changes: decision.changes))
        fromMs = toMs
      }
      for span in spans where decision.changes < Self.maxChanges {
        let (start, end) = (max(span.fromMs, fromMs), min(span.toMs, old.toMs))
        guard let person = span.person, !span.isDoubtful, person != old.person,
          end - start >= Self.minChangeMs,
          old.person != nil || old.isDoubtful || person != utterance.owner(at: (start + end) / 2)
        else { continue }
        keep(until: start)
        let new = VoiceSpan(fromMs: start, toMs: end, person: person, isDoubtful: false)
        rest.append(Decision(span: new, changes: decision.changes + 1))
        changed.append(new)
        fromMs = end
      }
      keep(until: old.toMs)
    }
    decisions = rest
    return changed
  }

  /// Fixes the decisions within a time, because someone corrected them.
  mutating func fix(_ span: VoiceSpan) {
    for index in decisions.indices
    where min(decisions[index].span.toMs, span.toMs)
      > max(decisions[index].span.fromMs, span.fromMs)
    {
      decisions[index].changes = Self.maxChanges
    }
  }
}
