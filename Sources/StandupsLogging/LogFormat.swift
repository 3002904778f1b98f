/// Requested format of the log lines.
public enum LogFormat: String, CaseIterable, Sendable {
  /// One JSON object per line.
  case json
  /// Human-readable lines.
  case text
  /// Text on a terminal, JSON elsewhere.
  case auto
}

/// Resolved format of the log lines, including colour.
public enum LogStyle: Hashable, Sendable {
  /// One JSON object per line.
  case json
  /// Human-readable lines, with or without ANSI colours.
  case text(colour: Bool)

  /// Resolves a requested format.
  ///
  /// - Parameters:
  ///   - format: the requested format.
  ///   - isTerminal: true if the log goes to a terminal.
  ///   - wantsColour: false if `NO_COLOR` (no-color.org) or `TERM=dumb` forbids it.
  public init(_ format: LogFormat, isTerminal: Bool, wantsColour: Bool) {
    switch format {
    case .json: self = .json
    case .text: self = .text(colour: isTerminal && wantsColour)
    case .auto: self = isTerminal ? .text(colour: wantsColour) : .json
    }
  }
}
