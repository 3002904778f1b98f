import ArchiveAPI
import Documents

/// The result of an import, or of a dry run.
struct ArchiveReport: Codable {
  /// True if nothing was changed.
  var isDryRun: Bool
  /// Number of documents that were created, or would be.
  var created = 0
  /// Number of documents that already exist with the same content.
  var same = 0
  /// Number of existing documents that were left unchanged because they, or the standup that they
  /// belong to, differ from the archive.
  var differ = 0
  /// Number of rejected documents.
  var refused = 0
  /// Number of units that were removed because the archive has a different version.
  var replaced = 0
  /// Number of created documents, by collection.
  var createdBy: [String: Int] = [:]
  /// The first differing documents, as `collection/id`.
  var differing: [String] = []
  /// The first rejected documents, with the reasons.
  var refusals: [Refusal] = []
  /// Units to remove so that all differing documents can be imported.
  private(set) var differingUnits: Set<Unit> = []

  /// A rejected document, as `collection/id`.
  struct Refusal: Codable {
    var document: String
    var reason: String
  }

  /// The smallest unit of removal: a standup with all of its documents, or a document outside of
  /// standups.
  struct Unit: Hashable, Comparable {
    var collection: String
    var id: String

    init(_ document: Document) {
      let isAlone = Features.archived.contains {
        $0.name == document.collection && $0.delete != nil
      }
      collection = isAlone ? document.collection : "standups"
      id = isAlone ? document.id : document.parent ?? document.id
    }

    static func < (one: Unit, other: Unit) -> Bool {
      (one.collection, one.id) < (other.collection, other.id)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case isDryRun, created, same, differ, refused, replaced, createdBy, differing, refusals
  }

  private static let maxNames = 100

  init(isDryRun: Bool) { self.isDryRun = isDryRun }

  mutating func take(_ document: Document, _ outcome: RestoreDocuments.Outcome) {
    switch outcome.result {
    case .created:
      created += 1
      createdBy[document.collection, default: 0] += 1
    case .same: same += 1
    case .differs:
      leave(document)
      differingUnits.insert(Unit(document))
    case .refused: refuse(Self.name(document), outcome.reason ?? "")
    }
  }

  /// Records that a document differs and was left unchanged.
  mutating func leave(_ document: Document) {
    differ += 1
    if differing.count < Self.maxNames { differing.append(Self.name(document)) }
  }

  mutating func refuse(_ document: String, _ reason: String) {
    refused += 1
    if refusals.count < Self.maxNames {
      refusals.append(Refusal(document: document, reason: reason))
    }
  }

  private static func name(_ document: Document) -> String {
    "\(document.collection)/\(document.id)"
  }

  /// The report as text, which names at most ten documents of each kind.
  var lines: [String] {
    var lines = [
      "\(isDryRun ? "Would create" : "Created") \(DisplayText.count(created, "document"))"
        + (created > 0 ? " (\(Self.words(createdBy)))" : "")
        + ". Identical: \(same). Different\(isDryRun ? "" : ", left as they are"): \(differ)."
        + " Rejected: \(refused)."
    ]
    if replaced > 0 {
      lines.append("Replaced with the archive’s versions: \(replaced).")
    }
    lines += differing.prefix(10).map { "Different: \(DisplayText.safe($0))" }
    if differ > 10 {
      lines.append("… and \(differ - 10) more; --json lists up to \(Self.maxNames).")
    }
    lines += refusals.prefix(10).map {
      "Rejected: \(DisplayText.safe($0.document)): \(DisplayText.safe($0.reason))"
    }
    if refused > 10 {
      lines.append("… and \(refused - 10) more; --json lists up to \(Self.maxNames).")
    }
    return lines
  }

  /// Formats counts by collection, with the collections’ nouns for their documents.
  static func words(_ counts: [String: Int]) -> String {
    let known = Features.archived.compactMap { collection in
      counts[collection.name].map { DisplayText.count($0, collection.noun) }
    }
    return known.isEmpty ? "nothing" : known.joined(separator: ", ")
  }
}
