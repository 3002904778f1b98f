import Bus
import FastJSON
import FocusAPI
import Foundation
import Links
import StandupsAPI
import TestSupport
import Testing
import TimerAPI

@testable import Command

@Suite("Focus on the command line")
struct FocusVerbTests {
  private static let id = "6f1c0000-0000-4000-8000-000000000001"

  private static func focus(
    _ title: String = "Report", isRunning: Bool = true, elapsedMs: Int64 = 0
  ) -> Focus {
    Focus(
      person: "ann", title: title, isRunning: isRunning, elapsedMs: elapsedMs,
      durationMs: 1_500_000)
  }

  private static let item = FocusItem(
    id: id, person: "ann", title: "Report", seconds: 1500,
    date: Date(timeIntervalSince1970: 1_800_000_000))

  private static func notice(_ type: String, _ data: some Encodable) throws -> EventNotice {
    .event(
      CloudEvent(
        id: "1", source: "/standups/focus", type: type, subject: "ann",
        time: Date(timeIntervalSince1970: 1_800_000_000), data: try RawJSON(encoding: data)))
  }

  private static func tick(_ elapsedMs: Int64) throws -> EventNotice {
    try notice(
      FocusTick.type,
      TickData(
        elapsedMs: elapsedMs, durationMs: 1_500_000, speaker: 0, speakers: 1,
        turnEndsMs: 1_500_000))
  }

  /// The time is up, and the item is saved.
  private static var end: [EventNotice] {
    get throws {
      [
        try notice(
          FocusStopped.type,
          FocusStopped(person: "ann", title: "Report", elapsedMs: 1_500_000, cause: .timeUp)),
        try notice(FocusItemRecorded.type, FocusItemRecorded(item: item)),
      ]
    }
  }

  private func bench(_ terminal: ScriptedTerminal? = nil) -> Bench {
    let bench = Bench(terminal: terminal)
    bench.caller.on(StartFocus.self) { _ in Self.focus() }
    bench.caller.on(GetFocus.self) { _ in Self.focus() }
    return bench
  }

  // MARK: The view

  @Test("Without a terminal it is a line each second, then what was done")
  func plain() async throws {
    let bench = bench()
    bench.events.script([try Self.tick(1000), try Self.tick(2000)] + (try Self.end))
    #expect(await bench.run("focus start Report --for 25m --person ann") == .ok)
    #expect(
      bench.output == "24:59 left\n24:58 left\nSaved “Report”: 25 min.\n")
    #expect(
      bench.caller.commands(StartFocus.self)
        == [StartFocus(person: "ann", title: "Report", durationMs: 1_500_000)])
    #expect(
      bench.events.subscriptions
        == [["t/focus.tick/ann/", "t/focus.stopped/ann/", "t/focus.itemRecorded/ann/"]])
  }

  @Test("With --json each event is a line, and the outcome is the last")
  func json() async throws {
    let bench = bench()
    bench.events.script([try Self.tick(1000)] + (try Self.end))
    #expect(await bench.run("focus start --json --person ann") == .ok)
    let lines = bench.output.split(separator: "\n")
    #expect(lines.count == 4)
    let outcome = try BusJSON.decode(FocusView.Outcome.self, from: Data(lines[3].utf8))
    #expect(outcome == FocusView.Outcome(outcome: .finished, item: Self.item))
  }

  @Test("On a terminal s stops, the panel is drawn, and the terminal is given back")
  func stops() async {
    let terminal = ScriptedTerminal()
    let bench = bench(terminal)
    bench.caller.on(StopFocus.self) { _ in
      var item = Self.item
      item.seconds = 60
      return .init(focus: Self.focus("", isRunning: false), item: item)
    }
    terminal.type.yield(.key(.character("s")))
    terminal.type.yield(.key(.character("s")))
    #expect(await bench.run("focus start --person ann") == .ok)
    #expect(bench.caller.commands(StopFocus.self) == [StopFocus(person: "ann")])
    #expect(bench.output == "Saved “Report”: 1 min.\n")
    #expect(terminal.written.values[0].contains("25:00 left"))
    #expect(terminal.restored.values == [true])
  }

  @Test("q leaves it running")
  func leave() async {
    let terminal = ScriptedTerminal()
    let bench = bench(terminal)
    terminal.type.yield(.key(.character("q")))
    #expect(await bench.run("focus start --person ann") == .ok)
    #expect(bench.output.hasPrefix("The session continues."))
    #expect(bench.caller.commands(StopFocus.self).isEmpty)
    #expect(terminal.restored.values == [true])
  }

  @Test("What ended while nobody listened is read")
  func lost() async {
    let bench = bench()
    bench.caller.on(GetFocus.self) { _ in Self.focus("", isRunning: false) }
    bench.caller.on(ListFocusItems.self) { _ in .init(items: [Self.item], total: 1) }
    #expect(await bench.run("focus start --person ann") == .ok)
    #expect(bench.output == "Saved “Report”: 25 min.\n")
  }

  @Test("A view is a value")
  func view() throws {
    var view = FocusView(Self.focus())
    #expect(view.reduce(.notice(try Self.tick(61_000))) == [.tick])
    #expect(view.left == "23:59")
    let failure = Failure(.data, code: "conflict", "It does not run.")
    #expect(view.reduce(.failed(failure)) == [.reread])
    #expect(view.panel(width: 40, ink: Ink(isOn: false)).contains("It does not run."))
    // Another item was saved before this one.
    var other = Self.item
    other.title = "Mail"
    #expect(
      view.reduce(.reread(Self.focus("", isRunning: false), newest: other))
        == [.end(FocusView.Outcome(outcome: .stopped))])
    #expect(view.panel(width: 30, ink: Ink(isOn: false)).allSatisfy { $0.count < 30 })
  }

  // MARK: Other commands

  @Test("Commands are about who is told, or who one is")
  func persons() async {
    let bench = bench()
    #expect(await bench.run("focus status") == .usage)
    #expect(bench.errors.contains("--person"))
    var context = bench.context()
    context.environment["USER"] = "ann"
    #expect(await Program.run(["focus", "status"], in: context) == .ok)
    #expect(await Program.run(["focus", "status", "--person", "bob"], in: context) == .ok)
    #expect(
      bench.caller.commands(GetFocus.self) == [GetFocus(person: "ann"), GetFocus(person: "bob")])
    #expect(bench.output.contains("“Report”: 25:00 of 25:00 left."))
  }

  @Test("A title, a start that is not watched, and a stop before the first second")
  func small() async {
    let bench = bench()
    bench.caller.on(SetFocusTitle.self) { Self.focus($0.title, isRunning: false) }
    bench.caller.on(StopFocus.self) { _ in .init(focus: Self.focus("Mail", isRunning: false)) }
    #expect(await bench.run("focus title Mail --person ann") == .ok)
    #expect(await bench.run("focus start --detach --person ann") == .ok)
    #expect(await bench.run("focus stop --person ann") == .ok)
    #expect(
      bench.output == """
        No session is running. Next: “Mail”, 25 min.
        “Report”: 25:00 of 25:00 left.
        Stopped within the first second. Nothing was saved.

        """)
    #expect(bench.events.subscriptions.isEmpty)
  }

  @Test("A refusal is an exit code and a sentence")
  func refused() async {
    let bench = bench()
    bench.caller.on(StopFocus.self) { _ in throw BusError(.conflict, "It does not run.") }
    #expect(await bench.run("focus stop --person ann").rawValue == 65)
    #expect(bench.errors == "standups: It does not run.\n")
  }

  @Test("Items are listed, shown and deleted by a part of their ids")
  func items() async {
    let bench = bench()
    let more = FocusItem(
      id: "7a000000-0000-4000-8000-000000000002", person: "ann", title: "Mail", seconds: 61,
      date: Date(timeIntervalSince1970: 1_800_000_000))
    bench.caller.on(ListFocusItems.self) { command in
      if command.limit == 1 { return .init(items: [Self.item], next: "n", total: 2) }
      return command.after == nil
        ? .init(items: [Self.item], next: "n", total: 2) : .init(items: [more], total: 2)
    }
    bench.caller.on(DeleteFocusItem.self) { _ in Done() }
    #expect(await bench.run("focus list --person ann --limit 5") == .ok)
    #expect(await bench.run("focus list --all") == .ok)
    #expect(bench.output.contains("6f1c0000"))
    #expect(bench.output.contains("1 of 2. For more, add --after n."))
    #expect(bench.output.contains("PERSON"))
    #expect(await bench.run("focus show 7a --person ann") == .ok)
    #expect(bench.output.contains("ann, 1 min 1 s, until 2027-01-15 08:00"))
    #expect(await bench.run("focus delete last --person ann") == .usage)
    #expect(await bench.run("focus delete last --person ann --yes") == .ok)
    #expect(bench.caller.commands(DeleteFocusItem.self) == [DeleteFocusItem(id: Self.id)])
    #expect(await bench.run("focus show ff --person ann") == .noInput)
    #expect(
      bench.caller.commands(ListFocusItems.self).prefix(2)
        == [ListFocusItems(person: "ann", limit: 5), ListFocusItems()])
  }

  // MARK: Places

  @Test(
    "Links lead to their places",
    arguments: [
      FocusPlace.focus, .items, .item(id),
    ])
  func places(place: FocusPlace) async {
    let bench = bench()
    bench.caller.on(ListFocusItems.self) { _ in .init(items: [Self.item], total: 1) }
    bench.caller.on(GetFocusItem.self) { _ in Self.item }
    var context = bench.context()
    context.environment["USER"] = "ann"
    #expect(await Program.run(["open", DeepLink(.focus(place)).description], in: context) == .ok)
    let target =
      switch place {
      case .focus: "focus.get"
      case .items: "focus.items"
      case .item: "focus.item"
      }
    #expect(bench.caller.targets == [target])
  }

  @Test(
    "Links that lead nowhere say so",
    arguments: [
      "standups:///focus/x", "standups:///focus/items/1/2", "standups:///focusing",
    ])
  func nowhere(link: String) async {
    let bench = Bench()
    #expect(await bench.run(["open", link]).rawValue == 65)
    #expect(bench.errors.contains("Invalid link “\(link)”"))
  }

  @Test("The types of its events are known")
  func types() {
    #expect(EventTypes.families.contains("focus."))
    #expect(
      EventTypes.expanded("focus") == [
        FocusStarted.type, FocusStopped.type, FocusItemRecorded.type, FocusItemDeleted.type,
        FocusTick.type,
      ])
    #expect(EventTypes.ephemeral.contains("focus.tick"))
  }
}
