/// Suggests the known name that resembles an unknown one.
public enum Suggestion {
  /// Returns the nearest known name, if the difference is small enough to be a typo.
  ///
  /// - Parameters:
  ///   - name: the unknown name.
  ///   - known: the candidates.
  /// - Returns: nil if every candidate differs by more edits than a third of the name's length (at
  ///   least 1 and at most 3).
  public static func nearest(to name: String, in known: some Sequence<String>) -> String? {
    let limit = min(3, max(1, name.count / 3))
    return known.map { ($0, distance(name, $0)) }
      .filter { $0.1 <= limit }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }

  /// Returns the optimal string alignment distance after Damerau (CACM 7, 1964): the number of
  /// characters to insert, delete, replace or transpose.
  static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a.lowercased())
    let b = Array(b.lowercased())
    var before: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(last[j] + (a[i] == b[j] ? 0 : 1), row[j] + 1, last[j + 1] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, before[j - 1] + 1)
        }
        row.append(least)
      }
      before = last
      last = row
    }
    return last[b.count]
  }
}
