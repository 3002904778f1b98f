package import Bus
package import BusRouter
package import Documents
import FastJSON
package import Foundation
package import RouterAPI

/// Stored form of dead letters.
extension DeadLetterStore {
  package static let collection = "deadLetters"
  /// Maximum size of a stored body. Dead letters may arrive by the thousand, and those that can be
  /// delivered again are small.
  static let maxBodyBytes = 64_000

  /// Valid range of the number of attempts.
  private static let allAttempts = 1...1_000_000_000

  /// Document of a dead letter. A body that is too large, secret or not JSON is omitted.
  ///
  /// - Parameter secretMessages: the delegate messages with secrets.
  package static func document(
    _ letter: RouterNotice.Letter, at date: Date, secretMessages: Set<SentMessage>
  ) throws -> Document {
    let id = letter.id.lowercaseText
    // Readers of the dead letters must not see secrets.
    let isSecret = secretMessages.contains(SentMessage(letter.service, letter.message))
    return try document(
      DeadLetter(
        id: id, time: date, sender: letter.service, target: letter.message,
        attempts: letter.attempts, error: letter.error.fitting,
        correlation: letter.correlation?.lowercaseText, bytes: letter.body.count,
        body: isSecret ? nil : body(letter.body)))
  }

  /// The dead letter stored in a document. An unreadable document becomes a placeholder, which can
  /// be dropped and does not block the others.
  static func letter(_ document: Document) -> DeadLetter {
    if let letter = try? document.body.decode(as: DeadLetter.self), letter.id == document.id,
      allAttempts.contains(letter.attempts)
    {
      return letter
    }
    return DeadLetter(
      id: document.id,
      time: Date(timeIntervalSince1970: TimeInterval(document.sortKey ?? 0) / 1000),
      sender: DeadLetter.unreadable, target: DeadLetter.unreadable, attempts: 1,
      error: BusError(
        .internal,
        "The stored dead letter cannot be read; it can only be dropped: standups dead-letters drop"
          + " \(document.id)."))
  }

  package static func document(_ letter: DeadLetter) throws -> Document {
    Document(
      collection: collection, id: letter.id,
      sortKey: Int64(letter.time.timeIntervalSince1970 * 1000),
      body: try RawJSON(encoding: letter))
  }

  /// The body as JSON; nil if it is too large or not JSON, in which case only its size is stored.
  private static func body(_ bytes: Data) -> RawJSON? {
    bytes.count <= maxBodyBytes ? try? RawJSON(validating: bytes) : nil
  }
}

extension DeadLetter {
  /// Placeholder for an unknown sender and target.
  static let unreadable = "unreadable"

  /// True if it is the placeholder of an unreadable dead letter.
  var isUnreadable: Bool { sender == Self.unreadable && target == Self.unreadable }

  /// The form for lists: without the body and with a shortened error.
  var listed: DeadLetter {
    var letter = self
    letter.body = nil
    letter.error = error.fitting
    return letter
  }
}

extension BusError {
  /// Maximum length of a stored message in characters, and of its detail in bytes.
  private static let most = (characters: 1000, detailBytes: 2000)

  /// Copy that is short enough for a dead letter and its event; the sender of an error can fill a
  /// whole message.
  package var fitting: BusError {
    var error = self
    if message.unicodeScalars.count > Self.most.characters {
      error.message = String(message.unicodeScalars.prefix(Self.most.characters)) + "…"
    }
    let detailBytes = (detail ?? [:]).reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    if detailBytes > Self.most.detailBytes { error.detail = nil }
    return error
  }
}
