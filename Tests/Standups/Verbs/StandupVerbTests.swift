import Bus
import StandupsDependencies
import Foundation
import Standups
import StandupsAPI
import Testing
import TranscriptionAPI

@testable import Command

@Suite("Standups on the command line")
struct StandupVerbTests {
  private func bench(
    _ standups: [StandupSummary] = [Fixture.summary()], typing: [String]? = nil
  ) -> Bench {
    let bench = Bench(typing: typing)
    bench.caller.on(ListStandups.self) { _ in ListStandups.Reply(standups: standups, next: nil) }
    bench.caller.on(GetListStatus.self) { _ in
      GetListStatus.Reply(destination: nil, standups: standups.count, live: 0)
    }
    return bench
  }

  @Test("JSON says the same without steering a terminal")
  func steering() async throws {
    let title = "a\u{1B}[2J\u{9B}b\u{202E}c\u{7F}"
    let bench = bench([Fixture.summary(Fixture.standup(1, title))])
    #expect(await bench.run("list --json") == .ok)
    #expect(
      !bench.output.unicodeScalars.contains {
        "\u{1B}\u{9B}\u{202E}\u{7F}".unicodeScalars.contains($0)
      })
    #expect(bench.output.contains(#"\u009b"#) && bench.output.contains(#"\u202e"#))
    let page = try BusJSON.decode(ListStandups.Reply.self, from: Data(bench.output.utf8))
    #expect(page.standups.map(\.standup.title) == [title])
  }

  @Test("The list as a table")
  func list() async {
    let bench = bench([
      Fixture.summary(meetings: 2),
      Fixture.summary(Fixture.standup(2, "日本語\u{1B}[2J"), live: Fixture.meetingID),
    ])
    #expect(await bench.run("list") == .ok)
    #expect(
      bench.output == """
        TITLE       ID        TIME  PEOPLE  THEME  MEETINGS  LAST
        Daily       00000000  36 s  3       teal   2
        日本語�[2J  00000000  36 s  3       teal   0         meeting now

        """)
  }

  @Test("An empty list says what to do, and is an empty array for programs")
  func emptyList() async {
    let bench = bench([])
    #expect(await bench.run("list") == .ok)
    #expect(bench.output == "No standups yet. Add one with “standups add TITLE”.\n")
    let json = self.bench([])
    #expect(await json.run("list --json") == .ok)
    #expect(json.output == "{\"standups\":[]}\n")
  }

  @Test("All pages of a long list are read")
  func pages() async {
    let bench = bench()
    bench.caller.on(ListStandups.self) { command in
      command.after == nil
        ? .init(standups: [Fixture.summary()], next: "1")
        : .init(standups: [Fixture.summary(Fixture.standup(2, "Retro"))], next: nil)
    }
    #expect(await bench.run("list --json") == .ok)
    #expect(bench.output.contains("Daily") && bench.output.contains("Retro"))
  }

  @Test("The question about data that could not be read stands above the list")
  func listAlert() async {
    let bench = bench([])
    bench.caller.on(GetListStatus.self) { _ in
      .init(
        destination: .alert(.dataFailedToLoad(path: "/data/aside.db", reason: "It is damaged.")),
        standups: 0, live: 0)
    }
    #expect(await bench.run("list") == .ok)
    #expect(bench.errors.contains("Data failed to load: It is damaged."))
    #expect(bench.errors.contains("/data/aside.db"))
    #expect(bench.errors.contains("standups answer load-samples"))
  }

  @Test("What is missing in the list because it cannot be read is said above it")
  func listUnreadable() async {
    let bench = bench([])
    bench.caller.on(GetListStatus.self) { _ in
      .init(
        destination: nil, standups: 4, live: 0,
        unreadable: ["standups/1", "standups/2\u{1B}[2J", "meetings/3", "meetings/4"])
    }
    #expect(await bench.run("list") == .ok)
    #expect(
      bench.errors.contains(
        "4 documents cannot be read: standups/1, standups/2\u{FFFD}[2J, meetings/3, …."))
    #expect(await bench.run("list --json") == .ok)
    #expect(bench.output.contains("\"unreadable\":[\"standups/1\""))
  }

  @Test("add sends what was given, under an id of its own")
  func add() async {
    let bench = Bench()
    bench.caller.on(CreateStandup.self) { _ in Fixture.standup() }
    #expect(await bench.run("add Daily -d 36s -t teal -a Ann -a Bob") == .ok)
    #expect(
      bench.caller.commands(CreateStandup.self) == [
        CreateStandup(
          id: Standup.ID(UUID(number: 0)), title: "Daily", durationMs: 36_000, theme: .teal,
          attendees: [AttendeeDraft(name: "Ann"), AttendeeDraft(name: "Bob")])
      ])
    #expect(
      bench.output == """
        Added “Daily”.
        ID         00000000-0000-0000-0000-000000000001
        Duration   36 s
        Theme      Teal
        Attendees  Ann, Bob, Cy

        """)
  }

  @Test("add --json prints the standup")
  func addJSON() async throws {
    let bench = Bench()
    bench.caller.on(CreateStandup.self) { _ in Fixture.standup() }
    #expect(await bench.run("add Daily --json") == .ok)
    let standup = try BusJSON.decode(Standup.self, from: Data(bench.output.utf8))
    #expect(standup == Fixture.standup())
    #expect(bench.output.split(separator: "\n").count == 1)
  }

  @Test("A warning is set, taken away, shown, and has its bounds")
  func warning() async {
    let bench = bench()
    var standup = Fixture.standup()
    standup.warnMs = 10_000
    bench.caller.on(EditStandup.self) { [standup] _ in standup }
    for warning in ["10s", "10", "0"] {
      #expect(await bench.run("edit daily --warn \(warning)") == .ok)
    }
    #expect(bench.caller.commands(EditStandup.self).map(\.warnMs) == [10_000, 10_000, 0])
    #expect(bench.output.contains("\nWarning    10 s before a turn ends\n"))
    for warning in ["999ms", "61m", "-1", "soon"] {
      #expect(await bench.run("edit daily --warn \(warning)") != .ok)
    }
  }

  @Test("Weights are set by name, taken back with 1, and shown")
  func weights() async {
    let bench = bench()
    var standup = Fixture.standup()
    let first = standup.attendees[0].id
    standup.attendees[id: first]?.weight = 2
    let names = standup.attendees.map(\.name)
    bench.caller.on(EditStandup.self) { [standup] _ in standup }
    for weight in ["2", "1"] {
      #expect(await bench.run("edit daily --weight \(names[0])=\(weight)") == .ok)
    }
    let sent = bench.caller.commands(EditStandup.self)
    #expect(
      sent.map { $0.attendees?.map(\.weight) }
        == [2, 1].map { weight in
          standup.attendees.indices.map { $0 == 0 ? weight : nil }
        })
    #expect(sent.allSatisfy { $0.attendees?.map(\.id) == standup.attendees.map(\.id) })
    #expect(bench.output.contains("\nAttendees  \(names[0]) ×2"))
    for wrong in ["\(names[0])", "\(names[0])=0", "\(names[0])=11", "=2", "Nobody=2"] {
      #expect(await bench.run("edit daily -w \(wrong)") != .ok)
    }
    #expect(bench.caller.commands(EditStandup.self).count == 2)
  }

  @Test("Whether a meeting may run over is set, taken back and shown")
  func overrun() async {
    let bench = bench()
    var standup = Fixture.standup()
    standup.mayRunOver = true
    bench.caller.on(EditStandup.self) { [standup] _ in standup }
    #expect(await bench.run("edit daily --may-run-over") == .ok)
    #expect(await bench.run("edit daily --no-may-run-over") == .ok)
    #expect(bench.caller.commands(EditStandup.self).map(\.mayRunOver) == [true, false])
    #expect(bench.output.contains("\nOvertime   allowed\n"))
  }

  @Test("The language is set, removed and shown, and a missing model is reported at once")
  func language() async {
    let bench = bench()
    var standup = Fixture.standup()
    standup.language = "pt-BR"
    bench.caller.on(EditStandup.self) { [standup] _ in standup }
    bench.caller.on(ListSpeechLanguages.self) { _ in .init(standard: "en", languages: ["es"]) }
    #expect(await bench.run("edit daily --language PT-br") == .ok)
    #expect(bench.output.contains("\nLanguage   pt-BR\n"))
    #expect(bench.errors.contains("“pt-BR”") && bench.errors.contains("standups engine add pt-BR"))
    #expect(await bench.run("edit daily --language default") == .ok)
    #expect(bench.caller.commands(EditStandup.self).map(\.language) == ["pt-BR", ""])
    #expect(await bench.run("edit daily --language Portuguese") == .usage)

    for languages in [["pt"], ["pt-BR"]] {
      let known = self.bench()
      known.caller.on(EditStandup.self) { [standup] _ in standup }
      known.caller.on(ListSpeechLanguages.self) { _ in .init(standard: "en", languages: languages) }
      #expect(await known.run("edit daily --language pt-BR") == .ok)
      #expect(known.errors.isEmpty)
    }
    // Without transcription, the standup is edited nevertheless.
    let away = self.bench()
    away.caller.on(EditStandup.self) { [standup] _ in standup }
    away.caller.on(ListSpeechLanguages.self) { _ in throw BusError(.unavailable, "It is away.") }
    #expect(await away.run("edit daily --language pt-BR") == .ok)
    #expect(away.errors.isEmpty)
  }

  @Test("edit sends only what is to be changed, and keeps the ids of who stays")
  func edit() async {
    let bench = bench()
    bench.caller.on(EditStandup.self) { _ in Fixture.standup() }
    #expect(await bench.run("edit daily --title Morning --attendee Dee --remove bob") == .ok)
    let people = Fixture.standup().attendees
    #expect(
      bench.caller.commands(EditStandup.self) == [
        EditStandup(
          id: Fixture.standup().id, title: "Morning",
          attendees: [
            AttendeeDraft(id: people[0].id, name: "Ann"),
            AttendeeDraft(id: people[2].id, name: "Cy"), AttendeeDraft(name: "Dee"),
          ], revision: 1)
      ])
  }

  @Test("An edit of what somebody else changed meanwhile is made anew")
  func editAgain() async {
    let bench = bench()
    var changed = Fixture.standup(names: ["Ann", "Cy"])
    changed.revision = 2
    bench.caller.on(GetStandup.self) { [changed] _ in
      .init(summary: StandupSummary(standup: changed, meetings: 0), meetings: [], next: nil)
    }
    bench.caller.on(EditStandup.self) { [changed] command in
      guard command.revision == 2 else {
        throw BusError(.conflict, "It was changed.", detail: ["revision": "2"])
      }
      return changed
    }
    #expect(await bench.run("edit daily --attendee Dee") == .ok)
    let sent = bench.caller.commands(EditStandup.self)
    #expect(sent.map(\.revision) == [1, 2])
    #expect(sent.last?.attendees?.map(\.name) == ["Ann", "Cy", "Dee"])
  }

  @Test("edit --attendees is a new order")
  func reorder() async {
    let bench = bench()
    bench.caller.on(EditStandup.self) { _ in Fixture.standup() }
    #expect(await bench.run("edit Daily --attendees Cy --attendees Eve --attendees Ann") == .ok)
    let people = Fixture.standup().attendees
    #expect(
      bench.caller.commands(EditStandup.self).first?.attendees == [
        AttendeeDraft(id: people[2].id, name: "Cy"), AttendeeDraft(name: "Eve"),
        AttendeeDraft(id: people[0].id, name: "Ann"),
      ])
  }

  @Test(
    "edit without a change, with a contradiction, of somebody who is not there",
    arguments: [
      ("edit Daily", 64), ("edit Daily --attendees A --remove Bob", 64),
      ("edit Daily --remove Zoe", 66),
    ])
  func badEdits(line: String, code: Int32) async {
    let bench = bench()
    #expect(await bench.run(line).rawValue == code)
    #expect(bench.caller.targets == ["standups.list"])
    #expect(bench.output.isEmpty && !bench.errors.isEmpty)
  }

  @Test(
    "delete asks, and takes nevermind for an answer",
    arguments: [
      (["yes"], true), (["nevermind"], false), (["what?", "y"], true), ([], false), ([""], false),
    ])
  func delete(typed: [String], isDeleted: Bool) async {
    let bench = bench(typing: typed)
    bench.caller.on(DeleteStandup.self) { _ in Done() }
    #expect(await bench.run("delete Daily") == .ok)
    #expect(bench.caller.commands(DeleteStandup.self).count == (isDeleted ? 1 : 0))
    #expect(
      bench.errors.hasPrefix("Delete the standup “Daily” with 0 past meetings? (yes/no) "))
    #expect(bench.output == (isDeleted ? "Deleted “Daily”.\n" : "Nothing was deleted.\n"))
  }

  @Test("delete without a terminal needs --yes")
  func deleteUnasked() async {
    let refused = bench()
    #expect(await refused.run("delete Daily") == .usage)
    #expect(refused.errors.contains("--yes"))
    let done = bench()
    done.caller.on(DeleteStandup.self) { _ in Done() }
    #expect(await done.run("delete Daily --yes --json") == .ok)
    #expect(
      done.output == "{\"deleted\":true,\"id\":\"00000000-0000-0000-0000-000000000001\"}\n")
  }

  @Test("show prints the standup and its newest meetings")
  func show() async {
    let bench = bench()
    bench.caller.on(GetStandup.self) { _ in
      .init(summary: Fixture.summary(meetings: 1), meetings: [Fixture.meeting()], next: nil)
    }
    #expect(await bench.run("show Daily") == .ok)
    #expect(
      bench.output == """
         Daily 
        ID         00000000-0000-0000-0000-000000000001
        Duration   36 s
        Theme      Teal
        Attendees  Ann, Bob, Cy
        Past meetings: 1

        MEETING   DATE              DURATION  TRANSCRIPT
        00000000  2027-01-15 08:00  36 s      I fixed it. Nothing new.

        """)
    #expect(bench.caller.commands(GetStandup.self).first?.limit == 5)
  }
}

@Suite("Naming a standup")
struct FinderTests {
  private let all = [
    Fixture.summary(Fixture.standup(0x1111_1111, "Daily")),
    Fixture.summary(Fixture.standup(2, "Retro")),
    Fixture.summary(Fixture.standup(3, "retro ")),
    Fixture.summary(
      Standup(
        id: Standup.ID(UUID(uuid: (0xAB, 0xCD, 0xEF, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13))),
        title: "Ops")),
  ]

  @Test(
    "By title in any case, by id, by the beginning of the id",
    arguments: [
      ("daily", "Daily"), (" DAILY ", "Daily"), ("00000000-0000-0000-0000-000000000002", "Retro"),
      ("abcd", "Ops"), ("ABCDEF01-02", "Ops"),
      // The names differ only in case and white space.
      ("Retro", "Retro"), ("retro ", "retro "),
    ])
  func found(text: String, title: String) throws {
    let found = try Finder.match(StandupReference(argument: text), in: all)
    #expect(found.standup.title == title)
  }

  @Test(
    "Ambiguous and missing names say so",
    arguments: [
      ("retro", ExitCodes.data, "“retro” is ambiguous."),
      ("00000000", ExitCodes.data, "Use one of these ids"),
      ("dayly", ExitCodes.noInput, "Did you mean “Daily”?"),
      ("abc", ExitCodes.noInput, "standups list"),
      ("00000000-0000-0000-0000-00000000ffff", ExitCodes.noInput, "Standup not found: 00000000-"),
    ])
  func refused(text: String, code: Int32, says: String) throws {
    do {
      _ = try Finder.match(StandupReference(argument: text), in: all)
      Issue.record("\(text) was found")
    } catch let failure as Failure {
      #expect(failure.exit.rawValue == code)
      #expect(failure.message.contains(says), "\(failure.message)")
    }
  }
}

enum ExitCodes {
  static let data: Int32 = 65
  static let noInput: Int32 = 66
}
