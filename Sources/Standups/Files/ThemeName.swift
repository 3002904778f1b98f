extension Theme {
  /// Name of the theme in files of Point-Free's SyncUps.
  ///
  /// Six themes have a prefix there, because their plain names are system colours.
  public var syncUpsName: String {
    switch self {
    case .indigo, .magenta, .orange, .purple, .teal, .yellow: "app\(name)"
    default: rawValue
    }
  }

  /// Creates a theme from its name in the files of either app.
  ///
  /// - Returns: nil for an unknown name.
  public init?(fileName: String) {
    guard
      let theme = Theme.allCases.first(where: {
        $0.rawValue == fileName || $0.syncUpsName == fileName
      })
    else { return nil }
    self = theme
  }
}
