extension Feature {
  /// Speech recognition, whose decisions on recording the router stores.
  static let transcription = Feature(name: "transcription", documents: [.authorizations])
}

extension DocumentKind {
  /// Decisions on speech recognition.
  static let authorizations = DocumentKind(
    Authorizations.collection, slot: .consent, archive: Archiving()
  ) { Authorizations.problem($0) }
}
