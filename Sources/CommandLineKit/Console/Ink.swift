/// Colours and weights, as ANSI sequences (ECMA-48, SGR); nothing where colour is not wanted.
package struct Ink: Hashable, Sendable {
  package var isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  package func bold(_ text: String) -> String { paint("1", text) }
  package func dim(_ text: String) -> String { paint("2", text) }
  package func red(_ text: String) -> String { paint("31", text) }
  package func green(_ text: String) -> String { paint("32", text) }
  package func yellow(_ text: String) -> String { paint("33", text) }

  /// Text with an SGR code.
  package func paint(_ code: String, _ text: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// Whether colour is wanted: on a terminal, and not where `NO_COLOR` asks for none (no-color.org).
  package static func isWanted(isTerminal: Bool, environment: [String: String]) -> Bool {
    isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && !isDumb(environment)
  }

  /// Returns true for a terminal that can only print, without sequences for colours or its cursor.
  package static func isDumb(_ environment: [String: String]) -> Bool {
    environment["TERM"] == "dumb"
  }
}
