import Bus
import BusRouter
import Documents
import FastJSON
import Foundation
import RouterAPI
import WebhooksAPI

/// Letters as they are kept.
extension DeadLetterOffice {
  static let collection = "deadLetters"
  /// What is larger is not kept, as letters may come by the thousand: those that can be delivered again are
  /// small.
  static let maxBodyBytes = 64_000

  /// The attempts that are counted.
  private static let allAttempts = 1...1_000_000_000

  /// The letter as it is kept. A body that is too large, secret, or no JSON, is not kept.
  static func document(_ letter: RouterNotice.Letter, at date: Date) throws -> Document {
    let id = letter.id.lowercaseText
    // The secrets of webhooks are for no reader of the dead letters.
    let isSecret = letter.message == WebhookChangesDecided.target
    return try document(
      DeadLetter(
        id: id, time: date, sender: letter.service, target: letter.message,
        attempts: letter.attempts, error: letter.error.fitting,
        correlation: letter.correlation?.lowercaseText, bytes: letter.body.count,
        body: isSecret ? nil : body(letter.body)))
  }

  /// The letter that is kept in a document, or one that says that it cannot be read: so it can be dropped, and
  /// the others are not held up by it.
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

  static func document(_ letter: DeadLetter) throws -> Document {
    Document(
      collection: collection, id: letter.id,
      sortKey: Int64(letter.time.timeIntervalSince1970 * 1000),
      body: try RawJSON(encoding: letter))
  }

  /// What is no JSON is not kept; its size and its sender are.
  private static func body(_ bytes: Data) -> RawJSON? {
    bytes.count <= maxBodyBytes ? try? RawJSON(validating: bytes) : nil
  }
}

extension DeadLetter {
  /// In place of a sender and a target that are not known.
  static let unreadable = "unreadable"

  /// Whether it stands for one that cannot be read.
  var isUnreadable: Bool { sender == Self.unreadable && target == Self.unreadable }

  /// As it stands in a list: without what it says.
  var listed: DeadLetter {
    var letter = self
    letter.body = nil
    letter.error = error.fitting
    return letter
  }
}

extension BusError {
  /// The most characters of a sentence that are kept with a letter, and the most bytes of the detail.
  private static let most = (characters: 1000, detailBytes: 2000)

  /// Short enough to be kept with a letter, and to be told in an event: whoever answers with an error
  /// may write as much as fits a message.
  var fitting: BusError {
    var error = self
    if message.unicodeScalars.count > Self.most.characters {
      error.message = String(message.unicodeScalars.prefix(Self.most.characters)) + "…"
    }
    let detailBytes = (detail ?? [:]).reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    if detailBytes > Self.most.detailBytes { error.detail = nil }
    return error
  }
}
