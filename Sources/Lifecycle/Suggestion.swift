/// Guesses what was meant by a name that is not known.
public enum Suggestion {
  /// The known name that is nearest, if it is near enough to be a slip of the finger.
  ///
  /// - Parameters:
  ///   - name: what was written.
  ///   - known: what could have been meant.
  /// - Returns: nil when nothing is within a third of the name's length, at most 3 edits.
  public static func nearest(to name: String, in known: some Sequence<String>) -> String? {
    let limit = min(3, max(1, name.count / 3))
    return known.map { ($0, distance(name, $0)) }
      .filter { $0.1 <= limit }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }

  /// Levenshtein's distance: how many letters must be added, removed or replaced.
  static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a.lowercased())
    let b = Array(b.lowercased())
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
