import Standups

extension Ink {
  /// Returns text on a theme's background colour, in black or white for contrast.
  func themed(_ theme: Theme, _ text: String) -> String {
    paint("\(theme.hasWhiteText ? "97" : "30");48;5;\(theme.terminalColor)", text)
  }

  /// Returns text in a theme's colour.
  func tinted(_ theme: Theme, _ text: String) -> String {
    paint("38;5;\(theme.terminalColor)", text)
  }
}

extension Theme {
  /// The nearest colour in the 256-colour terminal palette.
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
