import Testing

@testable import PersistenceService

@Suite struct ExecutorTests {
  private actor Counter {
    private let executor: DatabaseExecutor
    private(set) var order: [Int] = []
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init() throws { executor = try DatabaseExecutor() }

    func add(_ number: Int) {
      executor.checkIsolated()
      order.append(number)
    }
  }

  @Test func jobsRunOneAtATime() async throws {
    let counter = try Counter()
    await withTaskGroup { group in
      for number in 0..<1000 { group.addTask { await counter.add(number) } }
    }
    #expect(await counter.order.sorted() == Array(0..<1000))
  }

  @Test func manyExecutorsComeAndGo() async throws {
    for number in 0..<200 {
      let counter = try Counter()
      await counter.add(number)
      #expect(await counter.order == [number])
    }
  }
}
