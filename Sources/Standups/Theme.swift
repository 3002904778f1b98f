/// The colour of a standup.
public enum Theme: String, CaseIterable, Codable, Hashable, Sendable {
  /// Pink, with black text.
  case bubblegum
  /// Pale yellow, with black text.
  case buttercup
  /// Dark violet, with white text.
  case indigo
  /// Pale violet, with black text.
  case lavender
  /// Dark pink, with white text.
  case magenta
  /// Dark blue, with white text.
  case navy
  /// Orange, with black text.
  case orange
  /// Dark red, with white text.
  case oxblood
  /// Blue-violet, with black text.
  case periwinkle
  /// Light red, with black text.
  case poppy
  /// Violet, with white text.
  case purple
  /// Pale green, with black text.
  case seafoam
  /// Light blue, with black text.
  case sky
  /// Light brown, with black text.
  case tan
  /// Blue-green, with black text.
  case teal
  /// Yellow, with black text.
  case yellow

  /// True if text on this colour is white; otherwise it is black.
  public var hasWhiteText: Bool {
    switch self {
    case .indigo, .magenta, .navy, .oxblood, .purple: true
    default: false
    }
  }

  /// The name with a capital letter.
  public var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// Decodes the name of a theme.
  ///
  /// - Throws: `DecodingError` that lists all names if the name is unknown.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard let theme = Theme(rawValue: name) else {
      let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "unknown theme “\(name.prefix(40))”; expected one of: \(names)")
    }
    self = theme
  }
}
