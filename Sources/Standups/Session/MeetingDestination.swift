extension MeetingSession {
  /// One screen over the meeting at a time: two alerts are never open at once.
  public enum Destination: Hashable, Sendable {
    case alert(Alert)
  }
}

/// `{"alert": {…}}`, without the `_0` that the compiler would put between.
extension MeetingSession.Destination: Codable {
  private enum CodingKeys: String, CodingKey { case alert }

  /// Reads `{"alert": {…}}` from a saved session.
  ///
  /// - Throws: `DecodingError` if there is no `alert`, or not one that is known.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self = .alert(try container.decode(MeetingSession.Alert.self, forKey: .alert))
  }

  /// Writes an object whose one member, `alert`, is the alert.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .alert(let alert): try container.encode(alert, forKey: .alert)
    }
  }
}
