import Bus
import Documents

/// The progress of a search for a person: a stage, and the last document of it.
struct PersonCursor: Hashable, Sendable {
  enum Stage: String, Hashable, CaseIterable {
    case standups, meetings, parts, discarded
    /// Everything that belongs to the standup was searched.
    case end
  }

  var stage: Stage
  var after: String?

  init(_ stage: Stage, after: String? = nil) {
    self.stage = stage
    self.after = after
  }

  /// Parses the cursor of an earlier reply.
  ///
  /// - Throws: `invalid` if the text is not a cursor from a reply.
  init(_ text: String?, from first: Stage) throws(BusError) {
    guard let text else {
      self.init(first)
      return
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let stage = Stage(rawValue: String(parts[0])), parts.count == 2 else {
      throw BusError.invalidCursor
    }
    let after = parts[1].isEmpty ? nil : String(parts[1])
    try DocumentCursor.check(after)
    self.init(stage, after: after)
  }

  var text: String { "\(stage.rawValue):\(after ?? "")" }

  /// The cursor after a page; nil after the last one.
  ///
  /// - Parameter last: the last stage.
  func next(after page: String?, upTo last: Stage) -> PersonCursor? {
    if let page { return PersonCursor(stage, after: page) }
    guard stage != last else { return nil }
    switch stage {
    case .standups: return PersonCursor(.meetings)
    case .meetings: return PersonCursor(.parts)
    case .parts: return PersonCursor(.discarded)
    case .discarded: return PersonCursor(.end)
    case .end: return nil
    }
  }

  /// The collection of the stage; nil at the end.
  var collection: String? {
    switch stage {
    case .standups: Collection.standups
    case .meetings: Collection.meetings
    case .parts: Collection.parts
    case .discarded: Collection.discarded
    case .end: nil
    }
  }
}
