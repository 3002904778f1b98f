import WebhooksAPI

/// A message for an incoming webhook of Mattermost, in Markdown.
struct MattermostMessage: Encodable {
  var text: String

  /// Mattermost accepts 16,383 characters, unless its database is old.
  private static let most = 16_000

  init(_ text: WebhookText) {
    var markdown = ChatText(limit: Self.most, escape: ChatMarkdown.mattermost)
    ChatMarkdown.writeHead(of: text, to: &markdown)
    ChatMarkdown.writeParts(of: text, to: &markdown)
    ChatMarkdown.writeFoot(of: text, to: &markdown)
    self.text = markdown.text
  }
}
