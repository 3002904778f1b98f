import Bus
import Foundation
import Testing
import TimerAPI

@testable import TimerService

/// A countdown belongs to an owner that the composition root notifies, and other peers cannot
/// change it.
@Suite struct OwnerTests {
  /// A timer whose composition root has bindings for some owners; nil if it does not report them.
  private func harness(_ owners: [String]? = ["meeting", "tool"]) async throws -> ServiceHarness {
    let harness = try ServiceHarness()
    let me = UUID()
    await harness.service.share(
      Share(router: UUID(), instance: me, instances: [me], owners: owners))
    return harness
  }

  @Test(arguments: ["a", "team/a", "meeting", "meeting/", "/a", "Meeting/a", "meetings/a", ""])
  func aCountdownOfNobodyIsRefused(id: String) async throws {
    let harness = try await harness()
    let error = try await #require(throws: BusError.self) { try await harness.start(id) }
    #expect(error.code == .invalid)
    #expect(error.message.contains("meeting, tool"))
    #expect(error.detail == ["field": "id"])
    #expect(try await harness.send(ListCountdowns()).countdowns.isEmpty)
    await harness.stop()
  }

  @Test(arguments: ["meeting/a", "tool/a", "tool/a/b"])
  func oneOfAnOwnerIsStarted(id: String) async throws {
    let harness = try await harness()
    #expect(try await harness.start(id).id == id)
    await harness.stop()
  }

  @Test func whereTheParentDoesNotSayEveryIDIsTaken() async throws {
    let harness = try await harness(nil)
    #expect(try await harness.start("a").id == "a")
    await harness.stop()
  }

  /// The router has checked only the key, and considers it the tool's own.
  @Test func aKeyOfAnotherCountdownIsRefused() async throws {
    let harness = try await harness()
    let status = try await harness.start("meeting/a")
    let commands: [any KeyedCommand] = [
      StartCountdown(id: "meeting/b", durationMs: 9000, speakers: 3),
      PauseCountdown(id: "meeting/a"), ResumeCountdown(id: "meeting/a"),
      SkipSpeaker(id: "meeting/a"), CancelCountdown(id: "meeting/a"),
    ]
    for command in commands {
      let error = try await #require(throws: BusError.self) {
        _ = try await harness.send(command, about: "tool/a")
      }
      #expect(error.code == .invalid)
    }
    #expect(try await harness.send(ListCountdowns()).countdowns == [status])
    await harness.stop()
  }

  @Test(arguments: [nil, "meeting/a"])
  func theParentNeedsNoKey(key: String?) async throws {
    let harness = try await harness()
    try await harness.start("meeting/a")
    let held = try await harness.send(PauseCountdown(id: "meeting/a"), about: key)
    #expect(!held.clock.isRunning)
    let skipped = try await harness.send(SkipSpeaker(id: "meeting/a"), about: key)
    #expect(skipped.speaker == 1)
    try await harness.send(CancelCountdown(id: "meeting/a"), about: key)
    #expect(try await harness.send(ListCountdowns()).countdowns.isEmpty)
    await harness.stop()
  }

  @Test func whatChangesACountdownIsForItsOwner() async throws {
    let harness = try ServiceHarness()
    let declarations = harness.service.definition.commands.declarations
    #expect(
      declarations.filter { $0.access == .owner }.map(\.target) == [
        "timer.cancel", "timer.pause", "timer.resume", "timer.skip", "timer.start",
      ])
    #expect(
      declarations.filter { $0.access == .observer }.map(\.target) == ["timer.get", "timer.list"])
    // Each timer lists its own countdowns; all other commands are about a single one.
    #expect(declarations.filter { $0.isKeyed != true }.map(\.target) == ["timer.list"])
    await harness.stop()
  }
}
