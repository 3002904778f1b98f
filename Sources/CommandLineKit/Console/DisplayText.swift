/// Measures, truncates, wraps and sanitises text for a terminal.
package enum DisplayText {
  /// Returns the width of a string, in columns.
  package static func width(_ text: String) -> Int {
    text.reduce(0) { $0 + width($1) }
  }

  /// Returns the width of a character, in columns: 2 for East Asian wide characters and emoji, 0
  /// for combining and format characters (Unicode Standard Annex 11, data of version 15).
  package static func width(_ character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      // The emoji variation selector, and the regional indicators that form flags.
      if scalar.value == 0xFE0F || (0x1F1E6...0x1F1FF).contains(scalar.value) { return 2 }
      width = max(width, self.width(scalar))
    }
    return width
  }

  /// Returns a number with its noun: “1 day”, “3 days”.
  ///
  /// - Parameter plural: the plural noun. Default: the singular with an “s”.
  package static func count(
    _ number: some BinaryInteger, _ noun: String, plural: String? = nil
  ) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(plural ?? noun + "s")"
  }

  /// Returns the text without terminal control sequences. Names are untrusted input from other
  /// users.
  package static func safe(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\t", "\r": out.append(" ")
      case _ where isControl(scalar): out.append("\u{FFFD}")
      default: out.append(scalar)
      }
    }
    return String(out)
  }

  /// Returns equivalent JSON in which all characters that could control a terminal are escaped.
  ///
  /// Valid JSON can contain such characters only inside strings, apart from line breaks and tabs
  /// between values.
  package static func safeJSON(_ json: String) -> String {
    func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
      isControl(scalar) && !["\n", "\t", "\r"].contains(scalar)
    }
    guard json.unicodeScalars.contains(where: isUnsafe) else { return json }
    var out = ""
    for scalar in json.unicodeScalars {
      guard isUnsafe(scalar) else {
        out.unicodeScalars.append(scalar)
        continue
      }
      let digits = String(scalar.value, radix: 16)
      out += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    return out
  }

  /// Returns the text truncated to a number of columns, with “…” in place of the removed part.
  package static func truncate(_ text: String, to columns: Int) -> String {
    guard width(text) > columns else { return text }
    guard columns > 1 else { return columns == 1 ? "…" : "" }
    var out = ""
    var used = 0
    for character in text {
      let next = width(character)
      if used + next > columns - 1 { break }
      out.append(character)
      used += next
    }
    return out + "…"
  }

  /// Returns the text padded with spaces or truncated to an exact number of columns.
  package static func fit(_ text: String, _ columns: Int) -> String {
    let cut = truncate(text, to: columns)
    return cut + String(repeating: " ", count: max(0, columns - width(cut)))
  }

  /// Returns the text wrapped between words to a maximum width. Longer words are split.
  ///
  /// - Returns: at least one line.
  package static func wrap(_ text: String, width columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init) {
      let joined = line.isEmpty ? word : line + " " + word
      if width(joined) <= columns {
        line = joined
        continue
      }
      if !line.isEmpty { lines.append(line) }
      var pieces = split(word, columns)
      line = pieces.removeLast()
      lines += pieces
    }
    return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
  }

  private static func split(_ word: String, _ columns: Int) -> [String] {
    var pieces = [""]
    var used = 0
    for character in word {
      let next = width(character)
      if used + next > max(columns, 2) {
        pieces.append("")
        used = 0
      }
      pieces[pieces.count - 1].append(character)
      used += next
    }
    return pieces
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Bidirectional controls reorder a line and can disguise text.
    case .format:
      (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    default: false
    }
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if scalar.value < 0x1100 { return 1 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
    0x23F3...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F,
    0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5,
    0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5,
    0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728,
    0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55,
    0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F004...0x1F004,
    0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320,
    0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA,
    0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E,
    0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F567,
    0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F,
    0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D7, 0x1F6DC...0x1F6DF,
    0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB, 0x1F7F0...0x1F7F0,
    0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAFF,
    0x20000...0x3FFFD,
  ]
}
