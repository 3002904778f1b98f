import WebhooksAPI

/// The Markdown of Mattermost and Discord.
enum ChatMarkdown {
  /// Zero-width space, after which neither formatting nor a mention can begin.
  static let nothing = "\u{200B}"

  /// Writes the title and the sentence, each on its own line.
  static func writeHead(of text: WebhookText, to markdown: inout ChatText) {
    markdown.write(text.title, from: "**", to: "**")
    if let sentence = text.text { markdown.write(sentence, from: "\n\(nothing)") }
  }

  /// Writes the transcript, grouped by speaker.
  static func writeParts(of text: WebhookText, to markdown: inout ChatText) {
    for part in text.parts ?? [] {
      if let name = part.name {
        markdown.write(name, from: "\n**", to: ":** ")
        markdown.write(part.text)
      } else {
        markdown.write(part.text, from: "\n\(nothing)")
      }
    }
  }

  /// Writes the part for programs, and the link.
  static func writeFoot(of text: WebhookText, to markdown: inout ChatText) {
    if let code = text.safeCode { markdown.writeMarkup("\n```json\n\(code)\n```") }
    if let link = text.link { markdown.write(link, from: "\n\(nothing)") }
  }
}
