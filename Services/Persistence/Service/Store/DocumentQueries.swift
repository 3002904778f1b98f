import Bus
import Cells
import Documents
import PersistenceAPI

extension DocumentQuery {
  /// Validates the query, and returns the cursor after which the page begins; nil for the first
  /// page.
  ///
  /// - Throws: `StoreError` with `invalid` for a limit out of range, too many ids or teams, or an
  ///   invalid cursor.
  func checked() throws -> DocumentCursor? {
    if let problem = TeamScope.problem(ofTeams: teams) { throw StoreError(.invalid, problem) }
    if let ids {
      guard ids.count <= DocumentQuery.maxIDs else {
        throw StoreError(
          .invalid, "Too many ids: \(ids.count); expected at most \(DocumentQuery.maxIDs).")
      }
      return nil
    }
    try StoreLimits.check(limit: limit ?? 100)
    guard let after else { return nil }
    guard let cursor = DocumentCursor(after) else {
      throw StoreError(.invalid, DocumentCursor.invalid)
    }
    return cursor
  }
}

extension DocumentQuery {
  /// The teams, each once; nil for all documents.
  var distinctTeams: [String]? { teams.map { Set($0).sorted() } }

  /// True if the teams of the query include that of a document.
  func includesTeam(of document: Document) -> Bool {
    TeamScope(teams).contains(document.team)
  }

  /// True if the page is merged from one list for each team. With a parent or slots, the documents
  /// found by those are filtered by the teams instead.
  var mergesTeams: Bool { teams != nil && parent == nil && slots == nil }
}

extension Commit {
  /// The reason why a team of the commit is invalid, as a sentence; nil if all are valid.
  var teamProblem: String? {
    for change in changes {
      let team: String? =
        if case .setTeam(_, _, let team) = change { team } else { change.document?.team }
      if let problem = TeamScope.problem(ofTeam: team) { return problem }
    }
    for event in events {
      if let problem = TeamScope.problem(ofTeam: event.labels.team) { return problem }
    }
    return nil
  }
}

/// Slot of a document in SQL: three digits of an id.
///
/// The slot of a UUID consists of its last ten bits, and is therefore in its last three digits,
/// which are characters 34 to 36 of its string. Only two bits of the first of these digits count,
/// so four strings of three digits belong to each slot.
enum SlotDigits {
  /// SQL expression for these three digits of the document's parent or, without a parent, of the
  /// document itself.
  static let expression = "lower(substr(coalesce(parent, id), 34, 3))"

  /// Strings of digits of all given slots.
  static func texts(of slots: SlotSet) -> [String] {
    slots.flatMap { slot in
      (0..<4).map { high in
        let digits = String(high << 10 | slot.number, radix: 16)
        return String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
  }
}
