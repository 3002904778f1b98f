import Cells
import Documents
import FastJSON

/// The documents of an archive: all that users own. What services keep for themselves, such as logins and letters that
/// were never delivered, and what is live is not among it.
enum ArchivedDocuments {
  /// What belongs to standups, in the order in which it is written: who reads a standup finds all that belongs to it.
  static let ofStandups = [
    "meetings.parts", "meetings", SlotDocuments.followUps, SlotDocuments.schedules,
    Authorizations.collection, SlotDocuments.standups,
  ]
  static let webhooks = "webhooks"
  static let focusItems = "focus.items"
  /// What belongs to none.
  static let others = [webhooks, focusItems]

  /// The collections that are read of a slot; without one, those of what belongs to no standup.
  static func collections(of slot: Slot?) -> [String] { slot == nil ? others : ofStandups }

  /// Members that change by themselves while nobody changes the document: how far somebody has come.
  private static let volatile = [
    webhooks: ["position", "pause", "failingSince", "isLocal"],
    SlotDocuments.schedules: ["settledMs", "told", "remindedMs"],
  ]
  /// Those of the holidays of a schedule, which are read anew each day.
  private static let readAnew = ["days", "readMs", "triedMs", "problem", "isLocal"]

  /// Why a document is none that could be kept here; nil if it could.
  static func problem(_ document: Document, in slot: Slot?) -> String? {
    guard collections(of: slot).contains(document.collection) else {
      return "Invalid collection “\(document.collection.prefix(40))”; it is not part of archives."
    }
    guard !document.id.isEmpty, document.id.utf8.count <= 128 else {
      return "Invalid document id; expected 1 to 128 bytes."
    }
    if let slot, SlotDocuments.slot(document.parent ?? document.id) != slot {
      return "It does not belong to slot \(slot)."
    }
    return DocumentRules.problem(document)
  }

  // MARK: Secrets

  /// A webhook as it is in an archive without secrets: without what signs its deliveries, and of a chat without its
  /// address, as who knows it may write there.
  static func withoutSecrets(_ document: Document) throws -> Document {
    guard document.collection == webhooks else { return document }
    var members = try members(document)
    members["secret"] = nil
    if isChat(document) { members["url"] = nil }
    var document = document
    document.body = try RawJSON(encoding: members)
    return document
  }

  private static func isChat(_ document: Document) -> Bool {
    !["binary", "structured"].contains(document.body["format"]?.string ?? "binary")
  }

  private static func members(_ document: Document) throws -> [String: RawJSON] {
    try document.body.decode(as: [String: RawJSON].self)
  }

  // MARK: Taking them

  /// A document as it is written here.
  ///
  /// A webhook posts nothing before somebody says so: an archive may be taken somewhere else than it came from, and the
  /// receivers have heard of all that already. And an archive cannot claim that the user of this machine asked for a
  /// request to an address inside.
  static func taken(_ document: Document) throws -> Document {
    var document = document
    let no = try RawJSON(encoding: false)
    switch document.collection {
    case webhooks:
      document.body = document.body.setting("isLocal", to: no).setting(
        "pause",
        to: try RawJSON(
          encoding: Pause(
            reason: "Imported from an archive; resume the webhook if it is wanted here.",
            isWanted: true)))
    case SlotDocuments.schedules:
      if let holidays = document.body["holidays"], holidays.isObject, holidays["url"] != nil {
        document.body = document.body.setting("holidays", to: holidays.setting("isLocal", to: no))
      }
    default: break
    }
    return document
  }

  private struct Pause: Codable {
    var reason: String
    var isWanted: Bool
  }

  /// Why something that an archive may have cannot be taken; nil if it can.
  static func obstacle(_ document: Document) -> String? {
    guard document.collection == webhooks, document.body["url"] == nil else { return nil }
    return "The archive does not contain the webhook's secret URL; create the webhook again."
  }

  /// Whether what is here is what an archive has, but for what changes by itself and for secrets that it has not.
  static func isSame(_ here: Document, _ archived: Document) -> Bool {
    guard here.parent == archived.parent, (here.sortKey ?? 0) == (archived.sortKey ?? 0) else {
      return false
    }
    guard here.body != archived.body else { return true }
    guard var one = try? members(here), var other = try? members(archived) else { return false }
    for name in volatile[here.collection] ?? [] { (one[name], other[name]) = (nil, nil) }
    if here.collection == webhooks {
      for name in ["secret", "url"] where other[name] == nil { one[name] = nil }
    }
    if here.collection == SlotDocuments.schedules {
      (one["holidays"], other["holidays"]) = (calendar(one), calendar(other))
    }
    return one == other
  }

  /// The holidays of a schedule; of those that are read from somewhere, only from where.
  private static func calendar(_ schedule: [String: RawJSON]) -> RawJSON? {
    guard let holidays = schedule["holidays"],
      var members = try? holidays.decode(as: [String: RawJSON].self), members["url"] != nil
    else { return schedule["holidays"] }
    for name in readAnew { members[name] = nil }
    return try? RawJSON(encoding: members)
  }
}
