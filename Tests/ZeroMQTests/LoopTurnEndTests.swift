import Testing
import Threads
import ZeroMQ

/// Closures that wait for the end of a turn.
@Suite struct LoopTurnEndTests {
  @Test func workOfOneTurnIsFollowedByItsEnd() async throws {
    let loop = try SocketLoop(name: "turn-end")
    let seen = Locked<[String]>([])
    @Sendable func note(_ text: String) { seen.withLock { $0.append(text) } }
    await withCheckedContinuation { continuation in
      loop.async {
        loop.atEndOfTurn {
          note("end")
          continuation.resume()
        }
        // Jobs of the same turn come first.
        loop.async { note("job") }
        note("now")
      }
    }
    #expect(seen.withLock { $0 } == ["now", "job", "end"])
    await loop.stop()
  }

  @Test func aLoopDoesNotSleepBeforeTheEndThatAnEndHasAdded() async throws {
    let loop = try SocketLoop(name: "turn-ends")
    let seen = Locked<[String]>([])
    await withCheckedContinuation { continuation in
      loop.async {
        loop.atEndOfTurn {
          seen.withLock { $0.append("first") }
          loop.atEndOfTurn {
            seen.withLock { $0.append("second") }
            continuation.resume()
          }
        }
      }
    }
    await loop.stop()
    #expect(seen.withLock { $0 } == ["first", "second"])
  }

  @Test func theLastTurnHasAnEnd() async throws {
    let loop = try SocketLoop(name: "last-turn")
    let seen = Locked<[String]>([])
    await loop.run {
      loop.onStop {
        loop.atEndOfTurn { seen.withLock { $0.append("stopped") } }
      }
    }
    await loop.stop()
    #expect(seen.withLock { $0 } == ["stopped"])
    // Nothing waits for a turn that will never come.
    await loop.run { loop.atEndOfTurn { seen.withLock { $0.append("later") } } }
    #expect(seen.withLock { $0 } == ["stopped", "later"])
  }
}
