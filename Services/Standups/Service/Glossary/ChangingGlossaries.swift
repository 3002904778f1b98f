import Bus
import Documents
import Schema
import Standups
import StandupsAPI

/// Commands about the glossaries of teams. Lines that are recognised once a change is durable are compared
/// with the changed terms.
extension StandupsReduction {
  mutating func addTerms(_ operation: Operation, _ command: AddTerms) throws {
    let team = try team(of: command.team)
    let new = command.terms.map(\.collapsed)
    if let problem = new.glossaryProblem {
      throw BusError(.invalid, problem, detail: ["member": "terms"])
    }
    try checkGlossary(of: team)
    let terms = state.saved.glossaries[team]
    var changed = Dictionary(
      terms.map { (GlossaryTerm.key($0.term), $0) }, uniquingKeysWith: { first, _ in first })
    var reply = AddTerms.Reply(team: team, added: 0, replaced: 0, count: 0)
    for term in new {
      let former = changed.updateValue(term, forKey: GlossaryTerm.key(term.term))
      if former == nil { reply.added += 1 } else if former != term { reply.replaced += 1 }
    }
    reply.count = changed.count
    guard changed.count <= GlossaryTerm.maxInTeam else {
      throw BusError(
        .conflict,
        "The glossary of team “\(team)” has \(terms.count) terms, and would have \(changed.count); the maximum is"
          + " \(GlossaryTerm.maxInTeam). Remove terms that are no longer needed first.",
        detail: ["team": team])
    }
    try save(operation, team, changed, .termsAdded(reply))
  }

  mutating func removeTerms(_ operation: Operation, _ command: RemoveTerms) throws {
    let team = try team(of: command.team)
    guard (1...GlossaryTerm.maxInTeam).contains(command.terms.count) else {
      throw BusError(
        .invalid,
        "Invalid number of terms \(command.terms.count); expected 1 to \(GlossaryTerm.maxInTeam).",
        detail: ["member": "terms"])
    }
    guard
      command.terms.allSatisfy({
        $0.isLine(GlossaryTerm.maxBytes) && $0.contains { !$0.isWhitespace }
      })
    else {
      throw BusError(
        .invalid, "Invalid term; expected 1 to \(GlossaryTerm.maxBytes) bytes in one line.",
        detail: ["member": "terms"])
    }
    try checkGlossary(of: team)
    let removed = Set(command.terms.map(GlossaryTerm.key))
    let terms = state.saved.glossaries[team]
    let left = terms.filter { !removed.contains(GlossaryTerm.key($0.term)) }
    let changed = Dictionary(
      left.map { (GlossaryTerm.key($0.term), $0) }, uniquingKeysWith: { first, _ in first })
    let reply = RemoveTerms.Reply(
      team: team, removed: terms.count - left.count, count: left.count)
    try save(operation, team, changed, .termsRemoved(reply))
  }

  mutating func listTerms(_ operation: Operation, _ command: ListTerms) throws {
    let team = try team(of: command.team)
    try checkGlossary(of: team)
    finish(
      operation.id,
      .success(.terms(ListTerms.Reply(team: team, terms: state.saved.glossaries[team]))))
  }

  /// Forgets the glossary of a team that was removed, whose document was deleted together with the team.
  mutating func teamGone(_ operation: Operation, _ command: TellTeamGone) {
    Change.removeGlossary(command.team).apply(to: &state.saved)
    finish(operation.id, .success(.done))
  }

  /// The team whose glossary a command is about.
  ///
  /// - Throws: the error of `TeamScope.team(ofNew:)`.
  private func team(of requested: String?) throws -> String { try scope.team(ofNew: requested) }

  /// Saves a glossary.
  ///
  /// - Parameter terms: the terms by their keys, in whose order they are saved.
  private mutating func save(
    _ operation: Operation, _ team: String, _ terms: [String: GlossaryTerm],
    _ reply: StandupsReply
  ) throws {
    let sorted = terms.sorted { $0.key < $1.key }.map(\.value)
    guard sorted != state.saved.glossaries[team] else {
      return try finishUnchanged(operation, reply)
    }
    guard state.saved.glossaries.hasRoom(for: sorted, of: team) else {
      throw BusError(
        .conflict,
        "The glossaries of all teams together are full. Remove terms that are no longer needed first.",
        detail: ["team": team])
    }
    let (change, event) = try replacing(team, with: sorted, operation)
    try decide(operation, Decision([change], events: [event], reply: reply))
  }

  /// The change that replaces the terms of a team, and its event.
  private func replacing(
    _ team: String, with terms: [GlossaryTerm], _ operation: Operation
  ) throws -> (Change, NewEvent) {
    (
      terms.isEmpty ? .removeGlossary(team) : .putGlossary(terms, of: team),
      try NewEvent(
        GlossaryChanged(count: terms.count), id: reducer.eventID(), about: team, team: team,
        time: reducer.date(), traceparent: operation.header?.traceparent?.text)
    )
  }

  /// The change that removes the terms that are the name of a person from the glossary of a team, and its
  /// event; nil if no term is.
  func forgettingTerms(
    _ person: String, of team: String, _ operation: Operation
  ) throws -> (Change, NewEvent)? {
    let terms = state.saved.glossaries[team]
    let left = terms.filter { GlossaryTerm.key($0.term) != GlossaryTerm.key(person) }
    return left.count == terms.count ? nil : try replacing(team, with: left, operation)
  }

  /// - Throws: `conflict` if the stored glossary cannot be read: a change would replace it.
  private func checkGlossary(of team: String) throws {
    let name = "\(Collection.glossaries)/\(team)"
    guard unreadable(name) != nil else { return }
    throw BusError(
      .conflict,
      "The stored glossary of team “\(team)” cannot be read; discard it with “standups unreadable discard"
        + " \(name)”.", detail: ["document": name])
  }
}
