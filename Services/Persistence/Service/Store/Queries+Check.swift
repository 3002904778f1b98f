import Documents
import PersistenceAPI

extension DocumentQuery {
  /// Validates the query, and returns the cursor after which the page begins; nil for the first
  /// page.
  ///
  /// - Throws: `StoreError` with `invalid` for a limit out of range, too many ids, or an invalid
  ///   cursor.
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
  /// Validates the query.
  ///
  /// - Throws: `StoreError` with `invalid`.
  func check() throws {
    try StoreLimits.check(limit: limit ?? 100)
    if let problem { throw StoreError(.invalid, problem) }
  }

  /// Checks that the journal contains the requested events.
  ///
  /// - Throws: `StoreError` with `compacted` or `invalid` otherwise.
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
  /// Validates the query.
  ///
  /// - Throws: `StoreError` with `invalid` for a limit or an offset out of range.
  func check() throws {
    try StoreLimits.check(limit: limit ?? 20)
    guard offset ?? 0 >= 0 else {
      throw StoreError(.invalid, "Invalid offset; expected 0 or more.")
    }
  }
}

extension FindCorrelated {
  /// Validates the query, and returns the id or prefix in its stored form.
  ///
  /// - Throws: `StoreError` with `invalid` for a limit out of range or an invalid id.
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
