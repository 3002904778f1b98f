/// The moments that a date in JSON can name.
public enum WireTime {
  /// Moments from 1970 to the last one that RFC 3339 can write, in milliseconds since 1970.
  ///
  /// Sums and differences of such numbers, and their thousandfold, fit 64 bits.
  public static let sinceEpochMs: ClosedRange<Int64> = 0...253_402_300_799_999
  /// Whole numbers that every reader of JSON keeps (RFC 8259, section 6), from 0.
  public static let counts: ClosedRange<Int64> = 0...9_007_199_254_740_991
}
