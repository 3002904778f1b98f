import Foundation
import Testing

@testable import PersistenceService

/// What persistence complains of with each heartbeat.
@Suite struct ProblemTests {
  @Test func aVolumeThatCannotBeLookedAtIsAProblem() async throws {
    try await withStore { store, _ in
      let gone = "/tmp/none-\(UUID().uuidString)"
      let service = PersistenceService(store: store, log: .discarded, directory: gone)
      let problems = await service.problems()
      #expect(problems.count == 1)
      #expect(problems.first?.contains(gone) == true)
    }
  }

  @Test func spaceThatIsNotWatchedIsNone() async throws {
    try await withStore { store, _ in
      #expect(await PersistenceService(store: store, log: .discarded).problems() == [])
    }
  }
}
