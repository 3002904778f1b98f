import Bus
import Foundation
import PeopleAPI
import ServiceShell
import StandupsDependencies
import Testing

@testable import PeopleService

/// The maximum numbers of teams and persons.
@Suite struct LimitTests {
  private let reducer = PeopleReducer(date: .constant(PeopleFixture.date))

  /// The code with which a command is rejected; nil if it is being saved.
  private func code(_ state: inout PeopleState, _ command: PeopleCommand) -> BusError.Code? {
    let effects = reducer.reduce(&state, .received(1, command, Header()))
    guard case .common(.reply(_, .failure(let error))) = effects.first else { return nil }
    return error.code
  }

  private func ready(_ change: (inout Saved) -> Void) -> PeopleState {
    var state = PeopleState()
    state.commands.phase = .ready
    change(&state.saved)
    return state
  }

  /// Ids of removed teams count, because they stay reserved.
  @Test func teamsAreLimited() {
    var state = ready { saved in
      for number in 2..<Team.maxCount { saved.setTeam("t\(number)", name: nil) }
    }
    #expect(state.saved.teams.count == Team.maxCount - 1)
    // Not saved yet, it counts, too.
    #expect(code(&state, .addTeam("last", name: "Last")) == nil)
    #expect(code(&state, .addTeam("beyond", name: "Beyond")) == .conflict)
  }

  @Test func personsAreLimited() {
    var state = ready { saved in
      for number in 1..<Person.maxCount {
        saved.put(Person(id: UUID(number: UInt32(number)).uuidString, name: "Ann"), replacing: nil)
      }
    }
    #expect(code(&state, .add(Person(id: "", name: "Last"))) == nil)
    #expect(code(&state, .add(Person(id: "", name: "Beyond"))) == .conflict)
  }
}
