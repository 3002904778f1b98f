import Bus
import Documents
import PersistenceAPI

extension Commit {
  /// Checks the size of a commit.
  ///
  /// - Throws: `tooLarge` if its data could be written, but would not fit in a message when read.
  func check(maxBytes: Int) throws(BusError) {
    for document in changes.lazy.compactMap(\.document) where document.body.count > maxBytes {
      throw BusError(
        .tooLarge,
        "The document “\(document.id.prefix(64))” is too large: \(document.body.count) bytes; expected at most"
          + " \(maxBytes).")
    }
    // 600 bytes for the envelope of an event in a message: labels and sequences.
    let bytes = events.reduce(0) { $0 + $1.data.count + $1.id.utf8.count + 600 }
    // The events are also the reply, which must not fail after they are written. Their labels may
    // be long.
    let answerBytes = events.reduce(0) { $0 + $1.estimatedBytes }
    guard bytes <= maxBytes, answerBytes <= Limits.bytes - 2 * Limits.headBytes else {
      throw BusError(
        .tooLarge,
        "The events of the commit are too large: \(max(bytes, answerBytes)) bytes; expected at most"
          + " \(maxBytes). Split the commit.")
    }
  }
}
