/// The colour of a standup.
public enum Theme: String, CaseIterable, Codable, Hashable, Sendable {
  case bubblegum, buttercup, indigo, lavender, magenta, navy, orange, oxblood
  case periwinkle, poppy, purple, seafoam, sky, tan, teal, yellow

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
