import StandupsDependencies
import Testing
import ZeroMQ

@Suite struct LoopTimerTests {
  @Test func timersFireInOrderAndNeverEarly() async throws {
    try await withRig { rig in
      let start = rig.loop.now
      var random = SeededGenerator(seed: 42)
      let delays = (0..<200).map { _ in Int64(random.next() % 20_000) }
      var fired: [Int64] = []
      await withCheckedContinuation { continuation in
        for delay in delays {
          let deadline = start.advanced(by: .microseconds(delay))
          rig.loop.schedule(at: deadline) { [loop = rig.loop] in
            #expect(MonotonicInstant.now >= deadline)
            #expect(loop.now >= deadline)
            fired.append(delay)
            if fired.count == delays.count { continuation.resume() }
          }
        }
      }
      #expect(fired == delays.sorted())
    }
  }

  @Test func aTimerInThePastFiresAtOnceButNotInsideTheCall() async throws {
    try await withRig { rig in
      var order: [String] = []
      await withCheckedContinuation { continuation in
        rig.loop.schedule(at: MonotonicInstant(nanoseconds: 0)) {
          order.append("fired")
          continuation.resume()
        }
        order.append("scheduled")
      }
      #expect(order == ["scheduled", "fired"])
    }
  }

  @Test func aCancelledTimerDoesNotFire() async throws {
    try await withRig { rig in
      var fired: [String] = []
      let start = rig.loop.now
      let cancelled = rig.loop.schedule(at: start.advanced(by: .milliseconds(1))) {
        fired.append("cancelled")
      }
      await withCheckedContinuation { continuation in
        rig.loop.schedule(at: start.advanced(by: .milliseconds(2))) {
          fired.append("kept")
          continuation.resume()
        }
        #expect(rig.loop.cancel(cancelled))
        #expect(!rig.loop.cancel(cancelled))
      }
      #expect(fired == ["kept"])
    }
  }

  @Test func anEarlierTimerMayComeLater() async throws {
    try await withRig { rig in
      var fired: [Int] = []
      let start = rig.loop.now
      await withCheckedContinuation { continuation in
        rig.loop.schedule(at: start.advanced(by: .milliseconds(20))) {
          fired.append(20)
          continuation.resume()
        }
        rig.loop.schedule(at: start.advanced(by: .milliseconds(1))) { [loop = rig.loop] in
          fired.append(1)
          loop.schedule(at: start.advanced(by: .milliseconds(5))) { fired.append(5) }
        }
      }
      #expect(fired == [1, 5, 20])
    }
  }

  @Test func aChainOfDueTimersKeepsNobodyOut() async throws {
    try await withRig { rig in
      var links = 0
      var isOver = false
      func link() {
        links += 1
        if !isOver { rig.loop.schedule(at: MonotonicInstant(nanoseconds: 0)) { link() } }
      }
      link()
      let (pull, push) = (try rig.socket(.pull), try rig.socket(.push))
      try push.connect(try pull.bind("inproc://chain"))
      // However few steps a busy machine has time for: messages and calls are processed between them.
      var rounds = 0
      repeat {
        try push.send(["x"])
        #expect(try await rig.next(pull) == ["x"])
        await withCheckedContinuation { continuation in
          rig.loop.async { continuation.resume() }
        }
        rounds += 1
      } while rounds < 10 || links <= 10
      isOver = true
    }
  }

  @Test func sleepersWakeInOrderAndCanBeCancelled() async throws {
    let loop = try SocketLoop(name: "sleep")
    let start = MonotonicInstant.now
    let order = await withTaskGroup(of: Int.self) { group in
      for delay in [3, 1, 2] {
        group.addTask {
          let deadline = start.advanced(by: .milliseconds(delay * 20))
          do {
            // Sleeps because sleeping is the behavior under test.
            try await loop.sleep(until: deadline)
            return MonotonicInstant.now >= deadline ? delay : -1
          } catch {
            return -2
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(order.sorted() == [1, 2, 3])
    // Sleeps because sleeping is the behavior under test.
    let sleeper = Task { try await loop.sleep(until: start.advanced(by: .seconds(10_000))) }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    await loop.stop()
  }
}
