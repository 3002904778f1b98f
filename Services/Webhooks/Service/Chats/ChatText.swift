import CommandLineKit
import WebhooksAPI

/// User text in the markup of a chat, up to the maximum length of the chat.
///
/// Markup is written unchanged, and words are escaped. If the text is too long, it ends with “…”,
/// and every open element is closed.
struct ChatText {
  private(set) var text = ""
  private var room: Int
  private let size: (String) -> Int
  private let escape: (Unicode.Scalar) -> String

  /// Creates an empty text.
  ///
  /// - Parameters:
  ///   - limit: maximum length.
  ///   - size: length of a string as the chat counts it. Default: its length in UTF-16, which is at
  ///     least as large as the length in any chat.
  ///   - escape: escaped form of a scalar.
  init(
    limit: Int, size: @escaping (String) -> Int = { $0.utf16.count },
    escape: @escaping (Unicode.Scalar) -> String
  ) {
    room = limit
    self.size = size
    self.escape = escape
  }

  /// Writes user text between markup. Line ends become spaces, and control characters are replaced.
  mutating func write(_ words: String, from open: String = "", to close: String = "") {
    let ends = size(open) + size(close) + size(Self.more)
    guard ends < room else {
      room = 0
      return
    }
    room -= ends
    text += open
    for character in DisplayText.safe(words) {
      let piece = character.unicodeScalars.map(escape).joined()
      let length = size(piece)
      guard length <= room else {
        text += Self.more + close
        room = 0
        return
      }
      text += piece
      room -= length
    }
    text += close
    room += size(Self.more)
  }

  /// Writes text that is already in the chat's markup, either completely or not at all.
  mutating func writeMarkup(_ markup: String) {
    guard size(markup) + size(Self.more) < room else { return }
    text += markup
    room -= size(markup)
  }

  private static let more = "…"
}

extension WebhookText {
  /// Maximum length of the part for programs, in bytes.
  private static let maxCode = 1000

  /// The part for programs, shortened. It contains characters that a chat could interpret only in
  /// strings, where they are written as JSON escapes.
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
