public import Schema

extension Bounds {
  /// Name of a person, as other users see it: 1 to 64 bytes without control characters.
  public static let webName = text(1...64).named("WebName")
}
