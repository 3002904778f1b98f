import Bus
import CommandLineKit
import Foundation
import GatewayAPI
import PeopleAPI
import RouterAPI
import Standups
import Testing

@testable import Command

@Suite("audit")
struct AuditVerbTests {
  /// Two days of events; the clock of the bench is at the end of the second one.
  private static func bench() -> Bench {
    var journal = Journal()
    let bench = Bench()
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    for (type, hours, actor) in [
      ("standup.created", 24 * 14, "tool/ann"), ("standup.created", 24 * 3, "tool/ci"),
      ("standup.deleted", 5, nil), ("standup.deleted", 4, "tool/ann"),
      ("webhook.created", 3, "service/gateway"), ("standup.updated", 2, "tool/ann"),
    ] as [(String, Double, String?)] {
      journal.append(type, time: now.addingTimeInterval(-3600 * hours), by: actor)
    }
    bench.serve(SharedJournal(journal))
    return bench
  }

  @Test(
    "It selects by actor, time and type, newest last",
    arguments: [
      ("", [2, 3, 4, 5, 6]), (" --by ann", [4, 6]), (" --by tool/ann --since 0", [1, 4, 6]),
      (" --by service/gateway", [5]), (" --since 1d --type standup.deleted", [3, 4]),
      (" --by unknown", []), (" --since 0 --limit 2", [1, 2]),
    ] as [(String, [Int64])])
  func selection(arguments: String, sequences: [Int64]) async throws {
    let bench = Self.bench()
    #expect(await bench.run("audit --json" + arguments) == .ok)
    let page = try BusJSON.decode(EventReplay.Reply.self, from: Data(bench.output.utf8))
    #expect(page.events.compactMap(\.number) == sequences)
  }

  @Test("It shows the actor, or this machine, and what the event is about")
  func lines() async throws {
    let bench = Self.bench()
    #expect(await bench.run("audit --since 6h --limit 2") == .ok)
    let lines = bench.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 4)
    #expect(lines[0].split(separator: " ").map(String.init) == ["TIME", "BY", "EVENT", "ABOUT"])
    #expect(lines[1].contains("this machine") && lines[1].contains("standup.deleted  x"))
    #expect(lines[2].contains("tool/ann"))
    #expect(lines[3] == "The journal continues to 6. For more, use --since 4.")
    let none = Self.bench()
    #expect(await none.run("audit --by unknown") == .ok)
    #expect(none.output == "No matching events.\n")
  }

  @Test("It names persons, as far as the user may know their names")
  func persons() async throws {
    let (ann, bob) = (
      "622c553c-5e42-4695-8963-56dc595572b8", "722c553c-5e42-4695-8963-56dc595572b8"
    )
    var journal = Journal()
    let bench = Bench()
    for id in [ann, bob] { journal.append("standup.created", by: "person/\(id)") }
    bench.serve(SharedJournal(journal))
    bench.caller.on(GetPerson.self) { command in
      guard command.id == ann else { throw BusError(.notFound, "No such person.") }
      return Person(id: ann, name: "Ann")
    }
    #expect(await bench.run("audit --since 0") == .ok)
    #expect(bench.output.contains("Ann (622c553c)") && !bench.output.contains("person/\(ann)"))
    #expect(bench.output.contains("person/\(bob)"))
    bench.caller.on(GetPerson.self) { _ in throw BusError(.denied, "No.") }
    #expect(await bench.run("audit --since 0") == .ok)
    #expect(bench.output.contains("person/\(ann)"))
  }

  @Test("It names tokens, as far as the user may list them")
  func tokens() async throws {
    let (ci, old) = (
      "622c553c-5e42-4695-8963-56dc595572b8", "722c553c-5e42-4695-8963-56dc595572b8"
    )
    var journal = Journal()
    let bench = Bench()
    for id in [ci, old] { journal.append("standup.created", by: "token/\(id)") }
    bench.serve(SharedJournal(journal))
    bench.caller.on(ListTokens.self) { _ in
      .init(tokens: [WebToken(id: ci, name: "ci", role: .operator, created: Date())])
    }
    #expect(await bench.run("audit --since 0") == .ok)
    #expect(bench.output.contains("ci (622c553c)") && !bench.output.contains("token/\(ci)"))
    #expect(bench.output.contains("token/\(old)"))
    bench.caller.on(ListTokens.self) { _ in throw BusError(.denied, "No.") }
    #expect(await bench.run("audit --since 0") == .ok)
    #expect(bench.output.contains("token/\(ci)"))
  }

  @Test(
    "What cannot be selected is refused",
    arguments: [
      ["--by", ""], ["--by", String(repeating: "x", count: 161)], ["--limit", "0"],
      ["--limit", "1001"], ["--type", "meeting.tick"], ["--since", "1y"], ["--since", "-1w"],
    ])
  func refused(arguments: [String]) async {
    let bench = Self.bench()
    #expect(await bench.run(["audit"] + arguments) == .usage)
    #expect(bench.output.isEmpty && !bench.errors.isEmpty)
  }
}
