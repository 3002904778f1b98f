import Bus
import Foundation
import WebhooksAPI

/// Message for a Discord webhook: the text of the event, followed by the transcript.
struct DiscordMessage: Encodable {
  var content: String
  var embeds: [Embed]
  /// Suppresses @-mentions.
  var allowed_mentions = Mentions()

  struct Embed: Encodable {
    var description: String
    var timestamp: String
  }

  struct Mentions: Encodable {
    var parse: [String] = []
  }

  /// URL with which Discord replies only once the message is saved. Without `wait`, it replies
  /// earlier, and does not report a message that it failed to save
  /// (https://docs.discord.com/developers/resources/webhook#execute-webhook).
  static func confirming(_ url: String) -> String {
    guard var parts = URLComponents(string: url) else { return url }
    let others = (parts.percentEncodedQueryItems ?? []).filter { $0.name != "wait" }
    parts.percentEncodedQueryItems = others + [URLQueryItem(name: "wait", value: "true")]
    return parts.string ?? url
  }

  /// Maximum lengths that Discord accepts, in characters.
  private static let maxInContent = 2000
  private static let maxInDescription = 4096

  init(_ text: WebhookText, at date: Date) {
    var content = ChatText(limit: Self.maxInContent, escape: ChatMarkdown.discord)
    ChatMarkdown.writeHead(of: text, to: &content)
    ChatMarkdown.writeFoot(of: text, to: &content)
    self.content = content.text
    var words = ChatText(limit: Self.maxInDescription, escape: ChatMarkdown.discord)
    ChatMarkdown.writeParts(of: text, to: &words)
    embeds =
      words.text.isEmpty
      ? [] : [Embed(description: words.text, timestamp: Timestamp.format(date))]
  }
}

extension ChatMarkdown {
  /// Escapes a scalar for Discord.
  static func discord(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\", "`", "*", "_", "~", "[", "]", "(", ")", "#", "|", "<", ">", ":": "\\\(scalar)"
    case "@": "\(scalar)\(nothing)"
    default: String(scalar)
    }
  }
}
