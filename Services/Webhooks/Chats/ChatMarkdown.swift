import WebhooksAPI

/// The Markdown of Mattermost and Discord.
enum ChatMarkdown {
  /// Nothing that can be seen; after it neither a line nor a mention begins.
  static let nothing = "\u{200B}"

  /// How a scalar is written for Mattermost. It takes Slack's mentions, too (`<!channel>`), and `<` cannot be escaped.
  static func mattermost(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\", "`", "*", "_", "[", "]", "#", "!", "|", ">": "\\\(scalar)"
    case "@", "~", "<": "\(scalar)\(nothing)"
    default: String(scalar)
    }
  }

  /// How a scalar is written for Discord.
  static func discord(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\", "`", "*", "_", "~", "[", "]", "(", ")", "#", "|", "<", ">", ":": "\\\(scalar)"
    case "@": "\(scalar)\(nothing)"
    default: String(scalar)
    }
  }

  /// Title and sentence, each on a line of its own.
  static func writeHead(of text: WebhookText, to markdown: inout ChatText) {
    markdown.say(text.title, from: "**", to: "**")
    if let sentence = text.text { markdown.say(sentence, from: "\n\(nothing)") }
  }

  /// Who said what.
  static func writeParts(of text: WebhookText, to markdown: inout ChatText) {
    for part in text.parts ?? [] {
      if let name = part.name {
        markdown.say(name, from: "\n**", to: ":** ")
        markdown.say(part.text)
      } else {
        markdown.say(part.text, from: "\n\(nothing)")
      }
    }
  }

  /// What is for programs, and where to go.
  static func writeFoot(of text: WebhookText, to markdown: inout ChatText) {
    if let code = text.safeCode { markdown.mark("\n```json\n\(code)\n```") }
    if let link = text.link { markdown.say(link, from: "\n\(nothing)") }
  }
}
