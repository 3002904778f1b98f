extension UInt8 {
  /// True for a visible ASCII character, which excludes the space.
  var isVisibleASCII: Bool { self > 0x20 && self < 0x7F }
}

extension Unicode.Scalar {
  /// True for a control character, which would disturb a log or a page.
  var isControl: Bool { properties.generalCategory == .control }
}

extension String {
  /// Compares bytes, while `==` also equates strings that Unicode considers equivalent.
  func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  /// Compares bytes in a time that depends only on the lengths, so that it reveals nothing about a secret.
  func hasSameBytesInConstantTime(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return zip(utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// The longest beginning of whole characters that fits into a number of bytes.
  func prefix(bytes most: Int) -> String {
    var (end, count) = (startIndex, 0)
    for index in indices {
      count += self[index].utf8.count
      if count > most { break }
      end = self.index(after: index)
    }
    return String(self[..<end])
  }
}
