import CommandLineKit

/// Words of people in the markup of a chat, and never more of them than the chat takes.
///
/// Markup is written as it is, words are escaped. Where the room ends stands “…”, every element that was begun is
/// ended, and nothing follows.
struct ChatText {
  private(set) var text = ""
  private var room: Int
  private let size: (String) -> Int
  private let escape: (Unicode.Scalar) -> String

  /// - Parameters:
  ///   - limit: how long the text may get.
  ///   - size: how long the chat says that a text is; UTF-16 unless told, which is no less than anybody counts.
  ///   - escape: how a scalar is written: what is meant may have a mark on it.
  init(
    limit: Int, size: @escaping (String) -> Int = { $0.utf16.count },
    escape: @escaping (Unicode.Scalar) -> String
  ) {
    room = limit
    self.size = size
    self.escape = escape
  }

  /// Writes words within markup; line ends become spaces, what steers a line is replaced.
  mutating func say(_ words: String, from open: String = "", to close: String = "") {
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

  /// Writes what is in the chat's own language already: all of it, or nothing.
  mutating func mark(_ markup: String) {
    guard size(markup) + size(Self.more) < room else { return }
    text += markup
    room -= size(markup)
  }

  private static let more = "…"
}
