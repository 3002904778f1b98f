import Lifecycle

/// Finds what somebody may have meant.
package enum Meant {
  /// The candidate that is a slip of the finger away, or the only one that begins with the word.
  package static func nearest(to word: String, in candidates: [String]) -> String? {
    if let near = Suggestion.nearest(to: word, in: candidates) { return near }
    if let swapped = candidates.first(where: { isSwapped(word, $0) }) { return swapped }
    let beginnings = candidates.filter { $0.lowercased().hasPrefix(word.lowercased()) }
    return word.count >= 2 && beginnings.count == 1 ? beginnings[0] : nil
  }

  /// Whether two neighbouring letters changed places, the most common slip of all in short words.
  private static func isSwapped(_ word: String, _ candidate: String) -> Bool {
    var letters = Array(word.lowercased())
    let wanted = Array(candidate.lowercased())
    guard letters.count == wanted.count,
      let first = letters.indices.first(where: { letters[$0] != wanted[$0] }),
      first + 1 < letters.count
    else { return false }
    letters.swapAt(first, first + 1)
    return letters == wanted
  }
}
