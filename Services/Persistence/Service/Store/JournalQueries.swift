import Bus
import Documents

extension JournalQuery {
  /// Maximum number of types in a query.
  static let maxTypes = 100

  /// Reason why the query is invalid, as a sentence; nil if it is valid.
  var problem: String? {
    guard after >= 0 else { return "Invalid “after” \(after); expected a sequence of 0 or more." }
    let types = types ?? []
    guard types.count <= Self.maxTypes else {
      return "Too many event types: \(types.count); expected at most \(Self.maxTypes)."
    }
    if let type = types.first(where: { !Self.isType($0) }) {
      return
        "Invalid event type “\(type.prefix(40))”; expected a type such as meeting.finished, or a prefix"
        + " such as “meeting.”."
    }
    if standup?.isEmpty == true || meeting?.isEmpty == true {
      return "The id of a standup or meeting must not be empty; leave it out to match all."
    }
    if let by, by.isEmpty || by.utf8.count > Limits.actorBytes {
      return
        "Invalid “by” “\(by.prefix(40))”; expected an actor such as tool/NAME, of at most"
        + " \(Limits.actorBytes) bytes."
    }
    return TeamScope.problem(ofTeams: teams)
  }

  /// True for words separated by dots, optionally with a dot at the end.
  private static func isType(_ type: String) -> Bool {
    let words = type.split(separator: ".", omittingEmptySubsequences: false)
    let whole = type.hasSuffix(".") ? words.dropLast() : words[...]
    return type.utf8.count <= 256 && !whole.isEmpty
      && whole.allSatisfy { word in
        !word.isEmpty
          && word.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && $0 != "/" }
      }
  }

  /// True if an event with these labels and this actor matches the query.
  func passes(_ labels: EventLabels, by actor: @autoclosure () -> String?) -> Bool {
    if let by, by != actor() { return false }
    if let standup, standup != labels.standup { return false }
    if let meeting, meeting != labels.meeting { return false }
    guard TeamScope(teams).contains(labels.team) else { return false }
    guard let types, !types.isEmpty else { return true }
    return types.contains { type in
      type.hasSuffix(".") ? labels.type.hasPrefix(type) : labels.type == type
    }
  }
}

extension JournalQuery {
  /// The only team of the query, if an index contains its events: the default team has none,
  /// because most events belong to it.
  var indexedTeam: String? {
    guard let team = teams?.first, teams?.count == 1, team != TeamScope.defaultTeam else {
      return nil
    }
    return team
  }

  /// Validates the query.
  ///
  /// - Throws: `StoreError` with `invalid`.
  func check() throws {
    try StoreLimits.check(limit: limit ?? 100)
    if let problem { throw StoreError(.invalid, problem) }
  }

  /// Checks that the journal contains the requested events.
  ///
  /// - Throws: `StoreError` with `compacted` or `invalid` if it does not.
  func check(_ range: JournalRange) throws {
    guard epoch == nil || epoch?.lowercased() == range.epoch else {
      throw StoreError(
        .compacted, "The journal has been replaced; request a snapshot and continue from there.")
    }
    guard after <= range.head else {
      throw StoreError(
        .invalid,
        "Invalid “after” \(after): the journal ends at \(range.head). Continue after an event that you have"
          + " received.")
    }
    guard after + 1 >= range.oldest else {
      throw StoreError(
        .compacted,
        "The events after \(after) are no longer retained; request a snapshot and continue from there."
      )
    }
  }
}

/// Names of topic families in the table `heads`.
enum TopicFamily {
  static func type(_ type: String) -> String { "t/" + type }
  static func standup(_ id: String) -> String { "s/" + id }
  static func meeting(_ id: String) -> String { "m/" + id }
  static func team(_ id: String) -> String { "g/" + id }

  /// Names of all topic families in which an event is published.
  static func all(for labels: EventLabels) -> [String] {
    [
      type(labels.type), labels.standup.map(standup), labels.meeting.map(meeting),
      labels.team.map(team),
    ].compactMap { $0 }
  }
}
