/// Computes the size of strings when encoded as JSON.
public enum JSONSize {
  /// Size of a string when encoded as JSON, in bytes and without its quotes: a control character
  /// takes two or six.
  public static func bytes(of text: some StringProtocol) -> Int {
    text.utf8.reduce(0) { sum, byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 8, 9, 10, 12, 13: sum + 2
      case ..<0x20: sum + 6
      default: sum + 1
      }
    }
  }
}
