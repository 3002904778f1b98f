extension Feature {
  /// Schedules, which announce standups or start their meetings.
  static let schedule = Feature(name: "schedule", documents: [.schedules], reloadsRestored: true)
}
