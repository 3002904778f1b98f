/// Which events of the journal to read; the empty filter lets all pass.
struct JournalFilter: Sendable, Equatable {
  /// Types, or with a dot at the end all types that begin so (`meeting.`). Empty: all.
  var types: [String] = []
  var standup: String?
  var meeting: String?

  init(types: [String] = [], standup: String? = nil, meeting: String? = nil) {
    self.types = types
    self.standup = standup
    self.meeting = meeting
  }

  /// Whether the filter lets an event pass.
  func passes(_ event: NewEvent) -> Bool {
    if let standup, standup != event.standup { return false }
    if let meeting, meeting != event.meeting { return false }
    guard !types.isEmpty else { return true }
    return types.contains { type in
      type.hasSuffix(".") ? event.type.hasPrefix(type) : event.type == type
    }
  }
}
