public import Foundation

/// A person of a meeting who agreed that their voice is recognised.
public struct VoiceCandidate: Sendable, Equatable {
  public let person: UUID
  /// The print of earlier meetings; nil for a person without one.
  public let print: VoicePrint?

  /// Creates a candidate.
  public init(person: UUID, print: VoicePrint? = nil) {
    self.person = person
    self.print = print
  }
}

/// The voices of one meeting in one room.
///
/// Only persons who agreed are candidates. A candidate is known by their print, or by the voice that speaks most in
/// their turns and does not also speak most in the turns of others. If anyone in the room did not agree, a voice that is
/// neither is dropped with its utterance. If everybody agreed, it may be that of a candidate who is not known yet: it is
/// kept in memory until all of them are known or the meeting ends, so that `reconsider()` can name it.
public struct RoomVoices: Sendable {
  /// Maximum number of candidates. The words of more stay with the timer's owner.
  public static let maxCandidates = 64
  /// Maximum number of windows that are kept; older ones of a known voice count in `settled`.
  static let maxWindows = 400

  /// Speech of a person whose windows are not kept any more: the weighted sum of its embeddings, and its length.
  struct Settled: Sendable, Equatable {
    var sum = [Float](repeating: 0, count: VoiceEmbedding.dimensions)
    var ms = 0
  }

  /// The persons who agreed.
  public private(set) var candidates: Set<UUID> = []
  /// Number of persons in the room who did not agree, or are not known.
  public private(set) var others: Int
  private(set) var prints: [UUID: VoicePrint] = [:]
  /// The voices of the persons who are known.
  var vectors: [UUID: VoiceEmbedding] = [:]
  var heard: [HeardUtterance] = []
  var settled: [UUID: Settled] = [:]
  /// Length of the speech by whose turn it was, in milliseconds.
  var turnMs: [UUID?: Int] = [:]

  /// Begins a meeting.
  ///
  /// - Parameters:
  ///   - candidates: the persons who agreed; the first one counts if a person is listed twice.
  ///   - others: number of attendees and guests who did not agree.
  public init(candidates: [VoiceCandidate], others: Int) {
    self.others = max(0, others)
    for candidate in candidates { add(candidate) }
  }

  /// False if no voice can be recognised, so that no embedding must be computed.
  public var isListening: Bool { !candidates.isEmpty }

  /// Adds a person who agreed during the meeting. A person who is a candidate already stays as they are. `others` does
  /// not change.
  public mutating func add(_ candidate: VoiceCandidate) {
    guard candidates.count < Self.maxCandidates, candidates.insert(candidate.person).inserted else {
      return
    }
    prints[candidate.person] = candidate.print
    vectors[candidate.person] = candidate.print?.vector
  }

  /// Removes a person who withdrew their consent, with everything that may have been learned from them. They count
  /// among `others` from then on.
  public mutating func remove(_ person: UUID) {
    guard candidates.remove(person) != nil else { return }
    others += 1
    prints[person] = nil
    vectors[person] = nil
    settled[person] = nil
    // A voice that is not known may be theirs.
    keep { $0.voice != nil && $0.voice != person }
    dropStrangers()
  }

  /// Sets the number of persons in the room who did not agree.
  public mutating func setOthers(_ count: Int) {
    others = max(0, count)
    dropStrangers()
  }

  /// Learns from someone who corrected who spoke, if the voice is still known.
  ///
  /// - Parameter span: the time, and the person who spoke; nil if it was none of the candidates, whose voice is then
  ///   dropped.
  public mutating func correct(_ span: VoiceSpan) {
    let person = span.person.flatMap { candidates.contains($0) ? $0 : nil }
    for index in heard.indices {
      heard[index].fix(span)
      for place in heard[index].windows.indices {
        let middle = heard[index].windows[place].middleMs
        guard middle >= span.fromMs, middle < span.toMs else { continue }
        heard[index].windows[place].voice = person
        heard[index].windows[place].isCorrected = true
      }
    }
    keep { !$0.isCorrected || $0.voice != nil }
    infer()
  }

  /// Takes back what a correction of a time taught. A voice that it dropped stays dropped.
  public mutating func takeBackCorrection(fromMs: Int64, toMs: Int64) {
    for index in heard.indices {
      for place in heard[index].windows.indices {
        let middle = heard[index].windows[place].middleMs
        if middle >= fromMs, middle < toMs { heard[index].windows[place].isCorrected = false }
      }
    }
    infer()
  }

  /// Keeps only some windows, and the utterances that still have any.
  mutating func keep(_ isKept: (HeardUtterance.Window) -> Bool) {
    for index in heard.indices { heard[index].windows.removeAll { !isKept($0) } }
    heard.removeAll { $0.windows.isEmpty }
  }

  /// Drops voices that belong to no candidate, if anyone in the room did not agree or if all candidates are known.
  /// Speech in the turn of a candidate who is not known yet is kept, because it is most likely theirs.
  mutating func dropStrangers() {
    let unknown = candidates.subtracting(vectors.keys)
    guard others > 0 || unknown.isEmpty else { return }
    keep { window in window.voice != nil || window.owner.map(unknown.contains) ?? false }
  }

  /// Bounds the windows that are kept.
  mutating func settle() {
    var count = heard.reduce(0) { $0 + $1.windows.count }
    while count > Self.maxWindows, heard.count > 1 {
      let oldest = heard.removeFirst()
      count -= oldest.windows.count
      for window in oldest.windows {
        guard let person = window.voice, let weight = weight(of: window, for: person) else {
          continue
        }
        settled[person, default: Settled()].add(window, weight: weight)
      }
    }
  }
}

extension RoomVoices.Settled {
  /// Adds a window.
  ///
  /// - Parameter weight: from 0 to 1.
  mutating func add(_ window: HeardUtterance.Window, weight: Float) {
    let factor = weight * Float(window.ms) / 1_000
    for index in sum.indices { sum[index] += factor * window.embedding.values[index] }
    ms += Int(weight * Float(window.ms))
  }

  /// The direction of the sum; nil if it has none.
  var vector: VoiceEmbedding? { VoiceEmbedding(sum) }
}

extension RoomVoices: CustomStringConvertible, CustomReflectable {
  public var description: String { "RoomVoices(\(candidates.count) candidates)" }
  public var customMirror: Mirror {
    Mirror(self, children: ["candidates": candidates.count, "others": others])
  }
}
