/// Ordinary English words, which are replaced only on strong evidence.
enum CommonWords {
  /// Returns true for an ordinary word in lower-case ASCII letters, or a word that is derived from one.
  static func contains(_ word: String) -> Bool {
    isListed(word) || stems(of: word).contains(where: isListed)
  }

  private static let endings = ["s", "es", "ed", "d", "ing", "er", "r", "ers", "rs", "ly"]

  /// Words from which a word may be derived by an ending.
  static func stems(of word: String) -> [String] {
    endings.flatMap { ending -> [String] in
      guard word.hasSuffix(ending) else { return [] }
      let stem = String(word.dropLast(ending.count))
      guard stem.count >= 3, let last = stem.last else { return [] }
      var stems = [stem]
      if ending == "ing" { stems.append(stem + "e") }
      if ["ed", "ing", "er", "ers"].contains(ending), stem.dropLast().last == last {
        stems.append(String(stem.dropLast()))
      }
      if last == "i", ending == "es" || ending == "ed" { stems.append(stem.dropLast() + "y") }
      return stems
    }
  }

  private static func isListed(_ word: String) -> Bool {
    let word = Array(word.utf8)
    return list.withUTF8Buffer { bytes in
      // Binary search in words of different lengths: the middle is moved to the start of its word.
      var (low, high) = (0, bytes.count)
      while low < high {
        var start = (low + high) / 2
        while start > low, !isSpace(bytes[start - 1]) { start -= 1 }
        var end = start
        while end < bytes.count, !isSpace(bytes[end]) { end += 1 }
        let middle = UnsafeBufferPointer(rebasing: bytes[start..<end])
        if middle.elementsEqual(word) { return true }
        if middle.lexicographicallyPrecedes(word) { low = end + 1 } else { high = start }
      }
      return false
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n")
  }
}
