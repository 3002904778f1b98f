import Foundation
import TestSupport
import Testing
import ZeroMQ

@testable import Composition
@testable import Bus

/// A command that the router itself reads, one page at a time.
private struct Page: BusCommand {
  static let target = "events.page"
  static let traits = CommandTraits(access: .observer, isDeferrable: true)
  typealias Reply = Done

  static func ask(_ tool: Peer) async -> BusError.Code? {
    do {
      _ = try await tool.send(Page(), options: CallOptions(timeoutMs: 60_000, retries: false))
      return nil
    } catch let error as BusError {
      return error.code
    } catch {
      return .internal
    }
  }
}

@Suite struct BusTests {
  @Test(arguments: Wiring.allCases)
  func commandsErrorsPartsAndAttachments(wiring: Wiring) async throws {
    try await withBus(wiring) { rig in
      try await rig.startRouter()
      let service = EchoService()
      _ = await rig.serve(service, on: rig.peer())
      let tool = try await rig.tool()
      let frame = Frame(Array(repeating: 7, count: 5000))
      let reply = try await tool.send(
        Say(text: "ü"), attachments: [frame], options: CallOptions(idempotencyKey: "key"))
      #expect(reply == Say.Reply(text: "ü", bytes: 5000))
      let header = try #require(service.headers.values.first)
      #expect(header.idem == "key")
      #expect(header.corr == header.id)
      #expect(await code { try await tool.send(Fail()) } == .conflict)
      #expect(await code { try await tool.send(Secret()) } == .denied)
      #expect(
        await code { try await tool.request("echo.say", body: Data("{}".utf8)) } == .invalid)
      #expect(
        await code { try await tool.request("nobody.there", body: Data("{}".utf8)) } == .unroutable)
    }
  }

  /// Replies that the router itself reads are large: the pages of one client do not block others.
  @Test func pagesComeAFewAtATime() async throws {
    let (begun, release) = (Recorder<Void>(), Recorder<Void>())
    var own = CommandTable()
    own.on(Page.self) { _, _ in
      begun.record(())
      await release.wait(for: 1)
      return Done()
    }
    let table = own
    try await withBus(.inProcess) { rig in
      try await rig.startRouter(own: table)
      let greedy = try await rig.tool()
      let other = try await rig.tool()
      let codes = try await withThrowingTaskGroup(of: BusError.Code?.self) { group in
        for _ in 0..<40 {
          group.addTask { await Page.ask(greedy) }
        }
        await begun.wait(for: 24)
        group.addTask { await Page.ask(other) }
        await begun.wait(for: 25)
        release.record(())
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(codes.filter { $0 == .busy }.count == 16)
      #expect(codes.filter { $0 == nil }.count == 25)
      // There is room again.
      #expect(await Page.ask(greedy) == nil)
    }
  }

  @Test(arguments: Wiring.allCases)
  func whatIsTooLargeIsNotSent(wiring: Wiring) async throws {
    try await withBus(wiring) { rig in
      try await rig.startRouter()
      let tool = try await rig.tool()
      let frames = Array(repeating: Frame(), count: 7)
      #expect(
        await code {
          try await tool.send(Say(text: ""), attachments: frames, options: CallOptions())
        } == .tooLarge)
      let large = Frame(Array(repeating: 0, count: Limits.bytes))
      #expect(
        await code {
          try await tool.send(Say(text: ""), attachments: [large], options: CallOptions())
        } == .tooLarge)
    }
  }

  @Test(arguments: Wiring.allCases)
  func delegateCallsGoThroughTheIntegration(wiring: Wiring) async throws {
    try await withBus(wiring) { rig in
      try await rig.startRouter()
      let peer = rig.peer()
      let service = EchoService(parent: peer)
      _ = await rig.serve(service, on: peer)
      let tool = try await rig.tool()
      _ = try await tool.send(Pass(message: "bound"))
      let secret = try #require(service.headers.values.first)
      #expect(secret.idem != nil)
      #expect(secret.corr != nil)
      _ = try await tool.send(Pass(message: "ignored"))
      #expect(await code { try await tool.send(Pass(message: "greedy")) } == .internal)
      #expect(await code { try await tool.send(Pass(message: "unbound")) } == .unbound)
      await rig.routerNotices.first {
        if case .deadLetter(let letter) = $0 { letter.message == Unbound.target } else { false }
      }
      let report = try #require(await rig.router?.report)
      #expect(report.unbound == [Unbound.target])
      #expect(report.pending == 0)
    }
  }

  @Test(arguments: Wiring.allCases)
  func aRestartedRouterIsFoundAndCallsGoOn(wiring: Wiring) async throws {
    try await withBus(wiring) { rig in
      try await rig.startRouter()
      let notices = Log<PeerNotice>()
      let service = EchoService()
      _ = await rig.serve(service, on: rig.peer(notices))
      let tool = try await rig.tool()
      async let held = tool.send(Hold(name: "a"), options: CallOptions(timeoutMs: 30_000))
      await service.begun.first { $0 == "a" }
      let before = try #require(rig.router?.id)
      try await rig.stopRouter()
      let after = try await rig.startRouter().id
      #expect(before != after)
      await notices.first { $0 == .routerChanged(router: after) }
      await notices.first { if case .welcomed(after, _) = $0 { true } else { false } }
      // The restarted router has forgotten the command, and the peer sends it again.
      service.gate.open()
      _ = try await held
      _ = try await tool.send(Say(text: "x"))
      #expect(service.begun.values.count { $0 == "a" } == 2)
    }
  }

  @Test(arguments: Wiring.allCases)
  func commandsWaitForARouterAndAService(wiring: Wiring) async throws {
    try await withBus(wiring) { rig in
      // TCP needs a bound port before anyone can connect.
      try await rig.startRouter()
      try await rig.stopRouter()
      let tool = try await rig.tool()
      async let reply = tool.send(Say(text: "x"), options: CallOptions(timeoutMs: 30_000))
      try await rig.startRouter()
      _ = await rig.serve(EchoService(), on: rig.peer())
      #expect(try await reply.text == "x")
    }
  }

  @Test(arguments: Wiring.allCases)
  func withoutARouterACallFailsInItsTime(wiring: Wiring) async throws {
    try await withBus(wiring) { rig in
      try await rig.startRouter()
      try await rig.stopRouter()
      let tool = try await rig.tool()
      let options = CallOptions(timeoutMs: 1)
      #expect(await code { try await tool.send(Say(text: "x"), options: options) } == .unavailable)
      // The heartbeat before the first command.
      #expect(await tool.outboxCount <= 1)
      let service = rig.peer { $0.helloMs = 1 }
      try await service.open(as: EchoService().definition)
      // Sleeps because each pause makes another registration due, which must not queue either.
      for _ in 0..<20 { try await rig.peerLoop.sleep(until: .now.advanced(by: .milliseconds(2))) }
      // However often it registers, at most one message waits.
      #expect(await service.outboxCount <= 1)
      await service.drain(within: .milliseconds(10))
    }
  }

  @Test(arguments: Wiring.allCases)
  func aRestartedServiceGetsTheCommandAgain(wiring: Wiring) async throws {
    try await withBus(wiring) { rig in
      try await rig.startRouter()
      let first = EchoService()
      let peer = rig.peer()
      _ = await rig.serve(first, on: peer)
      let tool = try await rig.tool()
      async let held = tool.send(Hold(name: "a"), options: CallOptions(timeoutMs: 30_000))
      await first.begun.first { $0 == "a" }
      // Simulates a killed process.
      await peer.close()
      let second = EchoService()
      _ = await rig.serve(second, on: rig.peer())
      second.gate.open()
      _ = try await held
      #expect(second.begun.values.contains("a"))
      first.gate.open()
    }
  }

  /// A service is not notified of the first epoch.
  @Test(arguments: Wiring.allCases)
  func aServiceIsToldOfAnotherEpoch(wiring: Wiring) async throws {
    try await withBus(wiring) { rig in
      let router = try await rig.startRouter()
      let service = EchoService()
      _ = await rig.serve(service, on: rig.peer { $0.heartbeatMs = 20 })
      await router.noteEpoch("one")
      // The reply to one heartbeat arrives before the next but one.
      let told = service.pulses.values.count
      await service.pulses.first { $0 >= told + 3 }
      #expect(service.epochs.values.isEmpty)
      await router.noteEpoch("two")
      await service.epochs.first { $0 == 1 }
      let again = service.pulses.values.count
      await service.pulses.first { $0 >= again + 3 }
      #expect(service.epochs.values.count == 1)
    }
  }

  @Test(arguments: Wiring.allCases)
  func drainFinishesWhatIsUnderWay(wiring: Wiring) async throws {
    try await withBus(wiring) { rig in
      try await rig.startRouter()
      let service = EchoService()
      let (host, run) = await rig.serve(service, on: rig.peer())
      let tool = try await rig.tool()
      async let held = tool.send(Hold(name: "a"), options: CallOptions(retries: false))
      await service.begun.first { $0 == "a" }
      host.beginGracefulShutdown()
      host.beginGracefulShutdown()
      service.gate.open()
      _ = try await held
      try await run.value
      #expect(service.ended.values == ["a", "drain"])
      await rig.routerNotices.first { if case .serviceDown = $0 { true } else { false } }
      #expect(await rig.router?.report.services.isEmpty == true)
      #expect(await rig.router?.report.counters.lost == 0)
    }
  }

  /// This includes a service whose start waits forever: it ends, so that its supervisor restarts it.
  @Test(arguments: Wiring.allCases, [false, true])
  func aServiceWhoseWorkHangsIsLost(wiring: Wiring, whileItBegins: Bool) async throws {
    try await withBus(wiring) { rig in
      try await rig.startRouter {
        $0.heartbeatMs = 20
        $0.deadAfterMs = 300
      }
      let pulse = Gate()
      let notices = Log<PeerNotice>()
      let service = EchoService(pulseGate: pulse, neverStarts: whileItBegins)
      let peer = rig.peer(notices)
      let (_, run) = await rig.serve(service, on: peer)
      await rig.routerNotices.first { if case .serviceLost = $0 { true } else { false } }
      // Meanwhile another instance takes its place; when the first one resumes, it is notified.
      let second = EchoService()
      _ = await rig.serve(second, on: rig.peer())
      pulse.open()
      await notices.first { $0 == .superseded }
      do {
        try await run.value
        Issue.record("It went on.")
      } catch let error as BusError {
        #expect(error.code == .conflict)
      }
    }
  }

  @Test(arguments: Wiring.allCases)
  func aServiceIsToldThatItWasGivenUp(wiring: Wiring) async throws {
    try await withBus(wiring) { rig in
      try await rig.startRouter {
        $0.heartbeatMs = 20
        $0.deadAfterMs = 300
      }
      let pulse = Gate()
      let service = EchoService(pulseGate: pulse)
      _ = await rig.serve(service, on: rig.peer())
      await rig.routerNotices.first { if case .serviceLost = $0 { true } else { false } }
      #expect(service.returns.values.isEmpty)
      pulse.open()
      await service.returns.first { $0 == 1 }
      #expect(service.routers.values.isEmpty)
    }
  }

  @Test(arguments: Wiring.allCases)
  func aServiceIsToldOfAnotherRouter(wiring: Wiring) async throws {
    try await withBus(wiring) { rig in
      try await rig.startRouter()
      let service = EchoService()
      _ = await rig.serve(service, on: rig.peer())
      let tool = try await rig.tool()
      _ = try await tool.send(Say(text: "x"))
      #expect(service.routers.values.isEmpty)
      for count in 1...2 {
        try await rig.stopRouter()
        try await rig.startRouter()
        await service.routers.first { $0 == count }
      }
      #expect(service.returns.values.isEmpty)
    }
  }

  @Test func aCommandWithoutAnAnswerSaysWhyItWasRefusedBefore() async throws {
    try await withBus(.ipc) { rig in
      try await rig.startRouter()
      let service = EchoService()
      _ = await rig.serve(service, on: rig.peer())
      let tool = try await rig.tool()
      let error = await #expect(throws: BusError.self) {
        try await tool.send(Waver(), options: CallOptions(timeoutMs: 2000))
      }
      #expect(error?.code == .unavailable)
      #expect(error?.message.hasPrefix("No space is left. The last attempt received no") == true)
      #expect(error?.retryable == true)
      // The command may only read: the peer cannot know.
      let late = await #expect(throws: BusError.self) {
        try await tool.send(Hold(name: "a"), options: CallOptions(timeoutMs: 200))
      }
      #expect(late?.code == .expired)
      #expect(
        late?.message
          == "“echo.hold” received no reply in time. If the command changes data, the change may have taken effect."
      )
      service.gate.open()
    }
  }

  /// The peer does not interpret the outcome: the binding distinguishes the two.
  @Test func aDelegateCallWithoutAnAnswerHasExpired() async throws {
    try await withBus(.ipc) { rig in
      let gate = Gate()
      var integration = Integration()
      integration.child("echo")
      integration.bind(Bound.self, of: "echo") { _, parent in
        guard parent.cause.attempt != nil else { throw Waver.refusal }
        await gate.wait()
        return Done()
      }
      try await rig.startRouter(integration)
      let peer = rig.peer()
      _ = await rig.serve(EchoService(), on: peer)
      #expect(
        await code { try await peer.tell(Bound(), causedBy: nil, timeoutMs: 2000) } == .expired)
      gate.open()
    }
  }

  @Test(arguments: Wiring.allCases)
  func cancellationAndCloseEndEveryCall(wiring: Wiring) async throws {
    try await withBus(wiring) { rig in
      try await rig.startRouter()
      let service = EchoService()
      _ = await rig.serve(service, on: rig.peer())
      let tool = try await rig.tool()
      let cancelled = Task { try await tool.send(Hold(name: "a")) }
      await service.begun.first { $0 == "a" }
      cancelled.cancel()
      await #expect(throws: CancellationError.self) { try await cancelled.value }
      let closed = Task { try await tool.send(Hold(name: "b")) }
      await service.begun.first { $0 == "b" }
      await tool.close()
      #expect(await code { try await closed.value } == .unavailable)
      #expect(await code { try await tool.send(Hold(name: "c")) } == .unavailable)
      service.gate.open()
      // A service that waits for its registration ends when requested.
      try await rig.stopRouter()
      let lonely = ServiceHost(EchoService(), on: rig.peer())
      async let run: Void = lonely.run()
      lonely.beginGracefulShutdown()
      try await run
    }
  }

  @Test(arguments: Wiring.allCases)
  func manyCommandsAtOnceAreAllAnswered(wiring: Wiring) async throws {
    try await withBus(wiring) { rig in
      try await rig.startRouter()
      let service = EchoService()
      _ = await rig.serve(service, on: rig.peer())
      let tool = try await rig.tool()
      let replies = try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<500 {
          group.addTask {
            try await tool.send(
              Say(text: "\(number)"), options: CallOptions(timeoutMs: 50_000)
            ).text
          }
        }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(replies.count == 500)
    }
  }
}

extension Peer {
  var outboxCount: Int { outbox.count }
}
