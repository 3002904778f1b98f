import Standups

/// Colours and weights, as ANSI sequences (ECMA-48, SGR); nothing where colour is not wanted.
struct Ink: Hashable, Sendable {
  var isOn: Bool

  func bold(_ text: String) -> String { paint("1", text) }
  func dim(_ text: String) -> String { paint("2", text) }
  func red(_ text: String) -> String { paint("31", text) }
  func green(_ text: String) -> String { paint("32", text) }
  func yellow(_ text: String) -> String { paint("33", text) }

  /// Text on a theme's colour, with the ink that can be read on it.
  func themed(_ theme: Theme, _ text: String) -> String {
    paint("\(theme.hasWhiteText ? "97" : "30");48;5;\(theme.terminalColor)", text)
  }

  /// Text in a theme's colour.
  func tinted(_ theme: Theme, _ text: String) -> String {
    paint("38;5;\(theme.terminalColor)", text)
  }

  private func paint(_ code: String, _ text: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// Whether colour is wanted: on a terminal, and not where `NO_COLOR` asks for none (no-color.org).
  static func isWanted(isTerminal: Bool, environment: [String: String]) -> Bool {
    isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }
}

extension Theme {
  /// The nearest of the 256 colours that terminals know.
  var terminalColor: Int {
    switch self {
    case .bubblegum: 218
    case .buttercup: 222
    case .indigo: 54
    case .lavender: 183
    case .magenta: 125
    case .navy: 17
    case .orange: 209
    case .oxblood: 88
    case .periwinkle: 111
    case .poppy: 203
    case .purple: 91
    case .seafoam: 158
    case .sky: 117
    case .tan: 180
    case .teal: 37
    case .yellow: 227
    }
  }
}
