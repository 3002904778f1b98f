import Foundation
import Testing

@testable import PersistenceService

/// What persistence complains of with each heartbeat.
@Suite struct ProblemTests {
  @Test(arguments: Engine.allCases)
  func aVolumeThatCannotBeLookedAtIsAProblem(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let gone = "/tmp/none-\(UUID().uuidString)"
      let service = PersistenceService(store: store, log: .discarded, directory: gone)
      let problems = await service.problems()
      #expect(problems.count == 1)
      #expect(problems.first?.contains(gone) == true)
    }
  }

  @Test(arguments: Engine.allCases)
  func spaceThatIsNotWatchedIsNone(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      #expect(await PersistenceService(store: store, log: .discarded).problems() == [])
    }
  }
}
