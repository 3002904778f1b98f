import Bus
import Foundation
import OTLP
import RouterAPI
import StandupsAPI
import TestSupport
import Testing

@testable import MessageTrace
@testable import TraceReading
@testable import RouterService

/// The span of a message.
@Suite struct SpanTests {
  private static let (command, delegate) = (UUID(), UUID())
  private static let outer = TraceParent(
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")

  private static func entry(
    _ id: UUID = command, cause: UUID? = nil, _ traceparent: TraceParent? = nil,
    from: String = "tool", to: String? = "timer", kind: Kind = .command, attempt: Int = 1,
    code: BusError.Code? = nil
  ) -> TraceEntry {
    TraceEntry(
      id: id, correlation: command, cause: cause, traceparent: traceparent, kind: kind,
      target: "timer.start", from: from, to: to, attempt: attempt, wallMs: 1, steadyUs: 5_000,
      answer: .init(id: UUID(), code: code, steadyUs: 7_500))
  }

  private static func span(_ entry: TraceEntry) throws -> Span {
    try #require(Span(entry, wallOffsetNs: 1_000_000_000))
  }

  @Test func aCommandIsASpanOfWhoAnsweredIt() throws {
    let span = try Self.span(Self.entry())
    #expect(span.participant == "timer")
    #expect(span.name == "timer.start")
    #expect(span.trace == TraceID(Self.command))
    #expect(span.id == SpanID(Self.command))
    #expect(span.parent == nil)
    #expect(span.startNs == 1_005_000_000)
    #expect(span.endNs == 1_007_500_000)
    #expect(!span.isFailed)
    #expect(
      span.attributes == [
        SpanAttribute("rpc.system.name", "standups"), SpanAttribute("rpc.method", "timer.start"),
        SpanAttribute("rpc.response.status_code", "ok"),
        SpanAttribute("messaging.message.id", Self.command.lowercaseText),
        SpanAttribute("messaging.message.conversation_id", Self.command.lowercaseText),
        SpanAttribute("standups.kind", "command"), SpanAttribute("standups.from", "tool"),
      ])
  }

  @Test func whatIsNotAnsweredIsNone() {
    var entry = Self.entry()
    entry.answer = nil
    #expect(Span(entry, wallOffsetNs: 0) == nil)
  }

  @Test func itsParentIsTheSpanOfWhatLedToIt() throws {
    let told = Self.entry(
      Self.delegate, cause: Self.command, from: "standups", to: "router", kind: .delegate)
    #expect(try Self.span(told).parent == SpanID(Self.command))
    #expect(try Self.span(told).attributes.contains(SpanAttribute("standups.kind", "delegate")))
    // Also in an external trace, whose span caused only the first one.
    let outer = try #require(Self.outer)
    let first = try Self.span(Self.entry(Self.command, outer))
    #expect(first.trace == outer.trace && first.parent == outer.span)
    let inner = try Self.span(
      Self.entry(Self.delegate, cause: Self.command, outer, from: "standups", to: "router"))
    #expect(inner.trace == outer.trace && inner.parent == SpanID(Self.command))
    // A tool that continues its own trace sets the header's traceparent.
    let tools = try Self.span(Self.entry(Self.delegate, cause: Self.command, outer))
    #expect(tools.parent == outer.span)
  }

  @Test func aTraceThatBeginsWithACommandHasARoot() throws {
    let span = try Self.span(Self.entry(Self.command, TraceParent(beginningWith: Self.command)))
    #expect(span.trace == TraceID(Self.command) && span.parent == nil)
  }

  @Test(arguments: [
    (BusError.Code.internal, true), (.unavailable, true), (.expired, true), (.unbound, true),
    (.invalid, false), (.notFound, false), (.busy, false), (.denied, false), (.conflict, false),
  ])
  func onlyAFaultOfTheServiceIsAFailure(code: BusError.Code, isFailed: Bool) throws {
    let span = try Self.span(Self.entry(attempt: 2, code: code))
    #expect(span.isFailed == isFailed)
    #expect(span.attributes.contains(SpanAttribute("error.type", code.rawValue)))
    #expect(span.attributes.contains(SpanAttribute("rpc.response.status_code", code.rawValue)))
    #expect(span.attributes.contains(SpanAttribute("standups.attempt", 2)))
  }

  @Test func whatNobodyAnswersIsTheRoutersUnderOneName() throws {
    let span = try Self.span(Self.entry(to: nil, code: .unroutable))
    #expect(span.participant == "router" && span.name == "unroutable")
    #expect(span.attributes.contains(SpanAttribute("rpc.method", "_OTHER")))
    #expect(span.attributes.contains(SpanAttribute("rpc.method_original", "timer.start")))
  }

  /// Through a router: an external trace continues in everything that a command causes, is found by its own id, and
  /// only sampled messages become spans.
  @Test func aRouterHandsOnTheTraceAndItsSpans() async throws {
    // A span may have whole milliseconds.
    let begin = Int64(Date().timeIntervalSince1970 * 1000) * 1_000_000
    let rig = try await BusRig()
    do {
      let tool = try await rig.tool()
      var commands = CommandTable()
      commands.on(ListStandups.self) { _, _ in ListStandups.Reply(standups: [], next: nil) }
      _ = try await rig.add("standups", commands: commands)
      let spans = TraceSpans(rig.router, TraceSampler(ratio: 0))
      let (outer, id) = (try #require(Self.outer), UUID())
      _ = try await tool.send(ListStandups())
      _ = try await tool.send(ListStandups(), options: CallOptions(id: id, traceparent: outer))
      let taken = await spans.take(10)
      #expect(taken.map(\.id) == [SpanID(id)])
      #expect(taken.map(\.parent) == [outer.span])
      #expect(taken.map(\.participant) == ["standups"])
      #expect(await spans.take(10) == [])
      let all = await TraceSpans(rig.router, TraceSampler()).take(10).filter {
        $0.name == ListStandups.target
      }
      #expect(all.count == 2)
      let now = Int64(Date().timeIntervalSince1970 * 1e9)
      #expect(all.allSatisfy { (begin...now).contains($0.startNs) && $0.endNs >= $0.startNs })
      let found = try await tool.send(GetTrace(id: outer.trace.text))
      #expect(found.messages.map(\.id) == [id.lowercaseText])
    } catch {
      await rig.close()
      throw error
    }
    await rig.close()
  }
}
