import Bus
import Documents
import PersistenceAPI

extension Commit {
  /// - Throws: `too_large` for what could be written but not be read again in one message.
  func check(maxBytes: Int) throws(BusError) {
    for document in changes.lazy.compactMap(\.document) where document.body.count > maxBytes {
      throw BusError(
        .tooLarge,
        "The document “\(document.id.prefix(64))” is too large: \(document.body.count) bytes; expected at most"
          + " \(maxBytes).")
    }
    // What stands around an event in a message: ids, labels, sequences.
    let bytes = events.reduce(0) { $0 + $1.data.count + $1.id.utf8.count + 600 }
    // They are the answer: that must not fail once they are written. Labels may be long.
    let answerBytes = events.reduce(0) { $0 + $1.estimatedBytes }
    guard bytes <= maxBytes, answerBytes <= Limits.bytes - 2 * Limits.headBytes else {
      throw BusError(
        .tooLarge,
        "The events of the commit are too large: \(max(bytes, answerBytes)) bytes; expected at most"
          + " \(maxBytes). Split the commit.")
    }
  }
}
