/// The range of times in JSON.
public enum WireTime {
  /// Times from 1970 to the last one that RFC 3339 can represent, in milliseconds since 1970.
  ///
  /// Sums and differences of such numbers, and a thousand times such a number, fit in 64 bits.
  public static let sinceEpochMs: ClosedRange<Int64> = 0...253_402_300_799_999
  /// Integers from 0 that every JSON reader represents exactly (RFC 8259, section 6).
  public static let counts: ClosedRange<Int64> = 0...9_007_199_254_740_991
}
