import Documents
import Foundation
import PersistenceAPI
import Testing

@testable import PersistenceService

/// Problems that persistence reports with each heartbeat.
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

  /// Health follows commits: a failing or full disk is reported at once, and only as long as it
  /// lasts.
  @Test func aCommitThatFailsIsAProblemUntilOneSucceeds() async throws {
    try await withStore { store, _ in
      let service = PersistenceService(store: store, log: .discarded)
      let caller = ServiceCaller(commands: await service.definition.commands)
      _ = try await caller.send(
        Commit(changes: [.put(Document(collection: "c", id: "1", body: .emptyObject))]))
      #expect(await service.problems() == [])
      try await store.limitSize(pages: 1)
      func document(of bytes: Int) -> Commit {
        Commit(changes: [.put(Document(collection: "c", id: "l", body: filler(bytes)))])
      }
      let large = document(of: 900_000)
      #expect(await caller.refusal(large)?.code == .unavailable)
      let problems = await service.problems()
      #expect(problems.count == 1)
      #expect(problems.first?.hasPrefix("The last transaction could not be written: ") == true)
      #expect(await service.obstacle == problems.first)
      // A rejected command says nothing about the store.
      #expect(await caller.refusal(document(of: 2_000_000)) != nil)
      #expect(await service.problems() == problems)
      try await store.limitSize(pages: 100_000)
      _ = try await caller.send(large)
      #expect(await service.problems() == [])
      #expect(await service.obstacle == nil)
    }
  }

  @Test(arguments: Engine.allCases)
  func spaceThatIsNotWatchedIsNone(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      #expect(await PersistenceService(store: store, log: .discarded).problems() == [])
    }
  }
}

@Suite struct DiskSpaceTests {
  @Test func aDirectoryWithRoomHasNoProblem() throws {
    let available = try #require(DiskSpace.available(in: "/tmp"))
    #expect(available > 0)
    #expect(DiskSpace.problem(in: "/tmp", minBytes: available / 2) == nil)
  }

  @Test func tooLittleSpaceIsSaid() throws {
    let problem = try #require(DiskSpace.problem(in: "/tmp", minBytes: .max))
    #expect(problem.contains("KiB is left on the volume of /tmp"))
  }

  @Test func aDirectoryThatIsGoneIsSaid() throws {
    let path = "/tmp/none-\(UUID().uuidString)"
    let problem = try #require(DiskSpace.problem(in: path))
    #expect(problem.contains(path))
  }
}
