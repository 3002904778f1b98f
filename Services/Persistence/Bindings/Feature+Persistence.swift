extension Feature {
  /// Persistence, which stores a notice about a damaged file that it has set aside.
  static let persistence = Feature(name: "persistence", documents: [DocumentKind("notices")])
}
