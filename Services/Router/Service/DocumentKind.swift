import Documents

/// The documents of one collection: how they are checked if they come from elsewhere, and whether
/// slots and archives contain them.
struct DocumentKind: Sendable {
  /// Name of the collection.
  let collection: String
  /// Place among the documents of a slot; nil if slots do not contain the collection.
  let slot: SlotPlace?
  /// Notifies a service of the documents of a slot that has arrived; nil if it need not know.
  let arrival: ArrivalNotice?
  /// Which documents an erasure in the standups service deletes; nil for none.
  let erasure: DocumentErasure?
  /// How archives contain the documents; nil if they do not.
  let archive: Archiving?
  /// Command with which a service checks its documents if only it can decode them.
  let check: (any CheckDocuments.Type)?
  /// Returns the first problem of a document from an archive or another cell; nil if a command
  /// could have written it. Nil for a collection that neither archives nor slots contain.
  let problem: (@Sendable (Document) -> String?)?

  /// Declares a collection. Default: its documents stay in this installation.
  init(
    _ collection: String, slot: SlotPlace? = nil, arrival: ArrivalNotice? = nil,
    erasure: DocumentErasure? = nil, archive: Archiving? = nil,
    check: (any CheckDocuments.Type)? = nil,
    problem: (@Sendable (Document) -> String?)? = nil
  ) {
    self.collection = collection
    self.slot = slot
    self.arrival = arrival
    self.erasure = erasure
    self.archive = archive
    self.check = check
    self.problem = problem
  }
}

extension DocumentKind {
  /// The kinds of all features, in the order of the features.
  static let all = Feature.all.flatMap(\.documents)

  /// Those whose documents mention meetings and standups.
  static let mentioning = all.filter { $0.erasure == .mentioning }

  private static let byCollection = Dictionary(
    all.map { ($0.collection, $0) }, uniquingKeysWith: { first, _ in first })

  /// The kind of the documents in a collection; nil if no feature declares it.
  static func of(_ collection: String) -> DocumentKind? { byCollection[collection] }
}
