import Bus
import Documents
import FastJSON
import Foundation
import PeopleAPI
import ServiceShell
import Testing

@testable import PeopleService

/// Drives the reducer by hand, so that commits stay in progress.
struct PeopleScenario {
  var state = PeopleState()
  let reducer = PeopleReducer(uuid: .incrementing, date: .constant(PeopleFixture.date))

  init() { state.commands.phase = .ready }

  mutating func send(_ action: PeopleAction) -> [PeopleEffect] {
    reducer.reduce(&state, action).filter {
      if case .common(.log) = $0 { false } else { true }
    }
  }

  mutating func receive(_ caller: CallerID, _ command: PeopleCommand) -> [PeopleEffect] {
    send(.received(caller, command, Header()))
  }

  /// Adds a team.
  mutating func add(team: Team.ID) throws {
    let added = try #require(Self.commit(receive(1, .addTeam(team, name: team))))
    _ = send(.committed(added, .success(CommitOutcome())))
  }

  /// Removes a team.
  mutating func remove(team: Team.ID) throws {
    _ = send(.committed(try decideRemoval(of: team), .success(CommitOutcome())))
  }

  /// Requests the removal of a team, which is permitted.
  ///
  /// - Returns: the command, whose commit is in progress.
  mutating func decideRemoval(of team: Team.ID) throws -> OperationID {
    guard case .requestRemoval(let removal, team) = receive(1, .removeTeam(team)).first else {
      throw BusError(.internal, "The removal is not requested.")
    }
    return try #require(Self.commit(send(.removalPermitted(removal, .success(Done())))))
  }

  /// Answers the loading of a person that the effects request.
  mutating func load(_ person: Person, _ effects: [PeopleEffect]) throws -> [PeopleEffect] {
    guard case .load(let operation, let query) = effects.first, query.ids == [person.id] else {
      throw BusError(.internal, "Not loaded: \(effects)")
    }
    let document = Document(
      collection: Person.collection, id: person.id, body: try RawJSON(encoding: person))
    return send(.documents(operation, .success(DocumentPage(documents: [document]))))
  }

  static func commit(_ effects: [PeopleEffect]) -> OperationID? {
    if case .common(.commit(let id, _)) = effects.first { id } else { nil }
  }

  static func decided(_ effects: [PeopleEffect]) -> ChangesDecided? {
    if case .common(.commit(_, let decided)) = effects.first { decided } else { nil }
  }

  static func code(_ effects: [PeopleEffect]) -> BusError.Code? {
    if case .common(.reply(_, .failure(let error))) = effects.first { error.code } else { nil }
  }
}
