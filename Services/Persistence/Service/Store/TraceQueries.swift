import Documents
import FastJSON
import PersistenceAPI

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

extension TracedEvent {
  /// Approximate size as JSON in a message, in bytes: 420 for member names, ids, numbers and the
  /// actor, plus the size of the strings that a tool may choose.
  var estimatedBytes: Int {
    420 + JSONSize.bytes(of: type) + JSONSize.bytes(of: subject)
  }
}
