import WebhooksAPI

/// Message for a Mattermost incoming webhook, in Markdown.
struct MattermostMessage: Encodable {
  var text: String

  /// Maximum length, in characters. Mattermost accepts 16,383, unless its database is old.
  private static let maxCharacters = 16_000

  init(_ text: WebhookText) {
    var markdown = ChatText(limit: Self.maxCharacters, escape: ChatMarkdown.mattermost)
    ChatMarkdown.writeHead(of: text, to: &markdown)
    ChatMarkdown.writeParts(of: text, to: &markdown)
    ChatMarkdown.writeFoot(of: text, to: &markdown)
    self.text = markdown.text
  }
}

extension ChatMarkdown {
  /// Escapes a scalar for Mattermost. Mattermost also accepts Slack's mentions (`<!channel>`), and
  /// `<` cannot be escaped.
  static func mattermost(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\", "`", "*", "_", "[", "]", "#", "!", "|", ">": "\\\(scalar)"
    case "@", "~", "<": "\(scalar)\(nothing)"
    default: String(scalar)
    }
  }
}
