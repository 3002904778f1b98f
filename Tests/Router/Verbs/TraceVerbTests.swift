import Bus
import Documents
import Foundation
import RouterAPI
import Testing

@testable import Command

@Suite("trace")
struct TraceVerbTests {
  private static let start = Date(timeIntervalSince1970: 1_800_000_000.123)
  private static let corr = "aaaaaaaa-0000-4000-8000-000000000001"
  private static let memory = TraceMemory(messages: 7, capacity: 100, since: start)

  private static func message(
    _ id: String, cause: String? = nil, _ target: String, _ from: String, _ to: String?,
    kind: TracedMessage.Kind = .command, atUs us: Int64 = 0, tookUs: Int64? = 1_000,
    code: BusError.Code? = nil, attempt: Int? = nil
  ) -> TracedMessage {
    TracedMessage(
      id: id, correlation: corr, cause: cause, kind: kind, target: target, from: from, to: to,
      attempt: attempt, time: start.addingTimeInterval(Double(us) / 1_000_000),
      clockUs: 5_000_000 + us,
      answer: tookUs.map {
        .init(id: "a" + id, kind: code == nil ? .final : .error, code: code, afterUs: $0)
      })
  }

  private static func event(_ sequence: Int64, cause: String?) -> TracedEvent {
    TracedEvent(
      id: "e\(sequence)", type: "standup.created", subject: "s", sequence: sequence, time: start,
      cause: cause)
  }

  private static let messages = [
    message(corr, "standups.create", "tool", "standups", tookUs: 12_345),
    message(
      "d", cause: corr, "store.changesDecided", "standups", "router", kind: .delegate,
      atUs: 400, tookUs: 11_000),
    message(
      "c1", cause: "d", "persistence.commit", "router", "persistence", atUs: 700, tookUs: 1_500_000,
      code: .busy),
    message(
      "c2", cause: "d", "persistence.commit", "router", "persistence", atUs: 800, tookUs: nil,
      attempt: 2),
  ]

  private static func bench(_ page: GetTrace.Reply) -> Bench {
    let bench = Bench()
    bench.caller.on(GetTrace.self) { _ in page }
    return bench
  }

  @Test("The tree has who, whom, when, how long and how it ended")
  func tree() async {
    let bench = Self.bench(
      GetTrace.Reply(
        correlation: Self.corr, messages: Self.messages, events: [Self.event(40, cause: "c1")],
        memory: Self.memory))
    #expect(await bench.run("trace aaaaaaaa") == .ok)
    #expect(
      bench.output == """
        Trace aaaaaaaa-0000-4000-8000-000000000001
        CMD standups.create (tool → standups)                         08:00:00.123  +0.00 ms  FIN  after 12.3 ms
          DLG store.changesDecided (standups → router)                08:00:00.123  +0.40 ms  FIN  after 11.0 ms
            CMD persistence.commit (router → persistence)             08:00:00.124  +0.70 ms  ERR busy  after 1.50 s
              event standup.created #40                               08:00:00.123
            CMD persistence.commit (router → persistence, attempt 2)  08:00:00.124  +0.80 ms  no reply yet

        """)
  }

  @Test("Branches are drawn on a terminal only")
  func branches() {
    let trace = WholeTrace(
      GetTrace.Reply(
        correlation: Self.corr, messages: Self.messages, events: [Self.event(40, cause: "c1")],
        memory: Self.memory))
    let tree = TraceTree(trace)
    #expect(
      tree.rows(lines: true).map(\.prefix) == ["", "└─ ", "   ├─ ", "   │  └─ ", "   └─ "])
    #expect(tree.rows(lines: false).map(\.prefix) == ["", "  ", "    ", "      ", "    "])
  }

  @Test("What is forgotten is said, and what it led to is still a tree")
  func forgotten() async throws {
    let page = GetTrace.Reply(
      correlation: Self.corr, messages: Array(Self.messages[2...]),
      events: [Self.event(40, cause: "c1"), Self.event(41, cause: "gone")], memory: Self.memory,
      isJournalRead: false)
    let bench = Self.bench(page)
    #expect(await bench.run("trace aaaaaaaa") == .ok)
    #expect(bench.output.contains("\n(d is no longer available)\n  CMD persistence.commit"))
    #expect(bench.output.contains("\n(gone is no longer available)\n  event standup.created #41"))
    #expect(
      bench.output.contains(
        "Part of this trace is missing: the router has only the last 7 messages, recorded since"
          + " 2027-01-15T08:00:00.123Z."))
    #expect(bench.output.contains("Events are missing: the journal could not be read."))
    let programs = Self.bench(page)
    #expect(await programs.run("trace aaaaaaaa --json") == .ok)
    let trace = try BusJSON.decode(WholeTrace.self, from: Data(programs.output.utf8))
    #expect(!trace.isComplete)
    #expect(trace.messages.map(\.id) == page.messages.map(\.id))
    #expect(trace.events.map(\.id) == page.events.map(\.id))
  }

  @Test("A ring of causes is drawn once")
  func ring() {
    let page = GetTrace.Reply(
      correlation: Self.corr,
      messages: [
        Self.message("x", cause: "y", "a.b", "tool", nil),
        Self.message("y", cause: "x", "a.b", "tool", nil),
        Self.message("z", cause: "z", "a.b", "tool", nil),
      ], memory: Self.memory)
    let ids = TraceTree(WholeTrace(page)).rows(lines: false).compactMap { row -> String? in
      if case .message(let message) = row.content { message.id } else { nil }
    }
    #expect(Set(ids) == ["x", "y", "z"])
    #expect(ids.count <= 5)
  }

  @Test("All pages are read")
  func pages() async throws {
    let bench = Bench()
    bench.caller.on(GetTrace.self) { command in
      let messages = Self.messages
      switch command.after {
      case nil:
        return GetTrace.Reply(
          correlation: Self.corr, messages: Array(messages[..<3]), memory: Self.memory, next: "m/2")
      case "m/2":
        return GetTrace.Reply(
          correlation: Self.corr, messages: [messages[3]], memory: Self.memory, next: "e/0")
      default:
        return GetTrace.Reply(
          correlation: Self.corr, events: [Self.event(1, cause: "c1")], memory: Self.memory)
      }
    }
    #expect(await bench.run("trace aaaaaaaa --json") == .ok)
    let trace = try BusJSON.decode(WholeTrace.self, from: Data(bench.output.utf8))
    #expect(trace.messages.map(\.id) == Self.messages.map(\.id))
    #expect(trace.events.count == 1 && trace.isComplete)
    #expect(
      bench.caller.commands(GetTrace.self) == [
        GetTrace(id: "aaaaaaaa"), GetTrace(id: Self.corr, after: "m/2"),
        GetTrace(id: Self.corr, after: "e/0"),
      ])
  }

  @Test("Without an id the latest commands are listed")
  func list() async {
    let bench = Bench()
    bench.caller.on(ListTraces.self) { command in
      ListTraces.Reply(
        traces: command.limit == 1
          ? [] : [Self.messages[0], Self.message("x", "timer.start", "tool", nil, code: .expired)],
        memory: Self.memory)
    }
    #expect(await bench.run("trace --failed --target timer. --all") == .ok)
    #expect(await bench.run("trace --limit 1") == .ok)
    #expect(
      bench.caller.commands(ListTraces.self) == [
        ListTraces(target: "timer.", isFailed: true, isAll: true), ListTraces(limit: 1),
      ])
    #expect(
      bench.output == """
        TIME          COMMAND          FROM  OUTCOME      TOOK     TRACE
        08:00:00.123  standups.create  tool  FIN          12.3 ms  aaaaaaaa
        08:00:00.123  timer.start      tool  ERR expired  1.00 ms  aaaaaaaa
        The router has 7 of at most 100 messages, since 2027-01-15T08:00:00.123Z.
        No matching commands.
        The router has 7 of at most 100 messages, since 2027-01-15T08:00:00.123Z.

        """)
  }

  @Test(
    "What is no id is a usage error",
    arguments: ["trace 1234567", "trace something", "trace --limit 0", "trace aaaaaaaa bbbbbbbb"])
  func usage(line: String) async {
    let bench = Bench()
    #expect(await bench.run(line) == .usage)
    #expect(bench.caller.sent.isEmpty)
  }

  @Test("--trace shows what a command led to, whether it failed or not")
  func global() async throws {
    for fails in [false, true] {
      let bench = Bench()
      bench.caller.on(ListServices.self) { _ in
        if fails { throw BusError(.internal, "A defect.") }
        return ListServices.Reply(services: [])
      }
      bench.caller.on(GetTrace.self) { command in
        GetTrace.Reply(
          correlation: command.id,
          messages: [Self.message(command.id, "router.services", "tool", "router")],
          memory: Self.memory)
      }
      #expect(await bench.run("services --trace") == (fails ? .software : .ok))
      #expect(bench.output == (fails ? "" : "No service is connected.\n"))
      let id = try #require(bench.caller.commands(GetTrace.self).first?.id)
      #expect(bench.errors.contains("Trace \(id)\nCMD router.services (tool → router)"))
      #expect(bench.errors.contains("A defect.") == fails)
    }
  }

  @Test("--trace with --json is an object on standard error")
  func globalJSON() async throws {
    let bench = Bench()
    bench.caller.on(ListServices.self) { _ in ListServices.Reply(services: []) }
    bench.caller.on(GetTrace.self) { command in
      GetTrace.Reply(correlation: command.id, memory: Self.memory)
    }
    #expect(await bench.run("services --trace --json") == .ok)
    let trace = try BusJSON.decode([String: WholeTrace].self, from: Data(bench.errors.utf8))
    #expect(trace["trace"]?.correlation == bench.caller.commands(GetTrace.self).first?.id)
  }

  @Test("A trace that cannot be had changes nothing")
  func noTrace() async {
    let bench = Bench()
    bench.caller.on(ListServices.self) { _ in ListServices.Reply(services: []) }
    bench.caller.on(GetTrace.self) { _ in throw BusError(.notFound, "Nobody knows.") }
    #expect(await bench.run("services --trace") == .ok)
    #expect(bench.errors.hasPrefix("No trace of "))
    #expect(bench.errors.hasSuffix(": Nobody knows.\n"))
    let local = Bench()
    #expect(await local.run("help --trace") == .ok)
    #expect(local.errors.isEmpty)
  }

  @Test("An error of the bus names its trace")
  func errors() async throws {
    let defect = Bench()
    defect.caller.on(ListServices.self) { _ in throw BusError(.internal, "A defect.") }
    #expect(await defect.run("services") == .software)
    let lines = defect.errors.split(separator: "\n")
    #expect(lines.first == "standups: A defect.")
    #expect(lines.last?.hasSuffix("” shows what happened.") == true)
    let plain = Bench()
    plain.caller.on(ListServices.self) { _ in throw BusError(.denied, "Not you.") }
    #expect(await plain.run("services") == .denied)
    #expect(plain.errors == "standups: Not you.\n")
    let programs = Bench()
    programs.caller.on(ListServices.self) { _ in throw BusError(.denied, "Not you.") }
    #expect(await programs.run("services --json") == .denied)
    let error = try BusJSON.decode(ErrorOutput.self, from: Data(programs.errors.utf8)).error
    #expect(UUID(uuidString: error.correlation ?? "") != nil)
    let usage = Bench()
    #expect(await usage.run("services --what --json") == .usage)
    #expect(!usage.errors.contains("correlation"))
  }

  @Test(
    "Times are as long as they are worth",
    arguments: [
      (0, "0.00 ms"), (9, "0.00 ms"), (310, "0.31 ms"), (9_999, "9.99 ms"), (10_000, "10.0 ms"),
      (999_999, "999.9 ms"), (1_500_000, "1.50 s"), (61_000_000, "61.00 s"),
    ] as [(Int64, String)])
  func durations(us: Int64, text: String) {
    #expect(TracePage.duration(us) == text)
  }
}
