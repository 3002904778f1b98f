import WebhooksAPI

/// The Markdown of Mattermost and Discord.
enum ChatMarkdown {
  /// An invisible character; after it, neither a new construct nor a mention begins.
  static let nothing = "\u{200B}"

  /// Escapes a scalar for Mattermost. Mattermost also accepts Slack's mentions (`<!channel>`), and
  /// `<` cannot be escaped.
  static func mattermost(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\", "`", "*", "_", "[", "]", "#", "!", "|", ">": "\\\(scalar)"
    case "@", "~", "<": "\(scalar)\(nothing)"
    default: String(scalar)
    }
  }

  /// Escapes a scalar for Discord.
  static func discord(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\", "`", "*", "_", "~", "[", "]", "(", ")", "#", "|", "<", ">", ":": "\\\(scalar)"
    case "@": "\(scalar)\(nothing)"
    default: String(scalar)
    }
  }

  /// Writes title and sentence, each on its own line.
  static func writeHead(of text: WebhookText, to markdown: inout ChatText) {
    markdown.say(text.title, from: "**", to: "**")
    if let sentence = text.text { markdown.say(sentence, from: "\n\(nothing)") }
  }

  /// Writes the transcript, by speaker.
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

  /// Writes the part for programs, and the link.
  static func writeFoot(of text: WebhookText, to markdown: inout ChatText) {
    if let code = text.safeCode { markdown.mark("\n```json\n\(code)\n```") }
    if let link = text.link { markdown.say(link, from: "\n\(nothing)") }
  }
}
