import Documents
import PersistenceAPI

extension DocumentQuery {
  /// The place behind which a page begins; nil for the first one.
  ///
  /// - Throws: `StoreError` with `invalid` for a limit out of range, too many ids, or a cursor that no page gave.
  func checked() throws -> DocumentCursor? {
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

extension JournalQuery {
  /// - Throws: `StoreError` with `invalid` for what nothing can be answered to.
  func check() throws {
    try StoreLimits.check(limit: limit ?? 100)
    if let problem { throw StoreError(.invalid, problem) }
  }

  /// - Throws: `StoreError`, `compacted` or `invalid`, unless the journal can answer it.
  func check(_ range: JournalRange) throws {
    guard epoch == nil || epoch?.lowercased() == range.epoch else {
      throw StoreError(
        .compacted, "The journal has been replaced; request a snapshot and continue from there.")
    }
    guard after <= range.head else {
      throw StoreError(
        .invalid,
        "Invalid “after” \(after): the journal ends at \(range.head). Continue after an event that you have"
          + " received.")
    }
    guard after + 1 >= range.oldest else {
      throw StoreError(
        .compacted,
        "The events after \(after) are no longer retained; request a snapshot and continue from there."
      )
    }
  }
}

extension TextQuery {
  /// - Throws: `StoreError` with `invalid` for a limit or an offset out of range.
  func check() throws {
    try StoreLimits.check(limit: limit ?? 20)
    guard offset ?? 0 >= 0 else {
      throw StoreError(.invalid, "Invalid offset; expected 0 or more.")
    }
  }
}

extension FindCorrelated {
  /// The id, or how it begins, as it is stored.
  ///
  /// - Throws: `StoreError` with `invalid` for a limit out of range or what is no id.
  func checkedID() throws -> String {
    try StoreLimits.check(limit: limit ?? 100)
    let id = id.lowercased()
    guard id.count >= 8, id.allSatisfy({ $0.isHexDigit || $0 == "-" }) else {
      throw StoreError(
        .invalid,
        "Invalid id “\(id.prefix(40))”; expected a UUID, or at least its first 8 characters.")
    }
    return id
  }
}
