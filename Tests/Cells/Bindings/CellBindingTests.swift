import Bus
import Composition
import Cells
import CellsAPI
import Standups
import StandupsAPI
import TestSupport
import Testing

@testable import RouterService

/// With cells, the cell map determines the standups of this cell.
@Suite struct CellBindingTests {
  private let map = CellShare(
    version: 3, slots: SlotSet("0-511") ?? SlotSet(),
    others: [
      CellPlace(
        name: "south", router: "tcp://south", web: "https://south.example/",
        slots: SlotSet("512-1023") ?? SlotSet())
    ])

  private var share: StandupsShare {
    StandupsShare(
      version: 3, slots: map.slots,
      elsewhere: [
        StandupsPlace(
          router: "tcp://south", slots: map.others[0].slots, web: "https://south.example/")
      ])
  }

  @Test func withoutCellsEverythingIsHereAndNobodyIsAsked() async throws {
    let caller = ScriptedCaller { _ in throw BusError(.unroutable, "There is no such service.") }
    let integration = Integration.standups()
    #expect(try await integration.tell(StandupsShareRequested(), caller) == .everything)
    #expect(caller.log.isEmpty)
    // A name given to only one of the two is reported, not guessed.
    let error = await #expect(throws: BusError.self) {
      try await integration.tell(CellShareChanged(share: map), caller)
    }
    #expect(error?.code == .conflict && caller.log.isEmpty)
  }

  @Test func theMapSaysWhatIsHere() async throws {
    let caller = ScriptedCaller { _ in map }
    let integration = Integration.standups(cell: "north")
    #expect(integration.problems.isEmpty)
    #expect(try await integration.tell(StandupsShareRequested(), caller) == share)
    #expect(caller.log == ["GetCellShare()"])
  }

  @Test func aChangeOfTheMapIsToldToStandups() async throws {
    let (share, map) = (share, map)
    let caller = ScriptedCaller { command in
      guard let set = command as? SetStandupsShare, set.share == share else {
        throw BusError(.internal, "another command: \(command)")
      }
      return Done()
    }
    let integration = Integration.standups(cell: "north")
    #expect(try await integration.tell(CellShareChanged(share: map), caller) == Done())
  }
}
