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

  /// The most types that one filter names.
  static let mostTypes = 100

  /// Why nothing could ever pass: a sentence; nil if it is sound.
  var problem: String? {
    guard types.count <= Self.mostTypes else {
      return "A filter names at most \(Self.mostTypes) types, not \(types.count)."
    }
    if let type = types.first(where: { !Self.isType($0) }) {
      return
        "“\(type.prefix(40))” is no type of events such as meeting.finished, and no beginning of one"
        + " such as “meeting.”."
    }
    if standup?.isEmpty == true || meeting?.isEmpty == true {
      return "The id of a standup or a meeting is not empty; leave it out for all."
    }
    return nil
  }

  /// Words with dots between them, and perhaps one at the end.
  private static func isType(_ type: String) -> Bool {
    let words = type.split(separator: ".", omittingEmptySubsequences: false)
    let whole = type.hasSuffix(".") ? words.dropLast() : words[...]
    return type.utf8.count <= 256 && !whole.isEmpty
      && whole.allSatisfy { word in
        !word.isEmpty
          && word.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && $0 != "/" }
      }
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
