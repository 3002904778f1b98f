import CommandLineKit

extension DisplayText {
  /// How a standup is called, also one without a title.
  static func title(_ title: String) -> String {
    title.isEmpty ? "Untitled standup" : safe(title)
  }
}
