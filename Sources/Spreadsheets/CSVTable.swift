/// A table in CSV for spreadsheets and programs (RFC 4180): the only writer of this format.
///
/// Rows end with CR and LF. A field that contains a comma, a quote or a line break is enclosed in quotes.
public struct CSVTable {
  /// Byte order mark, which makes Excel read the file as UTF-8; otherwise it assumes the machine's
  /// own encoding.
  private static let byteOrderMark = "\u{FEFF}"

  /// The table so far.
  public private(set) var text: String

  /// Creates an empty table.
  ///
  /// - Parameter isMarked: true for a file that people open with a spreadsheet; it begins with a byte
  ///   order mark.
  public init(isMarked: Bool = true) { text = isMarked ? Self.byteOrderMark : "" }

  /// Appends the names of the columns, which are constants of the program.
  public mutating func append(header: [String]) { append(header.map(CSVField.text)) }

  /// Appends a row; without fields, it is an empty line.
  public mutating func append(_ fields: [CSVField]) {
    text += fields.map(\.encoded).joined(separator: ",") + "\r\n"
  }
}

/// A field of a `CSVTable`.
public struct CSVField: Hashable, Sendable {
  /// The field as it appears in the file.
  let encoded: String

  /// A field without a value.
  public static let empty = CSVField(encoded: "")

  /// A number; nil if it is unknown.
  public static func number(_ value: (some Numeric)?) -> CSVField {
    value.map { CSVField(encoded: "\($0)") } ?? .empty
  }

  /// Text of a user or of the program. Text that a spreadsheet would evaluate as a formula gets a
  /// leading apostrophe (OWASP, CSV injection).
  public static func text(_ text: String) -> CSVField {
    let plain = isFormula(text) ? "'" + text : text
    guard plain.unicodeScalars.contains(where: { quoted.contains($0) }) else {
      return CSVField(encoded: plain)
    }
    // Scalars, because a quote with a combining accent is another `Character`, but still ends a field.
    var field = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in plain.unicodeScalars {
      field.append(scalar)
      if scalar == "\"" { field.append(scalar) }
    }
    return CSVField(encoded: String(field) + "\"")
  }

  /// Characters of a field that is enclosed in quotes. They are compared as scalars, because CR and LF
  /// together are one `Character`, as is a comma with a combining accent.
  private static let quoted = Set(",\"\r\n".unicodeScalars)

  /// Characters with which a formula begins; the last four are full-width forms, which Excel accepts
  /// in some languages.
  private static let operators = Set("=+-@\t\r\n＝＋－＠".unicodeScalars)

  private static func isFormula(_ text: String) -> Bool {
    // Spreadsheets skip spaces before a formula.
    text.unicodeScalars.first { $0 != " " }.map(operators.contains) ?? false
  }
}
