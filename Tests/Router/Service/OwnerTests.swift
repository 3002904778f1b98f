import Bus
import Foundation
import RouterAPI
import StandupsAPI
import TestSupport
import Testing
import TimerAPI

@testable import RouterService

/// The owner that is notified of a service's work, and work without an owner.
@Suite struct OwnerTests {
  /// A bus with a store, a standups service that records its notifications, and a timer.
  private struct Cast {
    let rig: BusRig
    let tool: Peer
    let timer: Peer
    let store = MemoryStore()
    let told = Recorder<TellTimeUp>()

    /// Number of events about their arrival.
    static let arrivals = 3

    init(_ rig: BusRig) async throws {
      self.rig = rig
      tool = try await rig.tool()
      _ = try await rig.add("persistence", commands: store.commands)
      var commands = CommandTable()
      let told = told
      commands.on(TellTimeUp.self) { command, _ in
        told.record(command)
        return Done()
      }
      _ = try await rig.add("standups", commands: commands)
      timer = try await rig.add("timer", delegates: [CountdownFinished.self])
      await rig.published.wait(for: Self.arrivals)
    }
  }

  private func with(_ body: (Cast) async throws -> Void) async throws {
    let rig = try await BusRig()
    do {
      try await body(try await Cast(rig))
    } catch {
      await rig.close()
      throw error
    }
    await rig.close()
  }

  @Test func aMeetingHearsOfItsClock() async throws {
    try await with { cast in
      _ = try await cast.timer.tell(CountdownFinished(id: Sample.work, elapsedMs: 9000))
      #expect(cast.told.values == [TellTimeUp(id: Sample.meeting)])
      #expect(cast.store.commits.values.count == Cast.arrivals)
    }
  }

  @Test func aToolHearsOfItsOwnAsAnEvent() async throws {
    try await with { cast in
      _ = try await cast.timer.tell(CountdownFinished(id: "tool/egg", elapsedMs: 180_000))
      // On disk before the timer may forget it.
      let commit = try #require(cast.store.commits.values.last)
      #expect(commit.changes.isEmpty)
      #expect(commit.events.map(\.labels) == [EventLabels(type: "countdown.ended", subject: "egg")])
      let event = await cast.rig.published.wait(for: Cast.arrivals + 1)[Cast.arrivals]
      #expect(event.type == CountdownEnded.type)
      #expect(event.subject == "egg")
      #expect(event.source == "/standups/router")
      #expect(event.sequence == CloudEvent.sequenceText(Int64(Cast.arrivals + 1)))
      #expect(try event.data.decode() == CountdownEnded(id: "egg", elapsedMs: 180_000))
      #expect(cast.told.values.isEmpty)
    }
  }

  @Test(arguments: [
    (id: "chess/1", owner: "chess", message: "timer.finished of chess"),
    (id: "egg", owner: nil, message: "timer.finished"),
  ])
  func workOfNobodyIsLoud(id: String, owner: String?, message: String) async throws {
    try await with { cast in
      let error = await #expect(throws: BusError.self) {
        try await cast.timer.tell(CountdownFinished(id: id, elapsedMs: 1))
      }
      #expect(error?.code == .unbound)
      #expect(error?.detail?["owner"] == owner)
      #expect(error?.message.contains(owner ?? id) == true)
      let events = await cast.rig.published.wait(for: Cast.arrivals + 2).suffix(2)
      #expect(events.map(\.type) == ["bus.unbound", "bus.deadLetter"])
      #expect(
        try events.first?.data.decode()
          == BusUnbound(service: "timer", message: message, wasSent: true))
      let health = try await cast.tool.send(GetHealth())
      #expect(health.unboundCalls == 1)
      #expect(health.deadLetters == 1)
      // The message has a binding; one for work without an owner can never exist.
      #expect(health.unbound.isEmpty)

      let letter = try #require(try await cast.tool.send(DeadLetters()).letters.first)
      #expect(letter.sender == "timer" && letter.target == "timer.finished")
      #expect(letter.error.code == .unbound)
      let shown = try await cast.tool.send(DeadLetters(id: letter.id)).letters.first
      #expect(
        try shown?.body?.decode() == CountdownFinished(id: id, elapsedMs: 1))
      let replayed = try await cast.tool.send(DeadLetters(action: .replay))
      #expect(replayed.removed.isEmpty)
      #expect(replayed.letters.map(\.error.code) == [.unbound])
      #expect(cast.told.values.isEmpty)
    }
  }
}
