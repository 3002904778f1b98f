public import Schema

extension Bounds {
  /// Name of a person, as other users see it: 1 to 64 bytes without control characters.
  public static let webName = line(64, isVisible: true).named("WebName")
}
