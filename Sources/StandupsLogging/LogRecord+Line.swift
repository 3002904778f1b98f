import Bus
import Foundation

extension LogRecord {
  /// Formats the record as one line, including the final newline.
  public func line(_ style: LogStyle) -> String {
    switch style {
    case .json: json
    case .text(let colour): text(colour: colour)
    }
  }

  private var sortedFields: [(key: String, value: LogValue)] {
    fields.sorted { $0.key < $1.key }
  }

  private var json: String {
    var out = "{\"time\":\"\(Timestamp.format(date))\",\"level\":\"\(level.rawValue)\""
    out += ",\"service\":" + quoted(service)
    out += ",\"message\":" + quoted(message)
    if let corr { out += ",\"corr\":\"\(corr.lowercaseText)\"" }
    for (key, value) in sortedFields {
      // Renames a field whose name would conflict with a member of the record itself.
      out += "," + quoted(Self.members.contains(key) ? key + "_" : key) + ":"
      switch value {
      case .string(let text): out += quoted(text)
      case .integer(let number): out += String(number)
      case .number(let number): out += number.isFinite ? String(number) : "null"
      case .bool(let flag): out += flag ? "true" : "false"
      }
    }
    return out + "}\n"
  }

  private static let members: Set = ["time", "level", "service", "message", "corr"]

  private func text(colour: Bool) -> String {
    let time = Timestamp.format(date).dropFirst(11).dropLast()
    let name = level.rawValue.uppercased().padding(toLength: 7, withPad: " ", startingAt: 0)
    let dim = colour ? "\u{1B}[2m" : ""
    let tint = colour ? level.colour : ""
    let plain = colour ? "\u{1B}[0m" : ""
    var out = "\(dim)\(time)\(plain) \(tint)\(name)\(plain) \(service)  \(printable(message))"
    for (key, value) in sortedFields {
      out += "  \(dim)\(printable(key))=\(plain)"
      switch value {
      case .string(let text): out += needsQuotes(text) ? quoted(text) : text
      case .integer(let number): out += String(number)
      case .number(let number): out += String(number)
      case .bool(let flag): out += String(flag)
      }
    }
    if let corr { out += "  \(dim)corr=\(corr.lowercaseText)\(plain)" }
    return out + "\n"
  }

  private func needsQuotes(_ text: String) -> Bool {
    text.isEmpty
      || text.unicodeScalars.contains { $0.value <= 0x20 || $0 == "\"" || $0 == "\u{7F}" }
  }

  /// Escapes control characters, which could move a terminal's cursor or fake a line.
  private func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isControl) else { return text }
    return String(quoted(text).dropFirst().dropLast())
  }

  /// Encodes a JSON string (RFC 8259) with its quotes; escapes all control characters.
  private func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case _ where scalar.isControl:
        let digits = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}

extension LogLevel {
  /// ANSI escape sequence that starts the level's colour.
  fileprivate var colour: String {
    switch self {
    case .debug: "\u{1B}[2m"
    case .info: "\u{1B}[32m"
    case .warning: "\u{1B}[33m"
    case .error: "\u{1B}[1;31m"
    }
  }
}
