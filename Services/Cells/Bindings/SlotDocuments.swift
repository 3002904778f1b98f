import Bus
import Cells
import CellsAPI
import Documents
import Foundation
import Standups

/// Place of a collection among the documents of a slot, in the order in which they are written and
/// removed.
enum SlotPlace: CaseIterable, Sendable {
  /// Documents that belong to a standup.
  case content
  /// Consent to recording, which exists before a meeting of its standup can start.
  case consent
  /// Standups and live meetings. They show that a slot is in use, so they are removed last.
  case presence
}

/// Documents of a slot: everything that the services store for its standups.
enum SlotDocuments {
  /// Kinds of these documents, in the order of their places. The slot of a document follows from an
  /// id: its parent's or its own. That is the id of a standup, or of a meeting, which is in the
  /// slot of its standup.
  static let kinds = SlotPlace.allCases.flatMap { place in
    DocumentKind.all.filter { $0.slot == place }
  }
  /// Collections of these documents.
  static let collections = kinds.map(\.collection)
  /// Collections whose documents show that a slot is in use.
  static let presence = kinds.filter { $0.slot == .presence }.map(\.collection)

  /// Commands that notify services of the documents of an arrived slot.
  static let arrivalCauses: [any BusCommand.Type] = kinds.compactMap { $0.arrival?.cause }
  /// Commands with which services check their documents.
  static let checkCauses: [any BusCommand.Type] = kinds.compactMap { $0.check }

  /// Changes for documents received from another cell.
  ///
  /// - Throws: `invalid` for a document that does not belong to the slot.
  static func changes(_ received: ReceiveDocuments) throws -> [DocumentChange] {
    let slot = try Slot(checked: received.slot)
    let put = try received.put.map { document in
      try check(document.collection, document.parent ?? document.id, slot)
      if let problem = DocumentRules.problem(document) { throw refusal(of: document, problem) }
      return DocumentChange.put(document)
    }
    // The slot of a removed document's key cannot be checked, but the other cell received the key
    // from this cell.
    let removed = try received.remove.map { key in
      try check(key.collection, nil, slot)
      return DocumentChange.delete(collection: key.collection, id: key.id)
    }
    return put + removed
  }

  /// Error for a document of another cell that cannot be stored.
  static func refusal(of document: Document, _ problem: String) -> BusError {
    let name = "\(document.collection.prefix(40))/\(document.id.prefix(128))"
    return BusError(
      .invalid,
      "\(name) was not saved: \(problem) Discard it in the cell that sent it;"
        + " “standups health” in that cell shows how.",
      detail: ["document": name])
  }

  private static func check(_ collection: String, _ id: String?, _ slot: Slot) throws {
    guard collections.contains(collection),
      id.map({ Standup.ID($0) != nil && self.slot($0) == slot }) ?? true
    else {
      throw BusError(.invalid, "A document in “\(collection)” does not belong to slot \(slot).")
    }
  }

  /// Slot of an id; nil if it is not an id.
  static func slot(_ id: String) -> Slot? { Standup.ID(id).map { Slot(of: $0.rawValue) } }
}

extension Slot {
  /// Validates the number of a slot.
  ///
  /// - Throws: `invalid` if it is out of range.
  init(checked number: Int) throws {
    guard let slot = Slot(number) else {
      throw BusError(.invalid, "Invalid slot \(number); expected 0 to \(Slot.count - 1).")
    }
    self = slot
  }
}
