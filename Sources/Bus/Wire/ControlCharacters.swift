extension String {
  /// Whether it has characters that move a cursor, or other control characters (Unicode's Cc), which have
  /// no place in a name or an id.
  public var hasControlCharacters: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
