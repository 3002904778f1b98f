import Bus
import Documents
import FastJSON
import Foundation
import WebClient
import WebhooksAPI

/// A webhook as it is kept.
struct StoredWebhook: Codable, Hashable, Sendable, Identifiable {
  /// The collection of its documents.
  static let collection = "webhooks"

  /// Why nothing is posted.
  struct Pause: Codable, Hashable, Sendable {
    var reason: String
    /// Somebody asked for it; otherwise it is a problem.
    var isWanted: Bool
  }

  var id: String
  var url: String
  /// As they were given; empty for all.
  var types: [String]
  var standup: String?
  var meeting: String?
  var format: WebhookFormat
  var secret: WebhookSecret?
  var createdAt: Date
  /// Up to here everything was accepted.
  var position: WebhookGap.Position
  var pause: Pause?
  /// Since when every attempt failed.
  var failingSince: Date?
  /// True if the user of this machine made it.
  var isLocal: Bool?

  /// What is asked of the journal.
  func query(limit: Int) -> JournalQuery {
    JournalQuery(
      after: position.sequence, epoch: position.epoch,
      types: types.isEmpty ? nil : wantedTypes, standup: meeting == nil ? standup : nil,
      meeting: meeting, limit: limit)
  }

  /// Types, and beginnings of types, which end in a dot. A word alone may be either.
  private var wantedTypes: [String] {
    types.flatMap { $0.contains(".") ? [$0] : [$0, $0 + "."] }
  }

  /// Whether it wants events of this type.
  func wants(type: String) -> Bool {
    types.isEmpty || wantedTypes.contains { $0.hasSuffix(".") ? type.hasPrefix($0) : type == $0 }
  }

  /// One event for it.
  func delivery(of event: CloudEvent) -> Delivery {
    Delivery(url: url, format: format, secret: secret, event: event, isLocal: isLocal ?? false)
  }

  /// The host and port of its receiver: the rest of a URL may be a secret.
  var receiver: String { HTTPAddress.receiver(of: url) }

  /// It as a document.
  func document() throws -> Document {
    Document(
      collection: Self.collection, id: id,
      sortKey: Int64((createdAt.timeIntervalSince1970 * 1000).rounded()),
      body: try RawJSON(encoding: self))
  }
}

extension StoredWebhook: StoredValue {
  /// The most bytes of why nothing is posted, or of the name of a journal.
  private static let maxTextBytes = 4096

  func problem(in document: Document) -> String? {
    if id != document.id || id != id.lowercased() { return Self.isAnother }
    do throws(BusError) {
      try WebhookRules.check(
        AddWebhook(
          url: url, types: types, standup: standup, meeting: meeting, format: format, secret: secret
        ))
    } catch {
      return error.message
    }
    guard WireTime.counts.contains(position.sequence) else {
      return "Invalid sequence \(position.sequence); expected 0 to \(WireTime.counts.upperBound)."
    }
    let isShort = [position.epoch, pause?.reason ?? ""].allSatisfy {
      $0.utf8.count <= Self.maxTextBytes
    }
    return isShort
      ? nil : "Invalid epoch or pause reason; expected at most \(Self.maxTextBytes) bytes."
  }
}
