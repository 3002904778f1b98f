import Bus
import Countdown
import TestSupport
import Testing
import TimerAPI

@testable import TimerService

@Suite struct ServiceTests {
  @Test func tellsTheParentInOrderAndForgetsWhatIsOver() async throws {
    let harness = try ServiceHarness()
    try await harness.start()
    await harness.run(ms: 3_500)
    _ = await harness.router.told.wait(for: 1)
    await harness.run(ms: 6_500)
    let told = await harness.router.told.wait(for: 3)
    #expect(told[0] as? CountdownSpeakerChanged == .init(id: "a", speaker: 1, elapsedMs: 3000))
    #expect(told[1] as? CountdownSpeakerChanged == .init(id: "a", speaker: 2, elapsedMs: 6000))
    #expect(told[2] as? CountdownFinished == .init(id: "a", elapsedMs: 9000))
    await harness.stop()
  }

  @Test func setsOneWakeUpForTheNextDeadline() async throws {
    let harness = try ServiceHarness()
    try await harness.start()
    // 3 s ahead, but no sleep is longer than one second, as the machine may be suspended.
    #expect(harness.wakes.values == [6_000_000_000])
    try await harness.send(PauseCountdown(id: "a"))
    // It has no deadline, but it is not forgotten.
    #expect(harness.wakes.values == [6_000_000_000, 305_000_000_000])
    try await harness.send(PauseCountdown(id: "a"))
    try await harness.send(GetCountdown(id: "a"))
    #expect(harness.wakes.values.count == 2)
    await harness.stop()
  }

  @Test func publishesTicksUnderEachView() async throws {
    let harness = try ServiceHarness()
    try await harness.start(labelled: true)
    await harness.run(ms: 1000)
    let events = harness.publisher.events.values
    #expect(events.count == 2)
    #expect(
      events[0].hasPrefix("t/meeting.tick/a/ {\"data\":{\"durationMs\":9000,\"elapsedMs\":1000,"))
    #expect(events[1].hasPrefix("m/a/meeting.tick/ {"))
    #expect(events[0].contains(#""time":"2026-11-21T11:30:01.000Z""#))
    await harness.stop()
  }

  @Test func withoutSubscribersNothingIsWritten() async throws {
    let harness = try ServiceHarness()
    await harness.service.start()
    await harness.publisher.subscribe(false, on: harness.loop)
    try await harness.start(labelled: true)
    await harness.run(ms: 1000)
    #expect(harness.publisher.events.values.isEmpty)
    // Only the turn's end is due.
    #expect(await harness.service.load.unwatched == 1)
    await harness.run(ms: 500)
    await harness.publisher.subscribe(true, on: harness.loop)
    #expect(await harness.service.load.unwatched == 0)
    await harness.run(ms: 500)
    #expect(harness.publisher.events.values.count == 2)
    await harness.stop()
  }

  @Test func aCallThatFailsIsRepeatedUntilItIsTaken() async throws {
    let attempts = Shared(0)
    let harness = try ServiceHarness { message in
      attempts.update { $0 += 1 }
      if attempts.value <= 2 { throw BusError(.unavailable, "The parent is away.") }
      return Done()
    }
    try await harness.start()
    await harness.run(ms: 3000)
    for (count, wait) in [(1, 250), (2, 500)] {
      await harness.router.told.wait(for: count)
      await harness.sleeper.waitForSleepers()
      harness.sleeper.advance(by: .milliseconds(wait))
    }
    await harness.router.told.wait(for: 3)
    await harness.run(ms: 3000)
    let told = await harness.router.told.wait(for: 4).compactMap { $0 as? CountdownSpeakerChanged }
    #expect(told.map(\.speaker) == [1, 1, 1, 2])
    await harness.stop()
  }

  @Test func aFinishedOneStaysKnownUntilTheParentHasTakenIt() async throws {
    let gate = Recorder<Void>()
    let harness = try ServiceHarness { message in
      if message is CountdownFinished { await gate.wait(for: 1) }
      return Done()
    }
    try await harness.start(durationMs: 3000)
    // Two late changes of speaker become one.
    await harness.sleep(ms: 2500)
    await harness.sleep(ms: 500)
    await harness.router.told.wait(for: 2)
    let status = try await harness.send(GetCountdown(id: "a"))
    #expect(status.clock.elapsedMs == 3000)
    #expect(!status.clock.isRunning)
    gate.record(())
    // The reply reaches the service at some time; repeats until it has.
    while (try? await harness.send(GetCountdown(id: "a"))) != nil { await Task.yield() }
    #expect(harness.router.told.values.count == 2)
    await harness.stop()
  }

  @Test(arguments: [BusError.Code.unbound, .notFound])
  func whatTheParentRefusesIsDropped(code: BusError.Code) async throws {
    let harness = try ServiceHarness { _ in throw BusError(code, "No.") }
    try await harness.start(durationMs: 3000)
    await harness.sleep(ms: 2500)
    await harness.sleep(ms: 500)
    let told = await harness.router.told.wait(for: 2)
    #expect(told.last is CountdownFinished)
    while (try? await harness.send(GetCountdown(id: "a"))) != nil { await Task.yield() }
    #expect(harness.router.told.values.count == 2)
    await harness.stop()
  }

  @Test func cancelEndsTheRepetition() async throws {
    let harness = try ServiceHarness { _ in throw BusError(.unavailable, "The parent is away.") }
    try await harness.start()
    await harness.run(ms: 3000)
    await harness.router.told.wait(for: 1)
    await harness.sleeper.waitForSleepers()
    try await harness.send(CancelCountdown(id: "a"))
    #expect(harness.sleeper.sleepers == 0)
    try await harness.start()
    #expect(try await harness.send(GetCountdown(id: "a")).clock.elapsedMs == 0)
    #expect(harness.router.told.values.count == 1)
    await harness.stop()
  }

  @Test func asksForItsCountdownsUntilItIsAnswered() async throws {
    let attempts = Shared(0)
    let restored = StartCountdown(
      id: "r", durationMs: 9000, speakers: 3,
      resuming: .init(
        clock: CountdownClock(
          elapsedMs: 2000, at: ClockReading(wallMs: 0, boot: "boot", uptimeUs: 4_500_000),
          isRunning: true), announcedSpeaker: 0))
    let harness = try ServiceHarness { message in
      guard message is CountdownsRequested else { return Done() }
      attempts.update { $0 += 1 }
      if attempts.value == 1 { throw BusError(.unavailable, "Not yet.") }
      return CountdownsRequested.Reply(countdowns: [
        restored, StartCountdown(id: "a", durationMs: 1, speakers: 1),
        StartCountdown(id: "", durationMs: 1, speakers: 1),
      ])
    }
    await harness.service.start()
    try await harness.start()
    await harness.sleeper.waitForSleepers()
    harness.sleeper.advance(by: .seconds(1))
    await harness.router.told.wait(for: 2)
    await harness.service.restoring?.value
    let list = try await harness.send(ListCountdowns())
    // A running countdown is newer than the composition root's reply; invalid ones are left out.
    #expect(list.countdowns.map(\.id) == ["a", "r"])
    #expect(list.countdowns.map(\.durationMs) == [9000, 9000])
    #expect(list.countdowns[1].clock.elapsedMs == 2500)
    await harness.stop()
  }

  @Test func drainStopsTickingAndWaitsForCallsUnderWay() async throws {
    let gate = Recorder<Void>()
    let harness = try ServiceHarness { _ in
      await gate.wait(for: 1)
      return Done()
    }
    try await harness.start(labelled: true)
    await harness.run(ms: 3000)
    await harness.router.told.wait(for: 1)
    await harness.run(ms: 3000)
    let published = harness.publisher.events.values.count
    let drain = Task { await harness.service.drain() }
    await harness.sleeper.waitForSleepers()
    #expect(harness.wakes.values.last == .some(nil))
    await harness.run(ms: 1000)
    #expect(harness.publisher.events.values.count == published)
    await #expect(throws: BusError.self) { try await harness.send(GetCountdown(id: "a")) }
    gate.record(())
    await drain.value
    // The second speaker's change is left to the next instance.
    #expect(harness.router.told.values.count == 1)
    await harness.stop()
  }

  @Test func drainDoesNotWaitForEver() async throws {
    let gate = Recorder<Void>()
    let harness = try ServiceHarness { _ in
      await gate.wait(for: 1)
      return Done()
    }
    try await harness.start()
    await harness.run(ms: 3000)
    await harness.router.told.wait(for: 1)
    let drain = Task { await harness.service.drain() }
    await harness.sleeper.waitForSleepers()
    harness.sleeper.advance(by: .seconds(1))
    await drain.value
    gate.record(())
    await harness.stop()
  }

  @Test func badInputIsAnsweredAndChangesNothing() async throws {
    let harness = try ServiceHarness()
    await #expect(throws: BusError.self) {
      try await harness.send(StartCountdown(id: "a", durationMs: -1, speakers: 1))
    }
    await #expect(throws: BusError.self) { try await harness.send(SkipSpeaker(id: "a")) }
    #expect(try await harness.send(ListCountdowns()).countdowns.isEmpty)
    await harness.stop()
  }

  @Test func declaresWhatItAnswersAndCalls() async throws {
    let harness = try ServiceHarness()
    let definition = harness.service.definition
    #expect(
      definition.commands.declarations.map(\.target) == [
        "timer.cancel", "timer.get", "timer.list", "timer.pause", "timer.resume", "timer.skip",
        "timer.start",
      ])
    #expect(
      definition.delegateMessages == [
        "timer.speakerChanged", "timer.finished", "timer.countdownsRequested",
      ])
    #expect(definition.isSharded)
    await harness.stop()
  }

  @Test func theLoopsOwnTimerWakesIt() async throws {
    let harness = try ServiceHarness()
    let woken = Recorder<Void>()
    let wake = WakeTimer.live(harness.loop)
    await harness.loop.run {
      wake.set(0) { Issue.record("A later one took its place.") }
      wake.set(0) { woken.record(()) }
    }
    await woken.wait(for: 1)
    await harness.stop()
  }
}
