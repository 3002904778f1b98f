import Bus
import Foundation
import PeopleAPI
import Standups
import StandupsAPI
import StandupsDependencies
import Testing

@testable import Command

@Suite("Retention of transcripts on the command line")
struct RetentionVerbTests {
  private func bench() -> Bench {
    let bench = Bench()
    bench.caller.on(GetTeam.self) { Team(id: $0.id, name: "Web", members: 1) }
    bench.caller.on(GetRetention.self) { _ in
      .init(
        days: 90, teams: [TeamRetention(team: "ops", days: 1), TeamRetention(team: "web", days: 7)])
    }
    bench.caller.on(SetRetention.self) { command in
      TeamRetention(
        team: command.team, days: command.days,
        fromMs: command.days == nil ? nil : 253_402_214_400_000)
    }
    return bench
  }

  @Test("The periods of the installation and the teams are listed, or that of one team")
  func listing() async {
    let bench = bench()
    #expect(await bench.run("retention") == .ok)
    #expect(bench.output == "Installation: 90 days\nops: 1 day\nweb: 7 days\n")
    let one = self.bench()
    #expect(await one.run("retention web") == .ok)
    #expect(one.output == "Installation: 90 days\nweb: 7 days\n")
    #expect(one.caller.commands(SetRetention.self).isEmpty)
  }

  @Test("A shorter period is shown with the time from which it applies")
  func setting() async {
    let bench = bench()
    #expect(await bench.run("retention web --days 30") == .ok)
    #expect(
      bench.output
        == "web: 30 days from 9999-12-31 00:00; until then as long as the installation\n")
    #expect(await bench.run("retention web --default") == .ok)
    #expect(bench.output.hasSuffix("\nweb: as long as the installation\n"))
    #expect(
      bench.caller.commands(SetRetention.self) == [
        SetRetention(team: "web", days: 30), SetRetention(team: "web"),
      ])
  }

  @Test(
    "Invalid arguments are rejected",
    arguments: [
      "retention --days 3", "retention web --days 3 --default", "retention web --days 0",
      "retention web --days 36501", "retention --default",
    ])
  func invalid(line: String) async {
    let bench = bench()
    #expect(await bench.run(line) == .usage)
    #expect(bench.caller.commands(SetRetention.self).isEmpty)
  }

  @Test(
    "Days without their option are rejected with the option",
    arguments: [
      ("30d", "Unexpected argument “30d”. Did you mean “--days 30”?"),
      ("30", "Unexpected argument “30”. Did you mean “--days 30”?"),
      ("month", "Unexpected argument “month”. See"),
    ])
  func misplaced(days: String, says: String) async {
    let bench = bench()
    #expect(await bench.run("retention web \(days)") == .usage)
    #expect(bench.errors.contains(says), "\(bench.errors)")
  }
}
