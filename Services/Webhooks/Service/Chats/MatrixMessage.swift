import WebhooksAPI

/// The content of an `m.room.message` of Matrix 1.7.
struct MatrixMessage: Encodable {
  /// Not `m.notice`, which automated clients use: by default, users are not notified of notices
  /// (`.m.rule.suppress_notices`), and they asked for these messages.
  var msgtype = "m.text"
  /// Text for clients that do not show HTML.
  var body: String
  var format = "org.matrix.custom.html"
  var formatted_body: String
  /// Suppresses mentions: without this member, servers look for names in the text.
  var mentions = Mentions()

  struct Mentions: Encodable {}

  private enum CodingKeys: String, CodingKey {
    case msgtype, body, format, formatted_body
    case mentions = "m.mentions"
  }

  /// An event has at most 65,536 bytes of JSON, in which a character of a text may take two.
  private static let maxInBody = 12_000
  private static let maxInHTML = 16_000

  init(_ text: WebhookText) {
    var plain = ChatText(limit: Self.maxInBody, size: { $0.utf8.count }) { String($0) }
    plain.say(text.title)
    if let sentence = text.text { plain.say(sentence, from: "\n") }
    for part in text.parts ?? [] {
      plain.say(part.name ?? "", from: "\n", to: part.name == nil ? "" : ": ")
      plain.say(part.text)
    }
    if let code = text.safeCode { plain.mark("\n\(code)") }
    if let link = text.link { plain.say(link, from: "\n") }
    body = plain.text

    var html = ChatText(limit: Self.maxInHTML, size: { $0.utf8.count }, escape: Self.escape)
    html.say(text.title, from: "<strong>", to: "</strong>")
    if let sentence = text.text { html.say(sentence, from: "<br>") }
    for part in text.parts ?? [] {
      html.say(
        part.name ?? "", from: "<br><strong>", to: part.name == nil ? "</strong>" : ":</strong> ")
      html.say(part.text)
    }
    // The characters that HTML would interpret are already escaped as JSON.
    if let code = text.safeCode { html.mark("<pre><code>\(code)</code></pre>") }
    if let link = text.link { html.say(link, from: "<br>") }
    formatted_body = html.text
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case "'": "&#39;"
    default: String(scalar)
    }
  }
}
