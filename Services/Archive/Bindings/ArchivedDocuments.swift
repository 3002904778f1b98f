import Bus
import Cells
import Documents
import FastJSON

/// Documents of an archive, which are all documents that users own. Internal documents of the
/// services, such as logins and dead letters, and live meetings are not included.
enum ArchivedDocuments {
  /// Collections of standups, in the order in which they are written: everything that belongs to a
  /// standup is written before it, so that a client that can read the standup finds all of it.
  static let ofStandups = SlotDocuments.kinds.filter { $0.archive != nil }.map(\.collection)
  /// Collections that belong to no standup.
  static let others = DocumentKind.all.filter { $0.archive != nil && $0.slot == nil }
    .map(\.collection)

  /// Collections that are read for a slot. Without a slot, these are the collections that belong to
  /// no standup.
  static func collections(of slot: Slot?) -> [String] { slot == nil ? others : ofStandups }

  /// Reason why a document cannot be stored here; nil if it can.
  static func problem(_ document: Document, in slot: Slot?) -> String? {
    guard collections(of: slot).contains(document.collection) else {
      return "Invalid collection “\(document.collection.prefix(40))”; archives do not contain it."
    }
    guard !document.id.isEmpty, document.id.utf8.count <= 128 else {
      return "Invalid document id; expected 1 to 128 bytes."
    }
    if let slot, SlotDocuments.slot(document.parent ?? document.id) != slot {
      return "The document does not belong to slot \(slot)."
    }
    return DocumentRules.problem(document)
  }

  private static func archiving(_ document: Document) -> Archiving? {
    DocumentKind.of(document.collection)?.archive
  }

  /// A document without its secrets.
  static func withoutSecrets(_ document: Document) throws -> Document {
    try archiving(document)?.withoutSecrets(document) ?? document
  }

  /// The form in which a document of an archive is stored here. One that was archived before there
  /// were teams belongs to the team `default`.
  static func taken(_ document: Document) throws -> Document {
    guard let archiving = archiving(document) else { return document }
    var taken = try archiving.imported(document)
    if archiving.hasTeams { taken.team = taken.team ?? TeamScope.defaultTeam }
    return taken
  }

  /// Reason why a document of an archive cannot be imported; nil if it can.
  static func obstacle(_ document: Document) -> String? {
    archiving(document)?.obstacle(document)
  }

  /// True if an existing document equals an archived one, ignoring members that record progress and
  /// secrets that the archive omits.
  static func isSame(_ here: Document, _ archived: Document) -> Bool {
    guard here.belongs(to: archived.parent, team: archived.team),
      (here.sortKey ?? 0) == (archived.sortKey ?? 0)
    else { return false }
    guard here.body != archived.body else { return true }
    guard var one = try? here.members(), var other = try? archived.members() else { return false }
    let archiving = archiving(here)
    for name in archiving?.volatile ?? [] { (one[name], other[name]) = (nil, nil) }
    archiving?.align(&one, &other)
    return one == other
  }
}

extension Document {
  /// Members of the body.
  ///
  /// - Throws: `DecodingError` if the body is not an object.
  func members() throws -> Archiving.Members { try body.decode(as: Archiving.Members.self) }
}
