extension MeetingSession {
  /// The screen shown over the meeting. Only one can be shown, so two alerts are never open at the
  /// same time.
  public enum Destination: Hashable, Sendable {
    /// An open alert. There is never more than one.
    case alert(Alert)
  }
}

/// Encoded as `{"alert": {…}}`, without the `_0` that the compiler would add.
extension MeetingSession.Destination: Codable {
  private enum CodingKeys: String, CodingKey { case alert }

  /// Decodes `{"alert": {…}}` from a saved session.
  ///
  /// - Throws: `DecodingError` if `alert` is missing or unknown.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self = .alert(try container.decode(MeetingSession.Alert.self, forKey: .alert))
  }

  /// Encodes an object with the single member `alert`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .alert(let alert): try container.encode(alert, forKey: .alert)
    }
  }
}
