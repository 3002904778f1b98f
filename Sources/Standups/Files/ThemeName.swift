extension Theme {
  /// The name in the files of Point-Free's SyncUps.
  ///
  /// Six themes have a prefix there, because the system has colours of their plain names.
  public var syncUpsName: String {
    switch self {
    case .indigo, .magenta, .orange, .purple, .teal, .yellow: "app\(name)"
    default: rawValue
    }
  }

  /// Reads the name of a theme as either app writes it.
  ///
  /// - Returns: nil if there is no such theme.
  public init?(fileName: String) {
    guard
      let theme = Theme.allCases.first(where: {
        $0.rawValue == fileName || $0.syncUpsName == fileName
      })
    else { return nil }
    self = theme
  }
}
