import Bus
import CommandLineKit
import Foundation
import TestSupport
import Testing

@testable import StandupsLifecycle

/// A service controlled by the test.
private final class FakeService: RunnableService {
  let told = Recorder<String>()
  private let work: @Sendable (FakeService) async throws -> Void

  init(_ work: @escaping @Sendable (FakeService) async throws -> Void) { self.work = work }

  func run() async throws {
    told.record("run")
    try await work(self)
  }

  func beginGracefulShutdown() async { told.record("drain") }
}

@Suite struct LifetimeTests {
  let clock = TestClock()

  private func run(
    _ service: FakeService, _ script: (AsyncStream<Int32>.Continuation) async -> Void
  ) async -> ExitCode {
    let (signals, sender) = AsyncStream<Int32>.makeStream()
    let runner = LifetimeRunner(clock: clock)
    async let code = runner.run(service, signals: signals)
    await script(sender)
    return await code
  }

  @Test func workThatEndsByItselfIsFine() async {
    #expect(await run(FakeService { _ in }) { _ in } == .ok)
  }

  @Test(arguments: [
    (BusError(.unavailable, "No router."), ExitCode.unavailable),
    (BusError(.internal, "A defect."), .software), (BusError(.denied, "No key."), .denied),
  ])
  func aFailureIsTheExitCode(error: BusError, code: ExitCode) async {
    #expect(await run(FakeService { _ in throw error }) { _ in } == code)
  }

  @Test func aSignalDrains() async {
    let service = FakeService { _ = await $0.told.wait(for: 2) }
    let code = await run(service) { sender in
      await service.told.wait(for: 1)
      sender.yield(SIGTERM)
    }
    #expect(code == .ok)
    #expect(service.told.values == ["run", "drain"])
  }

  @Test func aDrainThatTakesTooLongIsCancelled() async {
    let forever = TestClock()
    let service = FakeService { _ in try await forever.sleep(for: .seconds(1)) }
    let code = await run(service) { sender in
      await service.told.wait(for: 1)
      sender.yield(SIGTERM)
      await clock.waitForSleepers()
      clock.advance(by: .seconds(4))
    }
    #expect(code == .software)
  }

  @Test func aSecondSignalAborts() async {
    let forever = TestClock()
    let service = FakeService { _ in try await forever.sleep(for: .seconds(1)) }
    let code = await run(service) { sender in
      sender.yield(SIGTERM)
      await service.told.wait(for: 2)
      sender.yield(SIGINT)
    }
    #expect(code == .interrupted)
  }

  @Test func workThatIgnoresEverythingIsLeftBehind() async {
    let release = Recorder<Void>()
    let service = FakeService { _ in await release.wait(for: 1) }
    let code = await run(service) { sender in
      await service.told.wait(for: 1)
      sender.yield(SIGTERM)
      await clock.waitForSleepers()
      clock.advance(by: .seconds(4))
      await clock.waitForSleepers()
      clock.advance(by: .seconds(1))
    }
    #expect(code == .software)
    release.record(())
  }

  @Test func afterTheEndNothingHappens() {
    var lifetime = Lifetime()
    #expect(lifetime.handle(.ended(nil)).count == 1)
    #expect(lifetime.phase == .over)
    #expect(lifetime.handle(.signal(SIGTERM)).isEmpty)
    #expect(lifetime.handle(.ended(nil)).isEmpty)
    #expect(lifetime.handle(.timeIsUp(.draining)).isEmpty)
  }

  @Test func aStaleTimerDoesNotCount() {
    var lifetime = Lifetime()
    #expect(lifetime.handle(.timeIsUp(.draining)).isEmpty)
    _ = lifetime.handle(.signal(SIGTERM))
    _ = lifetime.handle(.signal(SIGTERM))
    #expect(lifetime.phase == .cancelled)
    #expect(lifetime.handle(.timeIsUp(.draining)).isEmpty)
    #expect(lifetime.phase == .cancelled)
  }
}
