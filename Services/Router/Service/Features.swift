extension Feature {
  /// All features: the only list to which a new one is added.
  ///
  /// Their order is that of sources of work, of the documents that have the same place in a slot,
  /// and of notices: decisions on recording come before the streams of meetings.
  static let all: [Feature] = [
    router, persistence, transcription, standups, schedule, webhooks, focus, gateway,
  ]
}
