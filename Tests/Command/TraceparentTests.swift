import Bus
import enum CommandLineKit.ExitCode
import Foundation
import RouterAPI
import Testing

@testable import Command

/// The traces that commands belong to.
@Suite("--traceparent")
struct TraceparentTests {
  private static let text = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
  private static let other = "00-aaf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"

  private static func sent(
    _ arguments: String, _ variable: String? = nil
  ) async -> (bench: Bench, options: CallOptions?) {
    let bench = Bench()
    bench.caller.on(ListTraces.self) { _ in
      ListTraces.Reply(
        traces: [],
        memory: TraceMemory(messages: 0, capacity: 1, since: Date(timeIntervalSince1970: 0)))
    }
    bench.caller.on(GetTrace.self) { _ in throw BusError(.notFound, "It is forgotten.") }
    var context = bench.context()
    context.environment["TRACEPARENT"] = variable
    let tokens = arguments.split(separator: " ").map(String.init)
    #expect(await Program.run(tokens, in: context) == .ok)
    return (bench, bench.caller.sent.first?.options)
  }

  @Test("Without any, a command belongs to no trace of somebody else's")
  func none() async {
    #expect(await Self.sent("trace").options?.traceparent == nil)
    #expect(await Self.sent("trace", "").options?.traceparent == nil)
  }

  @Test("The command line goes before the environment")
  func given() async {
    #expect(await Self.sent("trace", Self.text).options?.traceparent?.text == Self.text)
    let both = await Self.sent("trace --traceparent \(Self.other)", Self.text)
    #expect(both.options?.traceparent?.text == Self.other)
    let traced = await Self.sent("trace --trace", Self.text)
    #expect(traced.options?.traceparent?.text == Self.text)
  }

  @Test("With --trace the command begins a trace that is called as it is")
  func begun() async throws {
    let (bench, options) = await Self.sent("trace --trace")
    let id = try #require(options?.id)
    #expect(options?.traceparent == TraceParent(beginningWith: id))
    // The query for the trace is not part of it.
    #expect(bench.caller.targets.last == GetTrace.target)
    #expect(bench.caller.sent.last?.options.traceparent == nil)
  }

  @Test("A wrong one is refused on the command line, and passed over in the environment")
  func wrong() async {
    let bench = Bench()
    #expect(await bench.run("trace --traceparent 00-x") == .usage)
    #expect(bench.caller.sent.isEmpty)
    let (other, options) = await Self.sent("trace", "00-x")
    #expect(options?.traceparent == nil)
    #expect(other.errors.contains("Ignoring invalid TRACEPARENT “00-x”"))
  }
}
