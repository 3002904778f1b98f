import Bus
import Documents
import FastJSON
import Foundation
import WebClient
import WebhooksAPI

/// Saved form of a webhook.
struct StoredWebhook: Codable, Hashable, Sendable, Identifiable {
  /// The collection of its documents.
  static let collection = "webhooks"

  /// The reason why nothing is posted.
  struct Pause: Codable, Hashable, Sendable {
    var reason: String
    /// True if a user paused the webhook; false if a problem did.
    var isWanted: Bool
  }

  var id: String
  var url: String
  /// Types as specified; empty for all.
  var types: [String]
  var standup: String?
  var meeting: String?
  /// Id of the team to which it belongs; nil for a webhook of the installation, such as those of
  /// versions without teams.
  var team: String?
  var format: WebhookFormat
  var secret: WebhookSecret?
  var createdAt: Date
  /// Position up to which every event was accepted.
  var position: WebhookGap.Position
  var pause: Pause?
  /// Time since which every attempt has failed; nil for none.
  var failingSince: Date?
  /// True if the user of this machine created the webhook.
  var isLocal: Bool?

  /// The query for the next events in the journal.
  func query(limit: Int) -> JournalQuery {
    JournalQuery(
      after: position.sequence, epoch: position.epoch,
      types: types.isEmpty ? nil : wantedTypes, standup: meeting == nil ? standup : nil,
      meeting: meeting, teams: team.map { [$0] }, limit: limit)
  }

  /// Types, and prefixes of types, which end with a dot. A word without a dot may be either a type
  /// or a prefix.
  private var wantedTypes: [String] {
    types.flatMap { $0.contains(".") ? [$0] : [$0, $0 + "."] }
  }

  /// Returns whether the webhook receives events of this type, if they are of its team.
  func wants(type: String) -> Bool {
    types.isEmpty || wantedTypes.contains { $0.hasSuffix(".") ? type.hasPrefix($0) : type == $0 }
  }

  /// Creates the delivery of an event.
  func delivery(of event: CloudEvent) -> Delivery {
    Delivery(url: url, format: format, secret: secret, event: event, isLocal: isLocal ?? false)
  }

  /// Host and port of the receiver, because the rest of the URL may be secret.
  var receiver: String { HTTPAddress.receiver(of: url) }

  /// The webhook as a document.
  func document() throws -> Document {
    Document(
      collection: Self.collection, id: id, team: team,
      sortKey: Int64((createdAt.timeIntervalSince1970 * 1000).rounded()),
      body: try RawJSON(encoding: self))
  }
}

extension StoredWebhook: StoredValue {
  /// Maximum length of the reason for a pause, or of the epoch of a journal, in bytes.
  private static let maxTextBytes = 4096

  func problem(in document: Document) -> String? {
    if id != document.id || id != id.lowercased() { return Self.isAnother }
    // A document that was saved before there were teams is in the team `default`.
    guard document.team == team || team == nil && document.team == TeamScope.defaultTeam else {
      return "The team of the document does not match its content."
    }
    do throws(BusError) {
      try WebhookRules.check(
        AddWebhook(
          url: url, types: types, standup: standup, meeting: meeting, team: team, format: format,
          secret: secret))
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
