public import Schema

extension Bounds {
  /// Name of a person, as other users see it: visible, at most 64 bytes, and without control
  /// characters.
  public static let webName = line(64, isVisible: true).named("WebName")
}
