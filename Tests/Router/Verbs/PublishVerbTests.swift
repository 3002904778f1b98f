import Bus
import CommandLineKit
import FastJSON
import Foundation
import RouterAPI
import StandupsAPI
import Testing

@testable import Command

@Suite("publish")
struct PublishVerbTests {
  private static func bench() -> Bench {
    let bench = Bench()
    bench.caller.on(PublishEvents.self) { [counter = Counter()] command in
      let time = Date(timeIntervalSince1970: 1_800_000_000)
      return PublishEvents.Reply(
        events: command.events.map {
          PublishedEvent(
            id: $0.id ?? "", type: $0.type, time: time,
            sequence: command.isEphemeral == true ? nil : Int64(counter.next()))
        }, epoch: command.isEphemeral == true ? nil : "e1")
    }
    return bench
  }

  @Test("One event goes as it was given")
  func one() async throws {
    let bench = Self.bench()
    let line = ["publish", "test.hello", "world", "--data", #"{"a": [1, "ü"]}"#, "--meeting", "m1"]
    #expect(await bench.run(line) == .ok)
    let command = try #require(bench.caller.commands(PublishEvents.self).first)
    let draft = try #require(command.events.first)
    #expect(command.events.count == 1 && command.isEphemeral == nil)
    #expect(draft.type == "test.hello" && draft.subject == "world" && draft.meeting == "m1")
    #expect(draft.data == RawJSON(unchecked: Array(#"{"a":[1,"ü"]}"#.utf8)))
    #expect(UUID(uuidString: draft.id ?? "") != nil)
    #expect(bench.output == "Published 1 event: sequence 1.\n")
  }

  @Test("Data come from standard input")
  func input() async throws {
    let bench = Self.bench()
    let code = await bench.run("publish test.a b --data - --json", data: Data(#"{"x":1}"#.utf8))
    #expect(code == .ok)
    let draft = bench.caller.commands(PublishEvents.self).first?.events.first
    #expect(draft?.data == RawJSON(unchecked: Array(#"{"x":1}"#.utf8)))
    let result = try BusJSON.decode(PublishVerb.Published.self, from: Data(bench.output.utf8))
    #expect(result.published == 1 && result.first == 1 && result.last == 1 && result.epoch == "e1")
    #expect(result.ids == [draft?.id ?? ""])
  }

  @Test("A standup is found by its title")
  func standup() async {
    let bench = Self.bench()
    let standup = Fixture.standup()
    bench.caller.on(ListStandups.self) { _ in .init(standups: [Fixture.summary(standup)], next: nil)
    }
    #expect(await bench.run("publish test.a b --standup Daily --ephemeral") == .ok)
    let command = bench.caller.commands(PublishEvents.self).first
    #expect(command?.events.first?.standup == standup.id.description)
    #expect(command?.isEphemeral == true)
    #expect(bench.output == "Published 1 ephemeral event.\n")
  }

  @Test("Many go in batches, and are counted")
  func many() async {
    let bench = Self.bench()
    #expect(await bench.run("publish test.a b --count 250") == .ok)
    let commands = bench.caller.commands(PublishEvents.self)
    #expect(commands.map(\.events.count) == [100, 100, 50])
    let drafts = commands.flatMap(\.events)
    #expect(drafts.map { $0.data?["number"] } == (1...250).map { RawJSON($0) })
    #expect(Set(drafts.map(\.id)).count == 250)
    #expect(bench.output == "Published 250 events between sequences 1 and 250.\n")
  }

  @Test(
    "What cannot be published is refused before anything is sent",
    arguments: [
      ("publish meeting.finished x", ExitCode.usage), ("publish hello x", .usage),
      ("publish test.a", .usage), ("publish test.a b --count 0", .usage),
      ("publish test.a b --count 1000001", .usage), ("publish test.a b --rate 0", .usage),
      ("publish test.a b --rate x", .usage), ("publish test.a b --data []", .data),
      ("publish test.a b --data {", .data),
    ])
  func refused(line: String, code: ExitCode) async {
    let bench = Bench()
    #expect(await bench.run(line) == code)
    #expect(bench.caller.sent.isEmpty)
    #expect(!bench.errors.isEmpty)
  }

  @Test("A rate is kept whatever it is")
  func pace() throws {
    let slow = Pace(rate: try Rate(argument: "2"), count: 5)
    #expect(slow.batch(after: 0) == 1)
    #expect(slow.due(4) == .seconds(2))
    let fast = Pace(rate: try Rate(argument: "1000"), count: 120)
    #expect(fast.batch(after: 0) == 50 && fast.batch(after: 100) == 20)
    #expect(fast.due(100) == .milliseconds(100))
    #expect(Pace(rate: nil, count: 120).batch(after: 0) == 100)
    #expect(Pace(rate: nil, count: 120).due(100) == .zero)
  }
}
