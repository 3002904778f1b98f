import Bus
import Documents
import FastJSON
import Foundation
import PeopleAPI
import ServiceShell

/// Handles one action.
struct PeopleReduction: LaneReduction {
  var state: PeopleState
  var effects: [PeopleEffect] = []
  let reducer: PeopleReducer

  mutating func take(_ action: PeopleAction) {
    switch action {
    case .common(let action): take(action)
    case .documents(let id, let result): documents(id, result)
    case .removalPermitted(let id, let result): removalPermitted(id, result)
    case .journal(let id, let result): journal(id, result)
    case .recheckVoices:
      if !state.commands.isDraining { start(.checkVoices) }
    case .alarm: break
    }
  }
}

extension PeopleReduction {
  /// Executes the first step of a command.
  mutating func run(_ operation: Operation) throws {
    switch operation.command {
    case .add(let person): try add(operation, person)
    case .edit(let id, _), .grant(let id, _), .addIdentity(let id, _), .removeIdentity(let id, _):
      try load(operation, id)
    case .removeMember(let id, let team):
      guard operation.scope.contains(team) else {
        return try refuse(operation, BusError.unknownTeam(team))
      }
      try load(operation, id)
    case .setMember(let id, let membership):
      guard state.saved.hasTeam(membership.team), operation.scope.contains(membership.team)
      else {
        return try refuse(operation, BusError.unknownTeam(membership.team))
      }
      try load(operation, id)
    case .remove(let id):
      if state.saved.unreadable[id] != nil {
        return try commit(
          operation, [.discard(id), .removeVoice(id), .erase(id)],
          reply: RemovePerson.encoded(Done()))
      }
      _ = try Check.person(id)
      try load(operation, id)
    case .get(let reference): try get(operation, reference)
    case .list(let after, let limit):
      try DocumentCursor.check(after)
      load(operation, DocumentQuery(collection: Person.collection, after: after, limit: limit))
    case .members(let team, let after, let limit):
      try members(operation, team, after: after, limit: limit)
    case .roles(let after, let limit):
      let page = state.saved.ids.page(after: after, limit: limit)
      let removed = page.next == nil ? state.saved.removedTeams : []
      let reply = roles(page.ids, next: page.next, removed: removed)
      finish(operation, .success(try GetRoles.encoded(reply)))
    case .agreeToVoice(let id): try agreeToVoice(operation, id)
    case .withdrawVoice(let id): try withdrawVoice(operation, id)
    case .ownVoice(let id): try ownVoice(operation, id)
    case .voicesOf(let ids): try voices(operation, of: ids)
    case .keepVoices(let voices): try keepVoices(operation, voices)
    case .keepVoice(let voice, _): try keepVoice(operation, voice)
    case .checkVoices: requestJournal(operation)
    case .eraseVoice(let id): try eraseVoice(operation, id)
    case .rolesOf(let ids):
      finish(operation, .success(try GetRoles.encoded(roles(state.saved.known(ids)))))
    case .zones(_, let ids): try zones(operation, ids)
    case .addTeam(let id, let name): try addTeam(operation, id, name)
    case .renameTeam(let id, let name): try renameTeam(operation, id, name)
    case .removeTeam(let id): try removeTeam(operation, id)
    case .team(let id):
      guard let team = state.saved.team(id), operation.scope.contains(id) else {
        throw BusError.unknownTeam(id)
      }
      finish(operation, .success(try GetTeam.encoded(team)))
    case .teams(let after, let limit):
      finish(
        operation, .success(try ListTeams.encoded(teams(after, limit, in: operation.scope))))
    }
  }

  /// Loads the person whom a command is about.
  private mutating func load(_ operation: Operation, _ id: PersonID) throws {
    if let problem = state.saved.unreadable[id] {
      throw BusError(
        .conflict, "Person \(id) cannot be read: \(problem)", detail: ["person": id])
    }
    load(operation, DocumentQuery(collection: Person.collection, id: id))
  }

  /// Loads the documents that a command needs.
  mutating func load(_ operation: Operation, _ query: DocumentQuery) {
    state.commands.wait(operation.id, for: .loading)
    effects.append(.load(operation.id, query))
  }

  /// Executes a command whose documents are loaded.
  private mutating func documents(_ id: OperationID, _ result: Result<DocumentPage, BusError>) {
    guard let operation = state.commands.operation(id, waitingFor: .loading) else { return }
    attempt(operation) { reduction in
      let page = try result.get()
      switch operation.command {
      case .list: try reduction.list(operation, page)
      case .members(let team, _, _): try reduction.members(operation, team, page)
      case .zones(let team, _): try reduction.zones(operation, team, page)
      case .get(let reference): try reduction.get(operation, reference, page)
      case .voicesOf: try reduction.voices(operation, page)
      case .keepVoice(let voice, _): try reduction.keepVoice(operation, voice, page)
      default: try reduction.change(operation, page)
      }
    }
  }
}
