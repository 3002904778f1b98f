import Bus
import Countdown
import Foundation
import TestSupport
import Testing
import TimerAPI

@testable import TimerService

/// Several timers share the countdowns.
@Suite struct SharingTests {
  let router = UUID()
  let me = UUID()
  let other = UUID()

  func share(_ instances: [UUID], router: UUID? = nil) -> Share {
    Share(router: router ?? self.router, instance: me, instances: instances)
  }

  /// Countdowns that have run for some time, in pages.
  func countdown(_ id: String) -> StartCountdown {
    StartCountdown(
      id: id, durationMs: 60_000, speakers: 1,
      resuming: .init(
        clock: CountdownClock(
          elapsedMs: 2300, at: ClockReading(wallMs: 0, boot: "boot", uptimeUs: 5_000_000),
          isRunning: true), announcedSpeaker: 0),
      labels: EventLabels(type: "meeting.tick", subject: id))
  }

  /// A composition root that wants these countdowns, `size` on a page.
  func harness(_ ids: [String], size: Int = 7) throws -> ServiceHarness {
    let countdowns = ids.map(countdown)
    return try ServiceHarness { message in
      guard let request = message as? CountdownsRequested else { return Done() }
      let start = request.after.flatMap { Int($0) } ?? 0
      let end = min(start + size, countdowns.count)
      return CountdownsRequested.Reply(
        countdowns: Array(countdowns[start..<end]), next: end < countdowns.count ? "\(end)" : nil)
    }
  }

  func ids(_ harness: ServiceHarness) async throws -> Set<String> {
    Set(try await harness.send(ListCountdowns(limit: 1000)).countdowns.map(\.id))
  }

  let all = (0..<40).map { "m\($0)" }

  func mine(_ instances: [UUID]) -> Set<String> {
    Set(all.filter { share(instances).owns($0) })
  }

  @Test func onlyAnInstanceThatIsGoneIsLost() {
    #expect(share([me]).hasLost(since: share([me, other])))
    #expect(share([me, UUID()]).hasLost(since: share([me, other])))
    #expect(!share([me, other]).hasLost(since: share([me])))
    #expect(!share([other, me]).hasLost(since: share([me, other], router: UUID())))
  }

  @Test func everyIdHasOneOwner() {
    let third = UUID()
    let instances = [me, other, third]
    for id in all {
      let owners = instances.filter {
        Share(router: router, instance: $0, instances: instances).owns(id)
      }
      #expect(owners.count == 1)
    }
    // A new instance takes over only its own countdowns, from any other; nothing else moves.
    let moved = mine([me, other]).subtracting(mine(instances))
    #expect(!moved.isEmpty)
    for id in moved {
      #expect(Share(router: router, instance: third, instances: instances).owns(id))
    }
    #expect(mine(instances).isSubset(of: mine([me, other])))
  }

  @Test func pagesAreReadToTheEnd() async throws {
    let harness = try harness(all)
    await harness.service.share(share([me]))
    await harness.service.start()
    await harness.service.restoring?.value
    #expect(try await ids(harness) == Set(all))
    #expect(
      harness.router.told.values.compactMap { ($0 as? CountdownsRequested)?.after }
        == ["7", "14", "21", "28", "35"])
    await harness.stop()
  }

  @Test func aPageThatFailsIsAskedForAgain() async throws {
    let failures = Shared(1)
    let countdowns = all.map(countdown)
    let harness = try ServiceHarness { message in
      guard let request = message as? CountdownsRequested else { return Done() }
      if request.after == nil {
        return CountdownsRequested.Reply(countdowns: Array(countdowns[..<20]), next: "20")
      }
      if failures.value > 0 {
        failures.update { $0 -= 1 }
        throw BusError(.unavailable, "Away.")
      }
      return CountdownsRequested.Reply(countdowns: Array(countdowns[20...]))
    }
    await harness.service.start()
    await harness.sleeper.waitForSleepers()
    // The first page ticks meanwhile.
    #expect(try await ids(harness).count == 20)
    harness.sleeper.advance(by: .seconds(1))
    await harness.service.restoring?.value
    #expect(try await ids(harness) == Set(all))
    await harness.stop()
  }

  @Test func whoComesSecondWaitsAndTakesOnlyItsOwn() async throws {
    let harness = try harness(all)
    await harness.service.share(share([other, me]))
    await harness.service.start()
    await harness.sleeper.waitForSleepers()
    #expect(harness.router.told.values.isEmpty)
    // The other one still has it; the caller must retry.
    let id = try #require(mine([me, other]).first)
    do {
      try await harness.send(PauseCountdown(id: id))
      Issue.record("It is not there yet.")
    } catch let error as BusError {
      #expect(error.code == .busy)
      #expect(error.retryable)
    }
    harness.sleeper.advance(by: .seconds(1))
    await harness.service.restoring?.value
    #expect(try await ids(harness) == mine([me, other]))
    await #expect(throws: BusError.self) { try await harness.send(PauseCountdown(id: "none")) }
    await harness.stop()
  }

  @Test func whatBecomesAnothersIsLetGoAndComesBack() async throws {
    let harness = try harness(all)
    await harness.service.share(share([me]))
    await harness.service.start()
    await harness.service.restoring?.value
    let asked = harness.router.told.values.count
    await harness.service.share(share([me, other]))
    await harness.service.releasing?.value
    #expect(try await ids(harness) == mine([me, other]))
    #expect(harness.router.told.values.count == asked)

    await harness.service.share(share([me]))
    await harness.sleeper.waitForSleepers()
    harness.sleeper.advance(by: .seconds(1))
    await harness.service.restoring?.value
    #expect(try await ids(harness) == Set(all))
    await harness.stop()
  }

  @Test func aNewRouterHearsOfTheOthersFirst() async throws {
    let harness = try harness(all)
    await harness.service.share(share([me, other]))
    await harness.service.start()
    await harness.sleeper.waitForSleepers()
    harness.sleeper.advance(by: .seconds(1))
    await harness.service.restoring?.value
    let asked = harness.router.told.values.count
    // A restarted router knows only this instance for a moment.
    await harness.service.share(share([me], router: UUID()))
    await harness.sleeper.waitForSleepers()
    harness.sleeper.advance(by: .seconds(1))
    #expect(harness.router.told.values.count == asked)
    #expect(try await ids(harness) == mine([me, other]))
    await harness.stop()
  }

  /// A composition root that ended a countdown while this timer could not be notified, and some of
  /// whose owners are unavailable.
  @Test(arguments: [[], [["focus"]], [["meeting"]], [["meeting"], ["focus", "meeting"]]])
  func aNewRouterSaysWhatIsOver(_ away: [[String]]) async throws {
    let wanted = Shared(["meeting/a", "meeting/b"])
    let answers = Shared<[[String]]>([])
    let harness = try ServiceHarness { [self] message in
      guard message is CountdownsRequested else { return Done() }
      var reply = CountdownsRequested.Reply(countdowns: wanted.value.map(countdown))
      answers.update { if !$0.isEmpty { reply.away = $0.removeFirst() } }
      return reply
    }
    await harness.service.share(share([me]))
    await harness.service.start()
    await harness.service.restoring?.value
    _ = try await harness.send(StartCountdown(id: "tool/tea", durationMs: 60_000, speakers: 1))
    _ = try await harness.send(PauseCountdown(id: "meeting/a"))
    #expect(try await ids(harness) == ["meeting/a", "meeting/b", "tool/tea"])

    wanted.update { $0 = ["meeting/b"] }
    answers.update { $0 = away }
    await harness.service.share(share([me], router: UUID()))
    // Never empty because two of the cases have such owners; each case compares the end.
    for _ in away.filter({ $0.contains("meeting") }) {
      await harness.sleeper.waitForSleepers()
      // It cannot be known yet, and nothing else waits for it.
      #expect(try await ids(harness).contains("meeting/a"))
      #expect(await !harness.service.isRestoring)
      harness.sleeper.advance(by: .seconds(60))
    }
    await harness.service.restoring?.value
    #expect(try await ids(harness) == ["meeting/b", "tool/tea"])
    await harness.stop()
  }

  /// The message that ended it was lost, and it has no deadline of its own.
  @Test func whatStandsStillIsLetGoOfAtLast() async throws {
    let wanted = Shared(["meeting/a", "meeting/b"])
    let harness = try ServiceHarness { [self] message in
      guard message is CountdownsRequested else { return Done() }
      return CountdownsRequested.Reply(countdowns: wanted.value.map(countdown))
    }
    await harness.service.share(share([me]))
    await harness.service.start()
    await harness.service.restoring?.value
    let asked = harness.router.told.values.count
    for id in ["meeting/a", "meeting/b"] { _ = try await harness.send(PauseCountdown(id: id)) }
    wanted.update { $0 = ["meeting/b"] }
    await harness.sleep(ms: 299_000)
    #expect(harness.router.told.values.count == asked)
    await harness.sleep(ms: 1000)
    await harness.service.restoring?.value
    #expect(try await ids(harness) == ["meeting/b"])
    #expect(harness.router.told.values.count == asked + 1)
    // That one is paused, too, and a resumed one needs no query.
    await harness.sleep(ms: 300_000)
    await harness.service.restoring?.value
    #expect(harness.router.told.values.count == asked + 2)
    _ = try await harness.send(ResumeCountdown(id: "meeting/b"))
    #expect(harness.wakes.values.last.map { $0.map { $0 < 606_000_000_000 } } == true)
    await harness.stop()
  }

  /// A countdown started while the composition root replies is newer than its reply.
  @Test func whatIsNewStaysAlthoughNobodyNamedIt() async throws {
    let service = Shared<TimerService?>(nil)
    let harness = try ServiceHarness { message in
      guard message is CountdownsRequested else { return Done() }
      if let service = service.value {
        let start = StartCountdown(id: "meeting/c", durationMs: 60_000, speakers: 1)
        _ = try await service.definition.commands.run(
          StartCountdown.target, body: try BusJSON.encode(start), call: Call(header: Header()))
      }
      return CountdownsRequested.Reply(countdowns: [])
    }
    await harness.service.share(share([me]))
    await harness.service.start()
    await harness.service.restoring?.value
    service.update { $0 = harness.service }
    await harness.service.share(share([me], router: UUID()))
    await harness.service.restoring?.value
    #expect(try await ids(harness) == ["meeting/c"])
    await harness.stop()
  }

  @Test func aTickIsNotSentByBoth() async throws {
    let harness = try harness(["a"])
    harness.pass(ms: 700)
    // 3 s have elapsed except for truncated milliseconds: the previous instance may have sent that
    // tick.
    await harness.service.start()
    await harness.service.restoring?.value
    await harness.run(ms: 2)
    #expect(harness.publisher.events.values.isEmpty)
    await harness.run(ms: 1000)
    #expect(harness.publisher.events.values.map { $0.contains(#""elapsedMs":4000"#) } == [true])
    await harness.stop()
  }

  @Test func whoDidNotRunForAWhileAsksAnew() async throws {
    let harness = try harness(all)
    await harness.service.share(share([me, other]))
    await harness.service.start()
    await harness.sleeper.waitForSleepers()
    harness.sleeper.advance(by: .seconds(1))
    await harness.service.restoring?.value
    let asked = harness.router.told.values.count
    // The wake-up fires as soon as the process resumes, before it receives any message.
    await harness.sleep(ms: 10_000)
    #expect(harness.publisher.events.values.isEmpty)
    #expect(try await ids(harness).isEmpty)
    await harness.sleeper.waitForSleepers()
    harness.sleeper.advance(by: .seconds(1))
    await harness.service.restoring?.value
    #expect(harness.router.told.values.count > asked)
    #expect(try await ids(harness) == mine([me, other]))
    await harness.stop()
  }

  /// Countdowns of tools exist nowhere else, and are only late.
  @Test func whoIsAloneAsksAnewAtOnceAndKeepsWhatToolsStarted() async throws {
    let harness = try harness(["meeting/a"])
    await harness.service.share(share([me]))
    await harness.service.start()
    await harness.service.restoring?.value
    _ = try await harness.send(StartCountdown(id: "tool/tea", durationMs: 60_000, speakers: 1))
    let asked = harness.router.told.values.count
    await harness.sleep(ms: 10_000)
    await harness.service.restoring?.value
    #expect(harness.router.told.values.count == asked + 1)
    #expect(try await ids(harness) == ["meeting/a", "tool/tea"])
    await harness.stop()
  }

  @Test func whoWasGivenUpAsksAnew() async throws {
    let harness = try harness(["meeting/a"])
    await harness.service.share(share([me]))
    await harness.service.start()
    await harness.service.restoring?.value
    let asked = harness.router.told.values.count
    await harness.service.returned()
    await harness.service.restoring?.value
    #expect(harness.router.told.values.count == asked + 1)
    #expect(try await ids(harness) == ["meeting/a"])
    await harness.stop()
  }
}
