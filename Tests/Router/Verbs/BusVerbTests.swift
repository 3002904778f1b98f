import Bus
import CommandLineKit
import FastJSON
import Foundation
import PersistenceAPI
import RouterAPI
import Testing

@testable import Command

@Suite("The bus on the command line")
struct BusVerbTests {
  private static let date = Date(timeIntervalSince1970: 1_800_000_000)

  private static func health(_ status: GetHealth.Status, timer: ServiceHealth.State = .up)
    -> GetHealth.Reply
  {
    GetHealth.Reply(
      status: status, since: date,
      services: [
        ServiceHealth(name: "standups", state: .up, instances: 1),
        ServiceHealth(name: "timer", state: timer, instances: timer == .up ? 1 : 0),
      ], deadLetters: 2, parked: 1,
      problems: status == .ok ? [] : ["The timer is missing: start it."])
  }

  @Test("The bindings as a table that a person can read")
  func bindings() async {
    let bench = Bench()
    bench.caller.on(ListBindings.self) { _ in
      .init(bindings: [
        BindingDescription(
          child: "standups", message: "store.changesDecided", state: .bound,
          causes: ["persistence.commit"], events: ["standup.*"]),
        BindingDescription(
          child: "timer", message: "timer.finished", state: .bound, causes: ["meetings.timeUp"],
          reason: "ends the meeting"),
        BindingDescription(
          child: "timer", message: "timer.paused", state: .ignored, reason: "Nobody minds."),
        BindingDescription(child: "timer", message: "timer.odd", state: .unbound),
      ])
    }
    #expect(await bench.run("bindings") == .ok)
    #expect(
      bench.output == """
        standups
          store.changesDecided  → persistence.commit
                                ⇒ event standup.*

        timer
          timer.finished        → meetings.timeUp  (ends the meeting)
          timer.paused          – ignored: Nobody minds.
          timer.odd             ✗ no handler

        """)
  }

  @Test("The services as a table")
  func services() async {
    let bench = Bench()
    bench.caller.on(ListServices.self) { _ in
      .init(services: [
        ConnectedService(
          name: "timer", instance: "abc", state: .draining, capacity: 8, inFlight: 3,
          commands: [CommandDeclaration(target: "timer.start", access: .parent)], delegates: [],
          since: Self.date)
      ])
    }
    #expect(await bench.run("services") == .ok)
    #expect(
      bench.output == """
        SERVICE  STATE     BUSY    COMMANDS  SINCE             INSTANCE
        timer    draining  3 of 8  1         2027-01-15 08:00  abc

        """)
  }

  @Test("All pages of the services, and how many unbound messages are not named")
  func pages() async throws {
    let bench = Bench()
    bench.caller.on(ListServices.self) { command in
      let number = command.after.flatMap { Int($0) } ?? 0
      let service = ConnectedService(
        name: "s\(number)", instance: "abc", state: .up, capacity: 8, inFlight: 3, commands: [],
        delegates: [], since: Self.date)
      return .init(services: [service], next: number < 3 ? "\(number + 1)" : nil)
    }
    #expect(await bench.run("services --json") == .ok)
    let reply = try BusJSON.decode(ListServices.Reply.self, from: Data(bench.output.utf8))
    #expect(reply.services.map(\.name) == ["s0", "s1", "s2", "s3"] && reply.next == nil)
    let bindings = Bench()
    bindings.caller.on(ListBindings.self) { _ in
      .init(
        bindings: [BindingDescription(child: "timer", message: "timer.odd", state: .unbound)],
        leftOut: 7)
    }
    #expect(await bindings.run("bindings") == .ok)
    #expect(bindings.output.hasSuffix("… and 7 more without a handler.\n"))
  }

  @Test("ping is a health check: 0 or 69")
  func ping() async {
    let well = Bench()
    well.caller.on(GetHealth.self) { _ in Self.health(.ok) }
    #expect(await well.run("ping") == .ok)
    #expect(well.output.hasPrefix("All is well ("))
    let ill = Bench()
    ill.caller.on(GetHealth.self) { _ in Self.health(.degraded, timer: .missing) }
    #expect(await ill.run("ping") == .unavailable)
    #expect(
      ill.errors == "standups: The router answers, but not all services do (missing: timer).\n")
  }

  @Test("ping says the least, the median and the greatest time, and what was lost")
  func pingMany() async throws {
    let bench = Bench()
    let asked = Counter()
    bench.caller.on(GetHealth.self) { _ in
      if asked.next() == 2 { throw BusError(.expired, "No answer in time.") }
      return Self.health(.ok)
    }
    var context = bench.context()
    context.sleep = { _ in }
    #expect(await Program.run(["ping", "--count", "4"], in: context) == .unavailable)
    #expect(bench.output.contains("\n4 sent, 1 lost: minimum "))
    #expect(bench.errors.hasSuffix("standups: 1 of 4 requests got no reply.\n"))
    let ping = Ping(missing: [], times: [4, 1, 3, 2], sent: 4, isSeries: true)
    #expect((ping.minMs, ping.medianMs, ping.maxMs) == (1, 2.5, 4))
    #expect(ping.lines == ["4 sent, 0 lost: minimum 1.0 ms, median 2.5 ms, maximum 4.0 ms."])
    let json = Bench()
    json.caller.on(GetHealth.self) { _ in Self.health(.ok) }
    #expect(await json.run("ping --count 1 --json") == .ok)
    let reply = try BusJSON.decode(Ping.self, from: Data(json.output.utf8))
    #expect(reply.sent == 1 && reply.lost == 0 && reply.minMs == reply.maxMs)
    #expect(await json.run("ping --count 0") == .usage)
  }

  @Test("ping that is interrupted says what there is")
  func pingInterrupted() async {
    let bench = Bench()
    bench.caller.on(GetHealth.self) { _ in Self.health(.ok) }
    var context = bench.context()
    let (paused, pausing) = AsyncStream<Void>.makeStream()
    context.sleep = { _ in
      pausing.yield()
      // Waits until it is cancelled.
      for await _ in AsyncStream<Void>.makeStream().stream {}
      try Task.checkCancellation()
    }
    let typing = Task {
      for await _ in paused {
        bench.interrupt.yield(.interrupt)
        break
      }
    }
    #expect(await Program.run(["ping", "--count", "9"], in: context) == .ok)
    await typing.value
    #expect(bench.output.contains("\n1 sent, 0 lost: minimum "))
  }

  @Test(
    "health --check is one line and a code as Nagios reads them",
    arguments: [
      (
        GetHealth.Status.ok, ServiceHealth.State.up, ExitCode.ok,
        "STANDUPS OK - 2 services up |"
      ),
      (.degraded, .draining, .warning, "STANDUPS WARNING - The timer is missing: start it. |"),
      (.degraded, .missing, .critical, "STANDUPS CRITICAL - missing: timer |"),
    ])
  func check(
    status: GetHealth.Status, timer: ServiceHealth.State, code: ExitCode, beginning: String
  ) async {
    let bench = Bench()
    bench.caller.on(GetHealth.self) { _ in Self.health(status, timer: timer) }
    #expect(await bench.run("health --check") == code)
    #expect(bench.output.hasPrefix(beginning))
    #expect(bench.output.contains("dead_letters=2 waiting=1 unbound_calls=0c refused=0c\n"))
    #expect(bench.output.split(separator: "\n").count == 1 && bench.errors.isEmpty)
  }

  @Test("A check that has no answer is critical, and one that may not ask does not know")
  func checkAway() async {
    for (error, code) in [(BusError.Code.unavailable, ExitCode.critical), (.denied, .unknown)] {
      let bench = Bench()
      bench.caller.on(GetHealth.self) { _ in throw BusError(error, "Not | now.") }
      #expect(await bench.run("health --check") == code)
      let word = code == .critical ? "CRITICAL" : "UNKNOWN"
      #expect(bench.output == "STANDUPS \(word) - Not / now.\n")
    }
  }

  @Test("A service that runs here and is not connected loads, and is not missing")
  func loading() async throws {
    let directory = NSTemporaryDirectory() + "standups-" + UUID().uuidString
    let runtime = try RuntimeDirectory(directory)
    defer {
      runtime.release()
      try? FileManager.default.removeItem(atPath: directory)
    }
    runtime.note(["timer": getpid()])
    let bench = Bench()
    bench.caller.on(GetHealth.self) { _ in Self.health(.degraded, timer: .missing) }
    var context = bench.context()
    context.environment = ["STANDUPS_RUNTIME_DIR": directory, "HOME": "/nowhere"]
    #expect(await Program.run(["ping"], in: context) == .unavailable)
    #expect(
      bench.errors == "standups: The router answers, but not all services do (loading: timer).\n")
    #expect(await Program.run(["health"], in: context) == .unavailable)
    #expect(bench.output.contains("timer     loading  0\n"))
  }

  @Test(
    "ping may ask about one service only",
    arguments: [
      ("router", ExitCode.ok), ("standups", .ok), ("timer", .unavailable), ("nobody", .unavailable),
    ])
  func pingOnly(service: String, code: ExitCode) async {
    let bench = Bench()
    bench.caller.on(GetHealth.self) { _ in Self.health(.degraded, timer: .missing) }
    #expect(await bench.run("ping --only \(service)") == code)
  }

  @Test("health says who stands by, and for how long")
  func standbys() async {
    let bench = Bench()
    bench.caller.on(GetHealth.self) { _ in
      var reply = Self.health(.ok)
      reply.instance = "3f9a01c2-0000-4000-8000-000000000000"
      reply.term = 1_800_000_000_000
      reply.standbys = [Standby(instance: "b5dd97a4-1", since: Self.date)]
      reply.services[0].standbys = [
        Standby(instance: "0b1c2d3e-1", since: Self.date.addingTimeInterval(60)),
        Standby(instance: "six", since: Self.date.addingTimeInterval(125.4)),
      ]
      return reply
    }
    var context = bench.context()
    context.date = .constant(Self.date.addingTimeInterval(125))
    #expect(await Program.run(["health"], in: context) == .ok)
    #expect(
      bench.output == """
        All is well.
        Router since 2027-01-15 08:00: 3f9a01c2, active, writer epoch 1800000000000; standbys: b5dd97a4 for 2 min 5 s
        SERVICE   STATE  INSTANCES  STANDBYS
        standups  up     1          0b1c2d3e for 1 min 5 s, six for 0 s
        timer     up     1
        Dead letters: 2, waiting messages: 1, unbound calls: 0

        """)
    let alone = Bench()
    alone.caller.on(GetHealth.self) { _ in
      var reply = Self.health(.ok)
      reply.term = 7
      return reply
    }
    #expect(await alone.run("health") == .ok)
    #expect(alone.output.contains(": active, writer epoch 7; standbys: none\n"))
  }

  @Test("health says each problem with its way out")
  func health() async {
    let bench = Bench()
    bench.caller.on(GetHealth.self) { _ in Self.health(.degraded, timer: .missing) }
    #expect(await bench.run("health") == .unavailable)
    // Each problem is printed once.
    #expect(bench.errors.isEmpty)
    #expect(
      bench.output == """
        There are problems.
        Router since 2027-01-15 08:00
        SERVICE   STATE    INSTANCES
        standups  up       1
        timer     missing  0
        Dead letters: 2, waiting messages: 1, unbound calls: 0
        • The timer is missing: start it.

        """)
  }

  private static func letter(
    _ id: String = "a1a1a1a1-0000", code: BusError.Code = .unavailable
  ) -> DeadLetter {
    DeadLetter(
      id: id, time: date.addingTimeInterval(-7200), sender: "timer", target: "timer.finished",
      attempts: 4, error: BusError(code, "standups is away."), correlation: "c0c0c0c0-0000",
      bytes: 10, body: RawJSON(unchecked: Array(#"{"said":"a secret"}"#.utf8)))
  }

  @Test("Dead letters are listed, shown, replayed and dropped")
  func deadLetters() async {
    let bench = Bench()
    bench.caller.on(DeadLetters.self) { command in
      .init(
        letters: [Self.letter()], removed: command.action == .list ? [] : ["a1a1a1a1-0000"],
        total: 1, next: command.action == .list && command.id == nil ? "a1" : nil)
    }
    #expect(await bench.run("dead-letters list --limit 1") == .ok)
    #expect(await bench.run("dead-letters show a1a1a1a1") == .ok)
    #expect(await bench.run("dead-letters replay a1a1a1a1") == .ok)
    #expect(await bench.run("dead-letters drop --all --yes") == .ok)
    #expect(
      bench.caller.commands(DeadLetters.self) == [
        DeadLetters(action: .list, limit: 1), DeadLetters(action: .list, id: "a1a1a1a1"),
        DeadLetters(action: .replay, id: "a1a1a1a1"), DeadLetters(action: .drop),
      ])
    #expect(
      bench.output == """
        ID        AGE  FROM   MESSAGE         ATTEMPTS  SIZE  REASON
        a1a1a1a1  2 h  timer  timer.finished  4         10 B  unavailable: standups is away.
        1 of 1. For more, add --after a1.
        ID        a1a1a1a1-0000
        Time      2027-01-15 06:00, 2 h ago
        From      timer
        Message   timer.finished, 4 attempts
        Reason    unavailable: standups is away.
        Trace     standups trace c0c0c0c0
        Size      10 B
        Body      hidden, as it may be private; add --body to print it
        1 delivered, 0 failed again.
        Dropped 1 dead letter.

        """)
  }

  /// A page has fewer messages than requested if they are large or take long.
  @Test("A list has as many letters as were asked for, whatever the pages")
  func deadLetterPages() async throws {
    let bench = Bench()
    bench.caller.on(DeadLetters.self) { command in
      let page = command.after.flatMap(Int.init) ?? 0
      // The second page is empty: no message there passes the filter.
      let letters = page == 1 ? [] : [Self.letter("b\(page)"), Self.letter("c\(page)")]
      return .init(
        letters: Array(letters.prefix(command.limit ?? 100)), total: 9, next: "\(page + 1)")
    }
    #expect(await bench.run("dead-letters list --limit 5 --json") == .ok)
    #expect(
      bench.caller.commands(DeadLetters.self) == [
        DeadLetters(action: .list, limit: 5), DeadLetters(action: .list, after: "1", limit: 3),
        DeadLetters(action: .list, after: "2", limit: 3),
        DeadLetters(action: .list, after: "3", limit: 1),
      ])
    let listed = try BusJSON.decode(DeadLetters.Reply.self, from: Data(bench.output.utf8))
    #expect(listed.letters.map(\.id) == ["b0", "c0", "b2", "c2", "b3"])
    #expect(listed.next == "4")
  }

  @Test("All means all pages", arguments: ["replay --all", "drop --all --yes"])
  func deadLettersOfAllPages(line: String) async throws {
    let bench = Bench()
    bench.caller.on(DeadLetters.self) { command in
      let page = command.after.flatMap(Int.init) ?? 0
      return .init(
        letters: [Self.letter("b\(page)")], removed: ["b\(page)"], total: 2 - page,
        next: page < 2 ? "\(page + 1)" : nil)
    }
    #expect(await bench.run("dead-letters \(line) --json") == .ok)
    let action: DeadLetters.Action = line.hasPrefix("drop") ? .drop : .replay
    #expect(
      bench.caller.commands(DeadLetters.self)
        == [nil, "1", "2"].map { DeadLetters(action: action, after: $0) })
    let reply = try BusJSON.decode(DeadLetters.Reply.self, from: Data(bench.output.utf8))
    #expect(reply.letters.map(\.id) == ["b0", "b1", "b2"])
    #expect(reply.removed == ["b0", "b1", "b2"])
    #expect(reply.total == 0)
    #expect(reply.next == nil)
  }

  @Test("What was done with the letters of earlier pages is said when a later page fails")
  func deadLettersUpToAFailure() async throws {
    let bench = Bench()
    bench.caller.on(DeadLetters.self) { command in
      if command.after != nil { throw BusError(.unavailable, "Persistence is away.") }
      return .init(letters: [Self.letter("b1")], removed: ["b1"], total: 7, next: "b1")
    }
    #expect(await bench.run("dead-letters replay --all") != .ok)
    #expect(bench.errors.contains("Persistence is away."))
    #expect(bench.errors.contains("1 dead letter was processed before that"))
  }

  @Test("What a dead letter says is shown on demand only")
  func deadLetterBody() async {
    for form in ["", " --json"] {
      let bench = Bench()
      bench.caller.on(DeadLetters.self) { _ in .init(letters: [Self.letter()], total: 1) }
      #expect(await bench.run("dead-letters show a1a1a1a1" + form) == .ok)
      #expect(!bench.output.contains("a secret"))
      #expect(await bench.run("dead-letters show a1a1a1a1 --body" + form) == .ok)
      #expect(bench.output.contains(#"{"said":"a secret"}"#))
    }
  }

  @Test("Dead letters are chosen by message and age")
  func deadLetterFilters() async {
    let bench = Bench()
    bench.caller.on(DeadLetters.self) { _ in .init(letters: [], total: 3) }
    let filter = "--target timer. --older-than 2d --newer-than 30d"
    #expect(await bench.run("dead-letters list --limit 5 " + filter) == .ok)
    #expect(await bench.run("dead-letters replay --all " + filter) == .ok)
    #expect(await bench.run("dead-letters drop --all --yes " + filter) == .ok)
    let before = Self.date.addingTimeInterval(-2 * 86_400)
    let since = Self.date.addingTimeInterval(-30 * 86_400)
    #expect(
      bench.caller.commands(DeadLetters.self) == [
        DeadLetters(action: .list, limit: 5, target: "timer.", before: before, since: since),
        DeadLetters(action: .replay, target: "timer.", before: before, since: since),
        DeadLetters(action: .drop, target: "timer.", before: before, since: since),
      ])
    #expect(bench.output.hasPrefix("No matching dead letters.\n0 delivered"))
  }

  @Test("A dead letter that fails again is an exit code")
  func deadLetterFailsAgain() async {
    let bench = Bench()
    bench.caller.on(DeadLetters.self) { _ in
      .init(
        letters: [Self.letter("b1"), Self.letter(code: .unbound)], removed: ["b1"], total: 1)
    }
    #expect(await bench.run("dead-letters replay --all") == .temporary)
    #expect(bench.output == "1 delivered, 1 failed again.\n")
    #expect(
      bench.errors == "standups: Dead letter a1a1a1a1 failed again: standups is away.\n")
  }

  @Test(
    "Replay and drop need an id or --all, not both",
    arguments: [
      "dead-letters replay", "dead-letters replay a1 --all", "dead-letters drop --yes",
      "dead-letters replay a1 --target x", "dead-letters drop a1 --older-than 1d --yes",
      "dead-letters list --limit 0", "dead-letters list --older-than x",
    ])
  func deadLetterUsage(line: String) async {
    let bench = Bench()
    #expect(await bench.run(line) == .usage)
    #expect(bench.caller.sent.isEmpty)
  }

  @Test(
    "An age is days, or with a unit",
    arguments: [("30d", 2_592_000), ("2", 172_800), ("0.5d", 43_200), ("2h", 7200), ("90s", 90)])
  func age(text: String, seconds: Double) throws {
    #expect(try Age(argument: text).seconds == seconds)
  }

  @Test("backup and export refuse a file that is there in the same words")
  func existing() async throws {
    let path = NSTemporaryDirectory() + "standups-\(UUID().uuidString)"
    try Data().write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bench = Bench()
    bench.caller.on(Backup.self) { _ in throw BusError(.conflict, "There is a file already.") }
    #expect(await bench.run("backup copy.db") == .cannotCreate)
    let other = Bench()
    #expect(await other.run("export --format archive -o \(path)") == .cannotCreate)
    #expect(bench.errors == "standups: copy.db already exists. Add --force to replace it.\n")
    #expect(bench.errors == other.errors.replacing(path, with: "copy.db"))
  }

  @Test("backup gives the service a name")
  func backup() async {
    let bench = Bench()
    bench.caller.on(Backup.self) { .init(path: "/srv/\($0.name)", bytes: 42) }
    #expect(await bench.run("backup copy.db --force", directory: "/home") == .ok)
    #expect(bench.caller.commands(Backup.self) == [Backup(name: "copy.db", overwrite: true)])
    #expect(bench.output == "Wrote 42 bytes to /srv/copy.db.\n")
  }
}
