extension Feature {
  /// The timer, which runs the countdowns of other features and of tools.
  static let timer = Feature(name: "timer", bind: { parent, _ in parent.bindTimer() })
}
