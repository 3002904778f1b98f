extension String {
  /// True if the string has control characters (Unicode category Cc), such as those that move a
  /// cursor, which are not permitted in a name or an id.
  public var hasControlCharacters: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// True if the string is not empty, has no control characters, and has at most this number of bytes in
  /// UTF-8: what `Bounds.line` describes.
  public func isLine(_ maxBytes: Int) -> Bool {
    (1...maxBytes).contains(utf8.count) && !hasControlCharacters
  }
}
