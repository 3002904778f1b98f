/// What may be open over the list of standups.
public enum ListDestination: Hashable, Sendable {
  case alert(ListAlert)
}

/// `{"alert": {…}}`, without the `_0` that the compiler would put between.
extension ListDestination: Codable {
  private enum CodingKeys: String, CodingKey { case alert }

  /// Reads `{"alert": {…}}`.
  ///
  /// - Throws: `DecodingError` if there is no `alert`, or not one that is known.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self = .alert(try container.decode(ListAlert.self, forKey: .alert))
  }

  /// Writes the one member `alert`, with the alert in it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .alert(let alert): try container.encode(alert, forKey: .alert)
    }
  }
}

/// A question about the list itself.
public enum ListAlert: Codable, Hashable, Sendable {
  /// Saved data could not be read; it was set aside untouched at `path`.
  case dataFailedToLoad(path: String, reason: String)

  /// The answers that this alert takes.
  public var actions: [ListAlertAction] { [.loadSamples, .startEmpty] }
}

/// An answer to an alert of the list.
public enum ListAlertAction: String, Codable, CaseIterable, Hashable, Sendable {
  /// Load three samples.
  case loadSamples
  /// Go on without them.
  case startEmpty
}

extension ListAlert {
  /// Which alert, without what it says.
  public enum Name: String, CaseIterable, Hashable, Sendable {
    case dataFailedToLoad
  }

  /// Which alert this is.
  public var name: Name {
    switch self {
    case .dataFailedToLoad: .dataFailedToLoad
    }
  }
}
