import Bus
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import Command

@Suite("Written updates on the command line")
struct UpdateVerbTests {
  private static let ann = Fixture.standup().attendees[0]

  private func bench() -> Bench {
    let bench = Bench()
    let ann = Self.ann
    bench.caller.on(ListStandups.self) { _ in .init(standups: [Fixture.summary()], next: nil) }
    bench.caller.on(ListUpdates.self) { _ in
      .init(updates: [WrittenUpdate(attendee: ann, text: "Login:\ndone.", atMs: 1_800_000_000_000)])
    }
    bench.caller.on(WriteUpdate.self) { command in
      WriteUpdate.Reply(WrittenUpdate(attendee: ann, text: command.text, atMs: 1))
    }
    bench.caller.on(RemoveUpdate.self) { _ in Done() }
    return bench
  }

  @Test("An update is written for the named attendee, or for the sender")
  func write() async {
    let bench = bench()
    #expect(await bench.run(["update", "write", "Daily", "Login: done.", "--for", "ann"]) == .ok)
    #expect(bench.output == "Saved the update of Ann for the next meeting.\n")
    #expect(await bench.run(["update", "write", "Daily", "Mine."]) == .ok)
    let sent = bench.caller.commands(WriteUpdate.self)
    #expect(sent.map(\.attendee) == [Self.ann.id, nil])
    #expect(sent.map(\.text) == ["Login: done.", "Mine."])
  }

  @Test("Several words are the text, and options may follow them")
  func unquoted() async {
    let bench = bench()
    #expect(await bench.run("update write Daily Login page: done. --for Ann") == .ok)
    let sent = bench.caller.commands(WriteUpdate.self)
    #expect(sent.map(\.attendee) == [Self.ann.id] && sent.map(\.text) == ["Login page: done."])
    #expect(await bench.run("update write Daily") != .ok)
  }

  @Test("A list shows each update with its lines")
  func list() async {
    let bench = bench()
    #expect(await bench.run("update list Daily") == .ok)
    #expect(bench.output == "Ann  2027-01-15 08:00\n  Login:\n  done.\n")
  }

  @Test("An update is removed by the name of its attendee")
  func remove() async {
    let bench = bench()
    #expect(await bench.run("update remove Daily Ann") == .ok)
    #expect(bench.output == "Removed the update of Ann.\n")
    #expect(bench.caller.commands(RemoveUpdate.self).map(\.attendee) == [Self.ann.id])
    #expect(await bench.run("update remove Daily Nobody") != .ok)
  }
}
