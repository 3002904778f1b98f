extension Feature {
  /// Standups and their meetings.
  static let standups = Feature(
    name: "standups", bind: { parent, _ in parent.bindStandups() }, countdowns: [.meetings],
    streams: [.meetings], chatTexts: [.meetingFinished, .meetingNoted],
    documents: [
      .sessionLines, .sessionStates, .meetingParts, .meetings, .followUps, .standups, .sessions,
      .imports, .importParts,
    ], reloadsRestored: true)
}
