/// The sounds of one or more words.
struct Pronunciation: Hashable, Sendable {
  /// Maximum number of phonemes; longer texts are cut.
  static let maxCount = 40

  private(set) var phonemes: [Phoneme]

  init(_ phonemes: some Sequence<Phoneme>) {
    self.phonemes = []
    // A doubled consonant, as where two words meet, sounds like one.
    for phoneme in phonemes where phoneme.isVowel || phoneme != self.phonemes.last {
      self.phonemes.append(phoneme)
    }
    if self.phonemes.count > Self.maxCount {
      self.phonemes.removeLast(self.phonemes.count - Self.maxCount)
    }
  }

  var count: Int { phonemes.count }

  /// Returns the distance of two pronunciations in hundredths: 0 for the same sounds, 100 if nothing is
  /// alike.
  ///
  /// - Parameter limit: distance above which the exact value does not matter.
  func distance(to other: Pronunciation, limit: Int = 100) -> Int {
    guard count > 0, other.count > 0 else { return 100 }
    let longer = max(count, other.count)
    let most = limit * longer
    guard abs(count - other.count) * 35 <= most else { return 100 }
    var row = [0]
    row.reserveCapacity(other.count + 1)
    for phoneme in other.phonemes { row.append(row[row.count - 1] + PhonemeCosts.adding(phoneme)) }
    for phoneme in phonemes {
      var diagonal = row[0]
      let removal = PhonemeCosts.adding(phoneme)
      row[0] += removal
      var least = row[0]
      for (index, second) in other.phonemes.enumerated() {
        let cost = min(
          diagonal + PhonemeCosts.replacing(phoneme, with: second), row[index + 1] + removal,
          row[index] + PhonemeCosts.adding(second))
        diagonal = row[index + 1]
        row[index + 1] = cost
        least = min(least, cost)
      }
      guard least <= most else { return 100 }
    }
    return min(100, (row[other.count] + longer - 1) / longer)
  }
}
