import Foundation
import TestSupport
import Testing
import ZeroMQ

@testable import Composition
@testable import MessageTrace
@testable import Bus
@testable import BusRouter

@Suite struct TraceTests {
  private static func entry(_ target: String = "timer.start") -> TraceEntry {
    let id = UUID()
    return TraceEntry(
      id: id, correlation: id, kind: .command, target: target, from: "tool", attempt: 1, wallMs: 0,
      steadyUs: 0)
  }

  private static func entries(_ rig: CoreRig) -> [TraceEntry] {
    let traceRing = rig.core.traceRing
    return (traceRing.oldest..<traceRing.next).compactMap { traceRing[$0] }
  }

  @Test func theOldestIsForgottenAndNeverChangedAgain() {
    var traceRing = TraceRing(capacity: 3)
    let numbers = (0..<5).compactMap { traceRing.note(Self.entry("t.\($0)")) }
    #expect(numbers == [0, 1, 2, 3, 4])
    #expect(traceRing.oldest == 2)
    #expect((0..<6).map { traceRing[$0]?.target } == [nil, nil, "t.2", "t.3", "t.4", nil])
    for number in [0, 1, 5] { traceRing.answered(number, by: UUID(), nil, atUs: 1) }
    #expect((2..<5).allSatisfy { traceRing[$0]?.answer == nil })
    traceRing.answered(3, by: UUID(), .busy, atUs: 1)
    #expect((2..<5).map { traceRing[$0]?.answer?.code } == [nil, .busy, nil])
  }

  @Test func nothingIsRememberedWhereNothingShallBe() {
    var rig = CoreRig { $0.rememberedMessages = 0 }
    rig.hello(.first)
    rig.command(from: .tool)
    rig.finish(rig.answers(.first)[0], from: .first)
    #expect(rig.answers(.tool).kinds == [.final])
    #expect(rig.core.traceRing.next == 0)
    #expect(rig.core.traceRing[0] == nil)
  }

  @Test func aCommandIsRememberedWithItsAnswer() throws {
    var rig = CoreRig()
    rig.hello(.first)
    let cause = UUID()
    let corr = UUID()
    let header = Header(corr: corr, cause: cause, attempt: 2)
    rig.receive(Envelope(.command, target: "timer.start", header: header), from: .tool)
    let sentUs = rig.steadyMs * 1000
    var entry = try #require(Self.entries(rig).first)
    #expect(
      entry
        == TraceEntry(
          id: header.id, correlation: corr, cause: cause, kind: .command, target: "timer.start",
          from: "tool", to: "timer", attempt: 2, wallMs: rig.now.wallMs, steadyUs: sentUs))
    rig.steadyMs += 7
    let answer = Envelope.reply(.final, to: header)
    rig.receive(answer, from: .first)
    // A second end is too late and changes nothing.
    rig.steadyMs += 7
    rig.receive(.error(BusError(.busy, "Late."), to: header), from: .first)
    entry = try #require(Self.entries(rig).first)
    #expect(
      entry.answer
        == TraceEntry.Answer(id: answer.head.header.id, code: nil, steadyUs: sentUs + 7000))
    #expect(Self.entries(rig).count == 1)
  }

  @Test func everyRefusalIsRememberedWithItsCode() {
    var rig = CoreRig { $0.parkedPerService = 1 }
    rig.command("nobody.there", from: .tool)
    rig.command("timer.start", deadlineIn: -5, from: .tool)
    rig.command("timer.start", deadlineIn: 500, from: .tool)
    rig.command("timer.start", from: .tool)
    #expect(Self.entries(rig).map(\.answer?.code) == [.unroutable, .expired, nil, .busy])
    rig.advance(1000)
    rig.hello(.first, capacity: 1, private: ["secret"])
    rig.command("timer.secret", from: .tool)
    let id = rig.command(from: .tool)
    rig.command(id: id, from: .other)
    rig.command(from: .tool)
    rig.perform(rig.core.unreachable(.first))
    #expect(
      Self.entries(rig).map(\.answer?.code) == [
        .unroutable, .expired, .unavailable, .busy, .denied, .unavailable, .conflict, .busy,
      ])
    #expect(Self.entries(rig).map(\.to) == [nil, nil, nil, nil, nil, "timer", nil, nil])
  }

  @Test func aCommandThatWasAskedTwiceIsOne() {
    var rig = CoreRig()
    rig.hello(.first)
    let id = rig.command(from: .tool)
    rig.command(id: id, from: .tool)
    #expect(Self.entries(rig).count == 1)
  }

  @Test func theCodeOfAnErrorIsReadAndNothingElse() {
    var rig = CoreRig()
    rig.hello(.first)
    let bodies = [
      #"{"code":"not_found","message":"No."}"#,
      #"{"message":"a \"code\":\"busy\" in words","code" : "conflict"}"#,
      #"{"code":"WORDS that are said"}"#, "not json", "",
    ]
    for body in bodies {
      rig.command(from: .tool)
      let work = rig.answers(.first)
      rig.receive(
        Envelope(.error, header: work[0].head.header.leading(), body: Data(body.utf8)),
        from: .first)
    }
    #expect(
      Self.entries(rig).map(\.answer?.code)
        == [.notFound, .conflict, .internal, .internal, .internal])
  }

  @Test func delegateCallsAndTheRoutersOwnCommandsAreRemembered() {
    var rig = CoreRig()
    rig.hello(.first)
    let call = Envelope(.delegate, target: "timer.finished", header: Header())
    rig.receive(call, from: .first)
    rig.receive(call, from: .first)
    rig.receive(Envelope(.delegate, target: "timer.sneezed", header: Header()), from: .first)
    var later = rig.now
    later.steadyUs += 42
    rig.perform(
      rig.core.answerDelegate(rig.delegates[0], with: .success(Data("{}".utf8)), now: later))
    rig.command("router.health", from: .tool)
    rig.perform(rig.core.answer(rig.locals[0], with: .failure(BusError(.notFound, "No."))))
    rig.command("timer.start", from: .parent)
    let entries = Self.entries(rig)
    #expect(entries.map(\.kind) == [.delegate, .delegate, .command, .command])
    #expect(entries.map(\.from) == ["timer", "timer", "tool", "router"])
    #expect(entries.map(\.to) == ["router", "router", "router", "timer"])
    #expect(entries[0].answer?.steadyUs == entries[0].steadyUs + 42)
    #expect(entries.map(\.answer?.code) == [nil, .unbound, .notFound, nil])
    #expect(entries[3].answer == nil)
  }

  @Test func helloesAndHeartbeatsAreNot() {
    var rig = CoreRig()
    rig.hello(.first)
    rig.heartbeat(.first)
    rig.receive(Envelope(.bye, target: "timer", header: Header()), from: .first)
    #expect(rig.core.traceRing.next == 0)
  }

  @Test func whatIsRememberedIsSearchedInBothDirections() async throws {
    let loop = try SocketLoop(name: "entries")
    let router = Router(
      transport: InProcessHub(loop: loop), integration: Integration(),
      configure: { $0.rememberedMessages = 5000 })
    try await router.open()
    for _ in 0..<9000 {
      // It has no reply; the trace shows that it was sent.
      await #expect(throws: BusError.self) {
        try await router.request(
          "nobody.there", body: Data(), attachments: [], key: nil,
          options: CallOptions(retries: false))
      }
    }
    let all = await router.trace(limit: .max) { _ in true }
    #expect(all.entries.map(\.number) == Array(4000..<9000))
    #expect(all.remembered == 5000 && all.capacity == 5000)
    #expect(all.forgetsBeforeMs == all.entries[0].entry.wallMs)
    let newest = await router.trace(limit: 3, newestFirst: true) { $0.to == nil }
    #expect(newest.entries.map(\.number) == [8999, 8998, 8997])
    let page = await router.trace(after: 8000, limit: 2) { _ in true }
    #expect(page.entries.map(\.number) == [8001, 8002])
    #expect(await router.trace(limit: 1) { $0.to != nil }.entries.isEmpty)
    await router.close()
    await loop.stop()
  }
}
