/// Counts of the classes of sounds of a pronunciation: a lower bound of the distance that is cheap to compute.
struct Profile: Sendable {
  private var vowels: Int8 = 0
  private var consonants: Int8 = 0

  init(_ pronunciation: Pronunciation) {
    for phoneme in pronunciation.phonemes {
      if phoneme.isVowel { vowels += 1 } else { consonants += 1 }
    }
  }

  /// Minimum number of phonemes that must be added or removed.
  func difference(from other: Profile) -> Int {
    let (vowels, consonants) = (
      Int(vowels) - Int(other.vowels), Int(consonants) - Int(other.consonants)
    )
    // A vowel may also replace a consonant, at a higher cost than adding either.
    return max(abs(vowels), abs(consonants))
  }
}
