/// Text styles as ANSI escape sequences (ECMA-48, SGR). Returns plain text if styles are off.
package struct Ink: Hashable, Sendable {
  package var isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  package func bold(_ text: String) -> String { paint("1", text) }
  package func dim(_ text: String) -> String { paint("2", text) }
  package func red(_ text: String) -> String { paint("31", text) }
  package func green(_ text: String) -> String { paint("32", text) }
  package func yellow(_ text: String) -> String { paint("33", text) }

  /// Returns the text styled with an SGR code.
  package func paint(_ code: String, _ text: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// Returns true if colours are enabled: the output is a capable terminal, and `NO_COLOR` is not
  /// set (no-color.org).
  package static func isWanted(isTerminal: Bool, environment: [String: String]) -> Bool {
    isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && !isDumb(environment)
  }

  /// Returns true if the terminal supports no escape sequences for colours or cursor movement.
  package static func isDumb(_ environment: [String: String]) -> Bool {
    environment["TERM"] == "dumb"
  }
}
