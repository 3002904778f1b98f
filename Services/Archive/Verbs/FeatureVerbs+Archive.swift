extension FeatureVerbs {
  /// Adds no command of its own, because an archive is a format of `standups export` and `standups
  /// import`.
  static let archive = FeatureVerbs(name: "Archive")
}
