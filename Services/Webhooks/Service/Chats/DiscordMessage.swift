import Bus
import Foundation
import WebhooksAPI

/// A message for a webhook of Discord: the event in its text, the transcript below.
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

  /// The URL of a webhook with which Discord replies once the message is saved. Without `wait`, it
  /// replies before, and does not report a message that it did not save
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
