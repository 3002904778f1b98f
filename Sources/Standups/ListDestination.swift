/// What may be open over the list of standups.
public enum ListDestination: Codable, Hashable, Sendable {
  case alert(ListAlert)
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
