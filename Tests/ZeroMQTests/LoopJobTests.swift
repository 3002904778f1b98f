import Foundation
import Testing
import Threads
import ZeroMQ

@Suite struct LoopJobTests {
  /// Counts without a lock: the loop is the lock.
  private actor Counter {
    nonisolated let loop: SocketLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    var count = 0
    var strays = 0

    init(_ loop: SocketLoop) { self.loop = loop }

    func increment() {
      if !loop.isCurrent { strays += 1 }
      count += 1
    }

    func incrementFromHandler() async {
      await withCheckedContinuation { continuation in
        loop.schedule(after: .zero) {
          // Without a hop: the handler is on the actor's executor.
          self.assumeIsolated { $0.count += 1 }
          continuation.resume()
        }
      }
    }
  }

  @Test func jobsRunInTheOrderTheyCame() async throws {
    let loop = try SocketLoop(name: "fifo")
    let seen = Locked<[Int]>([])
    for index in 0..<1000 {
      loop.async { seen.withLock { $0.append(index) } }
    }
    await loop.run {}
    #expect(seen.withLock { $0 } == Array(0..<1000))
    await loop.stop()
  }

  @Test func anActorReallyRunsThere() async throws {
    let loop = try SocketLoop(name: "actor")
    let counter = Counter(loop)
    await counter.increment()
    await counter.incrementFromHandler()
    #expect(await counter.count == 2)
    #expect(await counter.strays == 0)
    #expect(!loop.isCurrent)
    #expect(await loop.run { loop.isCurrent })
    await loop.stop()
  }

  @Test func manyTasksWakeIt() async throws {
    let loop = try SocketLoop(name: "stress")
    let counter = Counter(loop)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask { for _ in 0..<100 { await counter.increment() } }
      }
    }
    #expect(await counter.count == 20_000)
    #expect(await counter.strays == 0)
    await loop.stop()
  }

  // Each sleeps when the other calls: a lost wake-up would hang here.
  @Test func twoLoopsWakeEachOther() async throws {
    let loops = [try SocketLoop(name: "ping"), try SocketLoop(name: "pong")]
    let count = Locked(0)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      @Sendable func hop(_ remaining: Int) {
        count.withLock { $0 += 1 }
        if remaining == 0 { return continuation.resume() }
        loops[remaining % 2].async { hop(remaining - 1) }
      }
      hop(5000)
    }
    #expect(count.withLock { $0 } == 5001)
    for loop in loops { await loop.stop() }
  }

  @Test func runPassesOnErrors() async throws {
    let loop = try SocketLoop(name: "errors")
    await #expect(throws: CancellationError.self) {
      try await loop.run { throw CancellationError() }
    }
    await loop.stop()
  }

  @Test func aDescriptorIsWatched() async throws {
    try await withRig { rig in
      let pipe = Pipe()
      let descriptor = pipe.fileHandleForReading.fileDescriptor
      var received: [Data] = []
      await withCheckedContinuation { continuation in
        rig.loop.watch(fd: descriptor) { [loop = rig.loop] in
          received.append(pipe.fileHandleForReading.availableData)
          if received.count == 2 {
            loop.unwatch(fd: descriptor)
            continuation.resume()
          } else {
            pipe.fileHandleForWriting.write(Data("second".utf8))
          }
        }
        pipe.fileHandleForWriting.write(Data("first".utf8))
      }
      #expect(received == [Data("first".utf8), Data("second".utf8)])
    }
  }

  // A handler that reads one message per turn is called again, and does not block the other.
  @Test func socketsTakeTurns() async throws {
    try await withRig { rig in
      var order: [String] = []
      var pairs: [(Socket, Socket)] = []
      for name in ["a", "b"] {
        let (pull, push) = (try rig.socket(.pull), try rig.socket(.push))
        try push.connect(try pull.bind("inproc://\(name)"))
        for _ in 0..<50 { try push.send([Frame(name)]) }
        pairs.append((pull, push))
      }
      await withCheckedContinuation { continuation in
        for (pull, _) in pairs {
          rig.loop.watch(pull) {
            // Returns because the test waits for 100 messages.
            // Ignored because the test waits for 100 messages.
            guard let message = try? pull.receive() else { return }
            order.append(message[0].string ?? "")
            if order.count == 100 { continuation.resume() }
          }
        }
      }
      #expect(order == (0..<50).flatMap { _ in ["a", "b"] })
    }
  }

  @Test func manyMessagesFromAnotherLoopAllArrive() async throws {
    try await withRig { rig in
      let pull = try rig.socket(.pull)
      let endpoint = try pull.bind("inproc://flood")
      let sender = try SocketLoop(name: "sender")
      let context = rig.context
      let total = 20_000
      async let sent: Void = sender.run { () throws(ZeroMQError) in
        let push = try Socket(.push, in: context, on: sender)
        try push.connect(endpoint)
        for index in 0..<total { try push.send([Frame("\(index)")], dontWait: false) }
        push.close()
      }
      for index in 0..<total { #expect(try await rig.next(pull)[0].string == "\(index)") }
      try await sent
      await sender.stop()
    }
  }
}
