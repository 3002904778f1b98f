import Testing
import Threads

@Suite struct BlockingExecutorTests {
  private actor Counter {
    nonisolated let executor: BlockingExecutor
    private(set) var order: [Int] = []
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init() throws { executor = try BlockingExecutor(label: "test") }

    /// Enqueues a job for each priority while one runs, and returns the number of waiting jobs.
    func spawn(_ priorities: [TaskPriority]) -> (tasks: [Task<Void, Never>], waiting: Int) {
      let tasks = priorities.enumerated().map { index, priority in
        Task(priority: priority) { order.append(index) }
      }
      return (tasks, executor.waiting)
    }

    func add(_ number: Int) {
      executor.checkIsolated()
      order.append(number)
    }
  }

  @Test func jobsRunInTheOrderInWhichTheyCameWhateverTheirPriority() async throws {
    let counter = try Counter()
    let priorities: [TaskPriority] = [.background, .high, .low, .userInitiated, .medium]
    let (tasks, waiting) = await counter.spawn(priorities)
    #expect(waiting == priorities.count)
    for task in tasks { await task.value }
    #expect(await counter.order == Array(priorities.indices))
    #expect(counter.executor.waiting == 0)
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
