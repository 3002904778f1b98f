import CommandLineKit

extension DisplayText {
  /// The title of a standup, with a default for an empty one.
  static func title(_ title: String) -> String {
    title.isEmpty ? "Untitled standup" : safe(title)
  }
}
