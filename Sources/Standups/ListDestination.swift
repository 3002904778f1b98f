/// The screen shown over the list of standups.
public enum ListDestination: Hashable, Sendable {
  /// An open alert.
  case alert(ListAlert)
}

/// Encoded as `{"alert": {…}}`, without the `_0` that the compiler would add.
extension ListDestination: Codable {
  private enum CodingKeys: String, CodingKey { case alert }

  /// Decodes `{"alert": {…}}`.
  ///
  /// - Throws: `DecodingError` if `alert` is missing or unknown.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self = .alert(try container.decode(ListAlert.self, forKey: .alert))
  }

  /// Encodes an object with the single member `alert`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .alert(let alert): try container.encode(alert, forKey: .alert)
    }
  }
}

/// A question about the list itself.
public enum ListAlert: Codable, Hashable, Sendable {
  /// Saved data could not be read; `reason` is a sentence with the cause. The file was set aside
  /// unchanged, and is now at `path`.
  case dataFailedToLoad(path: String, reason: String)

  /// The possible answers to this alert.
  public var actions: [ListAlertAction] { [.loadSamples, .startEmpty] }
}

/// An answer to an alert of the list.
public enum ListAlertAction: String, Codable, CaseIterable, Hashable, Sendable {
  /// Loads three sample standups.
  case loadSamples
  /// Continues without samples.
  case startEmpty
}

extension ListAlert {
  /// The kind of an alert, without its values.
  public enum Name: String, CaseIterable, Hashable, Sendable {
    /// Saved data could not be read.
    case dataFailedToLoad
  }

  /// The kind of this alert.
  public var name: Name {
    switch self {
    case .dataFailedToLoad: .dataFailedToLoad
    }
  }
}
