import Standups
import StandupsAPI
import Testing

@testable import Command

@Suite("Archived standups on the command line")
struct ArchiveVerbTests {
  private static func old() -> Standup {
    var standup = Fixture.standup(2, "Retro")
    standup.isArchived = true
    return standup
  }

  private func bench(_ standups: [Standup] = [Fixture.standup(), old()]) -> Bench {
    let bench = Bench()
    bench.caller.on(ListStandups.self) { _ in
      ListStandups.Reply(standups: standups.map { Fixture.summary($0) }, next: nil)
    }
    bench.caller.on(GetListStatus.self) { _ in
      GetListStatus.Reply(destination: nil, standups: standups.count, live: 0)
    }
    bench.caller.on(EditStandup.self) { command in
      var standup = Fixture.standup(2, "Retro")
      standup.isArchived = command.isArchived == true ? true : nil
      return standup
    }
    return bench
  }

  @Test("The list omits archived standups unless they are requested")
  func list() async {
    let bench = bench()
    #expect(await bench.run("list") == .ok)
    #expect(bench.output.contains("Daily") && !bench.output.contains("Retro"))
    let archived = self.bench()
    #expect(await archived.run("list --archived") == .ok)
    #expect(archived.output.contains("Retro") && !archived.output.contains("Daily"))
    let json = self.bench()
    #expect(await json.run("list --archived --json") == .ok)
    #expect(json.output.contains(#""isArchived":true"#) && !json.output.contains("Daily"))
  }

  @Test("An empty list says where the standups are")
  func emptyLists() async {
    let all = bench([Self.old()])
    #expect(await all.run("list") == .ok)
    #expect(all.output.contains("standups list --archived"))
    let none = bench([Fixture.standup()])
    #expect(await none.run("list --archived") == .ok)
    #expect(none.output == "No standup is archived.\n")
  }

  @Test("A standup is archived and unarchived by its name")
  func archive() async {
    let bench = bench()
    #expect(await bench.run("archive retro") == .ok)
    #expect(bench.output.contains("standups unarchive"))
    #expect(await bench.run("unarchive retro") == .ok)
    #expect(
      bench.caller.commands(EditStandup.self)
        == [true, false].map { EditStandup(id: Self.old().id, isArchived: $0) })
    #expect(await bench.run("archive nothing") != .ok)
  }
}
