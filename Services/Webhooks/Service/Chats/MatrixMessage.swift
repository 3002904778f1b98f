import Bus
import Foundation
import WebhooksAPI

/// Matrix room, identified by its URL in the client-server API.
enum MatrixRoom {
  /// Returns whether a URL identifies a room by its id. An alias is rejected, because it can be
  /// moved to another room.
  static func isRoomURL(_ url: String) -> Bool {
    guard let parts = URLComponents(string: url), parts.query == nil else { return false }
    return parts.percentEncodedPath.wholeMatch(of: /\/_matrix\/client\/v3\/rooms\/(!|%21)[^\/]+/)
      != nil
  }

  /// URL of the PUT request for an event. The event's id is the transaction id, so an event that is
  /// sent twice is shown once.
  static func messageURL(_ id: String, in room: String) -> String {
    "\(room)/send/m.room.message/\(Topic.escape(id))"
  }
}

/// Content of a Matrix 1.7 `m.room.message`.
struct MatrixMessage: Encodable {
  /// Not `m.notice`, which automated clients use: by default, users are not notified of notices
  /// (`.m.rule.suppress_notices`), but they want to be notified of these messages.
  var msgtype = "m.text"
  /// Text for clients that do not show HTML.
  var body: String
  var format = "org.matrix.custom.html"
  var formatted_body: String
  /// Suppresses mentions. Without this member, servers look for names in the text.
  var mentions = Mentions()

  struct Mentions: Encodable {}

  private enum CodingKeys: String, CodingKey {
    case msgtype, body, format, formatted_body
    case mentions = "m.mentions"
  }

  /// Maximum size as UTF-8, in bytes. An event has at most 65,536 bytes of JSON, in which a
  /// character of the text may take two bytes.
  private static let maxInBody = 12_000
  private static let maxInHTML = 16_000

  init(_ text: WebhookText) {
    var plain = ChatText(limit: Self.maxInBody, size: { $0.utf8.count }) { String($0) }
    plain.write(text.title)
    if let sentence = text.text { plain.write(sentence, from: "\n") }
    for part in text.parts ?? [] {
      plain.write(part.name ?? "", from: "\n", to: part.name == nil ? "" : ": ")
      plain.write(part.text)
    }
    if let code = text.safeCode { plain.writeMarkup("\n\(code)") }
    if let link = text.link { plain.write(link, from: "\n") }
    body = plain.text

    var html = ChatText(limit: Self.maxInHTML, size: { $0.utf8.count }, escape: Self.escape)
    html.write(text.title, from: "<strong>", to: "</strong>")
    if let sentence = text.text { html.write(sentence, from: "<br>") }
    for part in text.parts ?? [] {
      html.write(
        part.name ?? "", from: "<br><strong>", to: part.name == nil ? "</strong>" : ":</strong> ")
      html.write(part.text)
    }
    // The characters that HTML would interpret are already escaped as JSON.
    if let code = text.safeCode { html.writeMarkup("<pre><code>\(code)</code></pre>") }
    if let link = text.link { html.write(link, from: "<br>") }
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
