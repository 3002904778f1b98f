public import Bus
public import Documents
public import Schema
public import Standups

/// Adds terms to the glossary of a team, and replaces those that are the same except for their case.
///
/// Recognised lines of the team's meetings spell the terms from now on, also in meetings that are live.
/// Lines that were recognised before stay as they are. Either all of the terms are added, or none is: an
/// invalid term, and two that are the same, fail with `invalid`, and more than 500 terms in the glossary
/// with `conflict`.
///
/// ```swift
/// let glossary = try await bus.send(
///   AddTerms(terms: [GlossaryTerm("Grafana"), GlossaryTerm("nginx", soundsLike: "engine x")]))
/// print(glossary.count)
/// ```
public struct AddTerms: BusCommand, Hashable {
  public static let target = "glossary.add"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .invalid, .conflict])
  /// Id of the team. Default: `default`, or the only team of the sender, if the sender is a person. An
  /// unknown one fails with `not_found`.
  public var team: String?
  /// The terms, from 1 to 500. White space around them is removed, and collapsed to single spaces within.
  public var terms: [GlossaryTerm]
  public static let bounds: MemberBounds<Self> = [
    \.team: .teamID, \.terms: .count(1...GlossaryTerm.maxInTeam),
  ]
  /// Adds terms. Default: to the glossary of the team `default`, or of the only team of the sender.
  public init(team: String? = nil, terms: [GlossaryTerm]) {
    self.team = team
    self.terms = terms
  }

  /// The result. It does not contain the terms, because the replies that the idempotency store keeps would
  /// survive their removal.
  public struct Reply: Codable, Hashable, Sendable {
    /// Id of the team.
    public var team: String
    /// Number of terms that are new.
    public var added: Int
    /// Number of terms that replaced others and differ from them.
    public var replaced: Int
    /// Number of terms in the glossary.
    public var count: Int
    /// Creates the reply.
    public init(team: String, added: Int, replaced: Int, count: Int) {
      self.team = team
      self.added = added
      self.replaced = replaced
      self.count = count
    }
  }
}

/// Removes terms from the glossary of a team. Transcripts stay as they are.
///
/// Terms that are not in the glossary are ignored.
public struct RemoveTerms: BusCommand, Hashable {
  public static let target = "glossary.remove"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .conflict])
  /// Id of the team. Default: `default`, or the only team of the sender, if the sender is a person. An
  /// unknown one fails with `not_found`.
  public var team: String?
  /// The spelling of the terms, in either case, from 1 to 500.
  public var terms: [String]
  public static let bounds: MemberBounds<Self> = [
    \.team: .teamID,
    \.terms: .count(1...GlossaryTerm.maxInTeam).each(.line(GlossaryTerm.maxBytes, isVisible: true)),
  ]
  /// Removes terms. Default: from the glossary of the team `default`, or of the only team of the sender.
  public init(team: String? = nil, terms: [String]) {
    self.team = team
    self.terms = terms
  }

  /// The result, without the terms.
  public struct Reply: Codable, Hashable, Sendable {
    /// Id of the team.
    public var team: String
    /// Number of terms that were removed.
    public var removed: Int
    /// Number of terms that are left.
    public var count: Int
    /// Creates the reply.
    public init(team: String, removed: Int, count: Int) {
      self.team = team
      self.removed = removed
      self.count = count
    }
  }
}

/// Lists the glossary of a team.
public struct ListTerms: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "glossary.list"
  public static let traits = CommandTraits(
    access: .observer, in: .any, errors: [.notFound, .conflict])
  /// Id of the team. Default: `default`, or the only team of the sender, if the sender is a person. An
  /// unknown one fails with `not_found`.
  public var team: String?
  public static let bounds: MemberBounds<Self> = [\.team: .teamID]
  /// Requests all terms. Default: of the team `default`, or of the only team of the sender.
  public init(team: String? = nil) { self.team = team }

  /// The glossary of a team.
  public struct Reply: Codable, Hashable, Sendable {
    /// Id of the team.
    public var team: String
    /// All terms, at most 500, in alphabetical order without regard to case.
    public var terms: [GlossaryTerm]
    /// Creates the reply.
    public init(team: String, terms: [GlossaryTerm]) {
      self.team = team
      self.terms = terms
    }
  }
}

/// Reports that a team and its glossary were removed. The service then forgets the terms.
public struct TellTeamGone: BusCommand, Hashable {
  /// Empty reply once no line is compared with the terms any more.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "glossary.teamGone"
  public static let traits = CommandTraits(access: .parent)
  /// Id of the team.
  public var team: String
  public static let bounds: MemberBounds<Self> = [\.team: .teamID]
  /// Reports the removal of one team.
  public init(team: String) { self.team = team }
}

/// The glossary of a team was changed. The event has no terms, because they would remain in the journal;
/// `glossary.list` returns them.
public struct GlossaryChanged: EventData, Hashable {
  public static let type = "glossary.changed"
  public static let traits = EventTraits(
    subject: "the team", source: "standups", families: [.team])
  /// Number of terms after the change, from 0 to 500.
  public var count: Int
  public static let bounds: MemberBounds<Self> = [
    \.count: .range(0...GlossaryTerm.maxInTeam)
  ]
  /// Creates the event for a glossary as of after the change.
  public init(count: Int) { self.count = count }
}

/// The glossary of a team as it is stored, in one document with the id of the team.
public struct StoredGlossary: Codable, Hashable, Sendable {
  /// The terms, in alphabetical order.
  public var terms: [GlossaryTerm]
  /// Creates the body of a document.
  public init(terms: [GlossaryTerm]) { self.terms = terms }
}

extension StoredGlossary: StoredValue {
  /// Checks a stored glossary, which belongs to the team whose id it has.
  public func problem(in document: Document) -> String? {
    let isInPlace =
      TeamID.isValid(document.id) && document.team == document.id && document.parent == nil
    return isInPlace ? terms.glossaryProblem : Self.isAnother
  }
}
