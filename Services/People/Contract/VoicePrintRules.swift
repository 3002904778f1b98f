public import Schema

/// Rules for sealed voice prints. Only the transcription service can open one; for all others, it is a
/// text of limited length.
public enum VoicePrintRules {
  /// Maximum number of bytes of a sealed print in Base64.
  public static let maxBytes = 2048
  /// Maximum speech from which a print is learned, in milliseconds: one day.
  public static let maxLearnedMs: Int64 = 86_400_000
  /// Days without use after which consent and print are erased.
  public static let keptDays = 90
  /// The same time in milliseconds.
  public static let keptMs = Int64(keptDays) * 86_400_000
  /// The error for an invalid print, which does not quote it.
  public static let problem =
    "Invalid voice print; expected Base64 of at most \(maxBytes) bytes."

  /// Checks that a sealed print is Base64 with padding (RFC 4648, section 4), and not too long.
  public static func isPrint(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard (4...maxBytes).contains(bytes.count), bytes.count.isMultiple(of: 4) else { return false }
    let padding = bytes.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    return bytes.dropLast(padding).allSatisfy(isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}

extension Bounds {
  /// Sealed voice print in Base64.
  public static let sealedVoicePrint = text(
    4...VoicePrintRules.maxBytes, pattern: "^[A-Za-z0-9+/]+={0,2}$"
  ).named("SealedVoicePrint")
}
