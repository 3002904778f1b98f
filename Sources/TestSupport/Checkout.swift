public import Foundation

/// The files of this project, for tests that read them.
public enum Checkout {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the URL of a file or directory.
  ///
  /// - Parameter path: its path from the top of the checkout, such as `docs/asyncapi.yaml`.
  public static func file(_ path: String) -> URL { root.appendingPathComponent(path) }
}
