/// How lines of the log are written.
public enum LogFormat: String, CaseIterable, Sendable {
  /// One JSON object per line.
  case json
  /// For eyes.
  case text
  /// Text on a terminal, JSON elsewhere.
  case auto
}

/// The format that was settled on, colour included.
public enum LogStyle: Hashable, Sendable {
  /// One JSON object per line.
  case json
  /// For eyes, with ANSI colours or without.
  case text(colour: Bool)

  /// - Parameters:
  ///   - format: what was asked for.
  ///   - isTerminal: whether the log goes to one.
  ///   - wantsColour: false where `NO_COLOR` (no-color.org) or `TERM=dumb` forbids it.
  public init(_ format: LogFormat, isTerminal: Bool, wantsColour: Bool) {
    switch format {
    case .json: self = .json
    case .text: self = .text(colour: isTerminal && wantsColour)
    case .auto: self = isTerminal ? .text(colour: wantsColour) : .json
    }
  }
}
