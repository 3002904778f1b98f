import WebhooksAPI

/// The content of an `m.room.message`, as Matrix 1.7 has it.
struct MatrixMessage: Encodable {
  /// Not `m.notice`, by which automated clients answer: people's own rules are silent about notices unless they change
  /// them (`.m.rule.suppress_notices`), and somebody asked to be told of this.
  var msgtype = "m.text"
  /// For clients that show no HTML.
  var body: String
  var format = "org.matrix.custom.html"
  var formatted_body: String
  /// Nobody is mentioned: without it servers would look for names in the text.
  var mentions = Mentions()

  struct Mentions: Encodable {}

  private enum CodingKeys: String, CodingKey {
    case msgtype, body, format, formatted_body
    case mentions = "m.mentions"
  }

  /// An event has 65,536 bytes of JSON at most, in which a character of a text may take two.
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
    // Its characters that mean something to HTML are JSON's escapes already.
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
