import Bus
import Cells
import CellsAPI
import Documents
import Foundation
import Standups

/// The documents of a slot: all that the children keep of its standups.
enum SlotDocuments {
  /// Where they are. Each is in the slot of the id of what it belongs to, or of its own: that of a standup, or of a
  /// meeting, which is in its standup's slot.
  ///
  /// What says that a slot has something comes last: it is removed last.
  static let collections = [
    "session.lines", "session.states", "meetings.parts", "meetings", followUps, schedules,
    Authorizations.collection, standups, sessions,
  ]
  static let followUps = "followUps"
  static let schedules = "schedules"
  static let standups = "standups"
  static let sessions = "sessions"

  /// What came from another cell, as changes.
  ///
  /// - Throws: `invalid` for what is not of the slot.
  static func changes(_ received: ReceiveDocuments) throws -> [DocumentChange] {
    let slot = try Slot(checked: received.slot)
    let put = try received.put.map { document in
      try check(document.collection, document.parent ?? document.id, slot)
      if let problem = DocumentRules.problem(document) { throw refusal(of: document, problem) }
      return DocumentChange.put(document)
    }
    // A key does not say whose the document is; the other cell had it from here.
    let removed = try received.remove.map { key in
      try check(key.collection, nil, slot)
      return DocumentChange.delete(collection: key.collection, id: key.id)
    }
    return put + removed
  }

  /// Why a document that came from another cell is not saved.
  static func refusal(of document: Document, _ problem: String) -> BusError {
    let name = "\(document.collection.prefix(40))/\(document.id.prefix(128))"
    return BusError(
      .invalid,
      "\(name) was not saved: \(problem) Discard it in its cell; “standups health” there shows how.",
      detail: ["document": name])
  }

  private static func check(_ collection: String, _ id: String?, _ slot: Slot) throws {
    guard collections.contains(collection),
      id.map({ Standup.ID($0) != nil && self.slot($0) == slot }) ?? true
    else {
      throw BusError(.invalid, "A document in “\(collection)” does not belong to slot \(slot).")
    }
  }

  /// The slot of an id; nil for none.
  static func slot(_ id: String) -> Slot? { Standup.ID(id).map { Slot(of: $0.rawValue) } }
}

extension Slot {
  /// - Throws: `invalid` for a number that no slot has.
  init(checked number: Int) throws {
    guard let slot = Slot(number) else {
      throw BusError(.invalid, "Invalid slot \(number); expected 0 to \(Slot.count - 1).")
    }
    self = slot
  }
}
