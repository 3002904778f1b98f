extension String {
  /// True if the string is not empty, has no control characters, and has at most this number of bytes in
  /// UTF-8: what `Bounds.line` describes.
  package func isLine(_ maxBytes: Int) -> Bool {
    (1...maxBytes).contains(utf8.count) && !unicodeScalars.contains(where: \.isControl)
  }
}

extension Unicode.Scalar {
  /// True for a control character (category Cc), such as one that moves a cursor.
  package var isControl: Bool { properties.generalCategory == .control }
}
