extension Feature {
  /// All features: the only list to which a new one is added.
  ///
  /// The order is that in which documents of the same place in a slot are written.
  static let all: [Feature] = [
    router, persistence, transcription, standups, schedule, webhooks, focus, gateway,
  ]
}
