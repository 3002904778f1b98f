/// Limits of a message. Each end checks its messages before it sends them, and the router checks
/// those that it receives.
public enum Limits {
  /// Maximum number of frames in a message, including head and body.
  public static let frames = 8
  /// Maximum total size of all frames, in bytes.
  public static let bytes = 1 << 20
  /// Maximum size of the head, in bytes.
  public static let headBytes = 4096
  /// Maximum size of a target, in bytes.
  public static let targetBytes = 128
  /// Maximum size of an actor, the header's `by`, in bytes.
  public static let actorBytes = 160
}
