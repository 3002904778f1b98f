/// Finds the candidate that a user probably meant.
package enum Meant {
  /// Returns the candidate that differs only by a typo, or else the only one that starts with the
  /// word; nil for none.
  package static func nearest(to word: String, in candidates: [String]) -> String? {
    if let near = Suggestion.nearest(to: word, in: candidates) { return near }
    let beginnings = candidates.filter { $0.lowercased().hasPrefix(word.lowercased()) }
    return word.count >= 2 && beginnings.count == 1 ? beginnings[0] : nil
  }
}
