import Cells
import Documents
import FastJSON

/// Documents of an archive: everything that users own. Internal documents of the services, such as
/// logins and dead letters, and live meetings are not included.
enum ArchivedDocuments {
  /// Collections of standups, in the order in which they are written: a client that can read a
  /// standup finds everything that belongs to it.
  static let ofStandups = [
    "meetings.parts", "meetings", SlotDocuments.followUps, SlotDocuments.schedules,
    Authorizations.collection, SlotDocuments.standups,
  ]
  static let webhooks = "webhooks"
  static let focusItems = "focus.items"
  /// Collections that belong to no standup.
  static let others = [webhooks, focusItems]

  /// Collections that are read for a slot; without a slot, those that belong to no standup.
  static func collections(of slot: Slot?) -> [String] { slot == nil ? others : ofStandups }

  /// Members that record progress and therefore change without an edit of the document.
  private static let volatile = [
    webhooks: ["position", "pause", "failingSince", "isLocal"],
    SlotDocuments.schedules: ["settledMs", "told", "remindedMs"],
  ]
  /// Members of a schedule's holidays that each daily download overwrites.
  private static let readAnew = ["days", "readMs", "triedMs", "problem", "isLocal"]

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

  // MARK: Secrets

  /// A webhook without its secrets: without the signing secret and, for a chat, without the URL,
  /// because anyone who knows that can post there.
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

  // MARK: Importing

  /// The form in which a document of an archive is stored here.
  ///
  /// An imported webhook is paused until a user resumes it: the archive may come from a different
  /// installation, and the receivers already have those events. An archive also cannot claim that
  /// the user of this machine requested calls to an internal address, so `isLocal` is reset.
  static func taken(_ document: Document) throws -> Document {
    var document = document
    let no = try RawJSON(encoding: false)
    switch document.collection {
    case webhooks:
      document.body = document.body.setting("isLocal", to: no).setting(
        "pause",
        to: try RawJSON(
          encoding: Pause(
            reason: "Imported from an archive; resume the webhook to deliver events from here.",
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

  /// Reason why a document of an archive cannot be imported; nil if it can.
  static func obstacle(_ document: Document) -> String? {
    guard document.collection == webhooks, document.body["url"] == nil else { return nil }
    return "The archive does not contain the webhook's secret URL; create the webhook again."
  }

  /// True if an existing document equals an archived one, apart from members that record progress
  /// and secrets that the archive omits.
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

  /// The holidays of a schedule; for a downloaded calendar without the downloaded members, such as
  /// its days.
  private static func calendar(_ schedule: [String: RawJSON]) -> RawJSON? {
    guard let holidays = schedule["holidays"],
      var members = try? holidays.decode(as: [String: RawJSON].self), members["url"] != nil
    else { return schedule["holidays"] }
    for name in readAnew { members[name] = nil }
    return try? RawJSON(encoding: members)
  }
}
