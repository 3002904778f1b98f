/// Draws a time in digits of three rows, with half blocks (Unicode, Block Elements).
enum BigDigits {
  static let rows = 3

  /// Draws a string.
  ///
  /// - Parameter text: digits, colons and plus signs; other characters are drawn as spaces.
  static func lines(_ text: String) -> [String] {
    (0..<rows).map { row in text.map { glyph($0)[row] }.joined(separator: " ") }
  }

  private static func glyph(_ character: Character) -> [String] {
    switch character {
    case "0": ["█▀█", "█ █", "▀▀▀"]
    case "1": ["▀█ ", " █ ", "▀▀▀"]
    case "2": ["▀▀█", "█▀▀", "▀▀▀"]
    case "3": ["▀▀█", " ▀█", "▀▀▀"]
    case "4": ["█ █", "▀▀█", "  ▀"]
    case "5": ["█▀▀", "▀▀█", "▀▀▀"]
    case "6": ["█▀▀", "█▀█", "▀▀▀"]
    case "7": ["▀▀█", "  █", "  ▀"]
    case "8": ["█▀█", "█▀█", "▀▀▀"]
    case "9": ["█▀█", "▀▀█", "▀▀▀"]
    case ":": ["▄", "▄", " "]
    case "+": [" ▄ ", "▀█▀", "   "]
    default: ["   ", "   ", "   "]
    }
  }
}
