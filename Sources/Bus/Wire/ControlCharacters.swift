import Schema

extension String {
  /// True if the string has control characters (Unicode category Cc), such as those that move a
  /// cursor, which are not permitted in a name or an id.
  public var hasControlCharacters: Bool { unicodeScalars.contains(where: \.isControl) }
}
