/// What a message may be at most. Both ends check before they send; the router checks what it gets.
public enum Limits {
  /// Frames in a message, head and body included.
  public static let frames = 8
  /// Bytes of all frames together.
  public static let bytes = 1 << 20
  /// Bytes of the head.
  public static let headBytes = 4096
  /// Bytes of a target.
  public static let targetBytes = 128
}
