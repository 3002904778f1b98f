import Documents
import PersistenceAPI

extension BatchPlan {
  /// Maximum size of an indexed name, in bytes. Three of them fit in an index entry, including
  /// escapes (https://www.postgresql.org/docs/15/btree-implementation.html).
  static let maxNameBytes = 400
}

extension Commit {
  /// First indexed name that is longer than the given number of bytes; nil if all fit.
  func firstName(longerThan maxBytes: Int) -> String? {
    func isLong(_ name: String?) -> Bool { name.map { $0.utf8.count > maxBytes } ?? false }
    if let key = idempotency?.key, isLong(key) { return key }
    for document in changes.lazy.compactMap(\.document) {
      if isLong(document.collection) { return document.collection }
      if isLong(document.id) { return document.id }
      if isLong(document.parent) { return document.parent }
    }
    for event in events {
      if isLong(event.id) { return event.id }
      let labels = event.labels
      if isLong(labels.type) { return labels.type }
      if isLong(labels.standup) { return labels.standup }
      if isLong(labels.meeting) { return labels.meeting }
    }
    return nil
  }
}
