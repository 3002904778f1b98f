import Dispatch
import Testing
import Threads
import ZeroMQ

@Suite struct LoopStopTests {
  private actor Resident {
    nonisolated let loop: SocketLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    var count = 0

    init(_ loop: SocketLoop) { self.loop = loop }

    func increment() -> Bool {
      count += 1
      return loop.isCurrent
    }

    func stopTheLoop() async -> Bool { await loop.stop() }
  }

  @Test func whatWaitsIsRunBeforeTheEnd() async throws {
    let loop = try SocketLoop(name: "pending")
    let gate = DispatchSemaphore(value: 0)
    let done = Locked<[Int]>([])
    loop.async { gate.wait() }
    for index in 0..<100 { loop.async { done.withLock { $0.append(index) } } }
    async let stopped = loop.stop(within: .seconds(30))
    loop.async { done.withLock { $0.append(100) } }
    gate.signal()
    #expect(await stopped)
    // At the latest on the thread that runs jobs after the end.
    await loop.run {}
    #expect(done.withLock { $0 } == Array(0...100))
  }

  @Test func whatComesAfterTheEndStillRunsOneAtATime() async throws {
    let loop = try SocketLoop(name: "after")
    let resident = Resident(loop)
    #expect(await resident.increment())
    #expect(await loop.stop())
    #expect(loop.isStopped)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<200 { group.addTask { await resident.increment() } }
      for await isCurrent in group { #expect(isCurrent) }
    }
    #expect(await resident.count == 201)
    #expect(await loop.run { 7 } == 7)
  }

  @Test func stoppingTwiceAndFromInside() async throws {
    let loop = try SocketLoop(name: "inside")
    let resident = Resident(loop)
    async let outer = loop.stop()
    async let inner = resident.stopTheLoop()
    #expect(await outer)
    #expect(await inner)
    #expect(await loop.stop())
    #expect(await resident.increment())
  }

  @Test func stopCallsFarewellsWhileSocketsAreOpen() async throws {
    let loop = try SocketLoop(name: "farewell")
    let context = try Context()
    let said = Locked<[String]>([])
    try await loop.run { () throws(ZeroMQError) in
      let (pull, push) = (
        try Socket(.pull, in: context, on: loop), try Socket(.push, in: context, on: loop)
      )
      try push.connect(try pull.bind("inproc://farewell"))
      loop.onStop {
        let result = Result { try push.trySend(["bye"]) }
        // Ignored because the test requires the text.
        let text = (try? pull.receive())?[0].string
        said.withLock { $0.append("\(result) \(text ?? "nothing")") }
      }
    }
    await loop.stop()
    #expect(said.withLock { $0.count } == 1)
    #expect(said.withLock { $0.first?.hasSuffix("bye") } == true)
    try await context.close()
  }

  @Test func sleepersAreToldOfTheEnd() async throws {
    let loop = try SocketLoop(name: "sleepers")
    let sleepers = (0..<10).map { _ in
      // Sleeps because sleeping is the behavior under test.
      Task { try await loop.sleep(until: .now.advanced(by: .seconds(10_000))) }
    }
    await loop.stop()
    for sleeper in sleepers {
      await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
    await #expect(throws: CancellationError.self) {
      // Sleeps because sleeping is the behavior under test.
      try await loop.sleep(until: .now.advanced(by: .seconds(10_000)))
    }
  }

  @Test func aSocketIsNotOpenedOnAStoppedLoop() async throws {
    let loop = try SocketLoop(name: "late")
    let context = try Context()
    await loop.stop()
    let code = await loop.run {
      failure { () throws(ZeroMQError) in _ = try Socket(.dealer, in: context, on: loop) }?.code
    }
    #expect(code == .loopStopped)
    try await context.close()
  }

  @Test func aHandlerThatHangsDoesNotHangStop() async throws {
    let loop = try SocketLoop(name: "hangs")
    let gate = DispatchSemaphore(value: 0)
    loop.async { gate.wait() }
    #expect(await !loop.stop(within: .milliseconds(10)))
    gate.signal()
    #expect(await loop.stop())
  }

  @Test func manyLoopsComeAndGo() async throws {
    for index in 0..<50 {
      let loop = try SocketLoop(name: "loop \(index)")
      let resident = Resident(loop)
      async let answer = resident.increment()
      async let stopped = loop.stop()
      #expect(await answer)
      #expect(await stopped)
    }
  }
}
