import CommandLineKit
import WebhooksAPI

extension WebhookText {
  private static let maxCode = 1000

  /// The part for programs, shortened. Characters that a chat could interpret occur only in strings
  /// there, and are written as escapes of JSON.
  var safeCode: String? {
    guard let code else { return nil }
    var out = ""
    for character in DisplayText.safeJSON(code) {
      let piece =
        switch character {
        case "`": #"\u0060"#
        case "@": #"\u0040"#
        case "<": #"\u003c"#
        case ">": #"\u003e"#
        case "&": #"\u0026"#
        default: String(character)
        }
      guard out.utf8.count + piece.utf8.count <= Self.maxCode else { return out + "…" }
      out += piece
    }
    return out
  }

  /// The text on one line, for a notification.
  var line: String { [title, text].compactMap { $0 }.joined(separator: ". ") }
}

extension WebhookGap {
  /// Text for people.
  var words: WebhookText {
    WebhookText(
      title: "Events are missing here",
      text: reason == .compacted
        ? "The journal no longer contains the events before this point."
        : "The journal has been replaced: it is new, or was restored from a backup.")
  }
}

extension WebhookPing {
  /// An example of the events that will be posted.
  static func words(types: [String]) -> WebhookText {
    WebhookText(
      title: "A test from Standups",
      text: "You will receive these events here: \(types.joined(separator: ", ")).",
      parts: [
        .init(name: "Ann", text: "Yesterday I finished the login page."),
        .init(name: "Bob", text: "No blockers."),
      ])
  }
}
