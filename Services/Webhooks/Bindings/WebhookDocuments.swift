import Documents
import FastJSON
import WebhooksAPI

extension DocumentKind {
  /// Webhooks. Only the webhooks service can decode them, so other programs check only their form.
  static let webhooks = DocumentKind(
    "webhooks",
    archive: Archiving(
      volatile: ["position", "pause", "failingSince", "isLocal"],
      align: { here, archived in
        for secret in ["secret", "url"] where archived[secret] == nil { here[secret] = nil }
      },
      withoutSecrets: { try $0.withoutSecrets() },
      imported: { try $0.imported() },
      obstacle: {
        $0.body["url"] == nil
          ? "The archive does not contain the webhook's secret URL; create the webhook again."
          : nil
      }, maxDocuments: 100),
    check: CheckWebhooks.self
  ) { $0.body["id"]?.string == $0.id ? nil : "“id” must be the id of the document." }
}

extension Document {
  /// A webhook without its signing secret and, for a chat, without its URL, because anyone who
  /// knows that URL can post there.
  fileprivate func withoutSecrets() throws -> Document {
    var members = try members()
    members["secret"] = nil
    if isForChat { members["url"] = nil }
    var document = self
    document.body = try RawJSON(encoding: members)
    return document
  }

  private var isForChat: Bool {
    !["binary", "structured"].contains(body["format"]?.string ?? "binary")
  }

  /// Form in which a webhook is imported.
  ///
  /// It is paused until a user resumes it, because the archive may come from a different
  /// installation and the receivers already have those events. `isLocal` is reset, because an
  /// archive must not be able to claim that the user of this machine requested calls to an internal
  /// address.
  fileprivate func imported() throws -> Document {
    var document = self
    document.body = body.setting("isLocal", to: try RawJSON(encoding: false)).setting(
      "pause",
      to: try RawJSON(
        encoding: Pause(
          reason: "Imported from an archive; resume the webhook to deliver events from here.",
          isWanted: true)))
    return document
  }
}

private struct Pause: Codable {
  var reason: String
  var isWanted: Bool
}
