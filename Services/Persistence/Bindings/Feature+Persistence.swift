extension Feature {
  /// Persistence, which stores a notice about a damaged file that it has set aside.
  static let persistence = Feature(name: "persistence", documents: [.notices])
}

extension DocumentKind {
  /// Notices of services to users.
  static let notices = DocumentKind("notices")
}
