import Bus
import Foundation
import PeopleAPI
import Standups
import StandupsAPI
import StandupsDependencies
import Testing

@testable import Command

@Suite("Links of attendees to persons on the command line")
struct LinkVerbTests {
  private static let ann = "6f1c0000-0000-4000-8000-000000000001"
  private static let smith = "6f1d0000-0000-4000-8000-000000000002"
  private static let chief = "7a000000-0000-4000-8000-000000000003"

  /// A standup of the team `web` with the attendees Ann, Bob and Cy.
  private static func standup(ann person: String? = nil) -> Standup {
    var standup = Fixture.standup()
    standup.team = "web"
    let ann = standup.attendees[0].id
    standup.attendees[id: ann]?.person = person.flatMap { Attendee.PersonID($0) }
    return standup
  }

  /// - Parameter isAdmin: whether the user may read persons.
  private func bench(_ standup: Standup = Self.standup(), isAdmin: Bool = true) -> Bench {
    let bench = Bench()
    bench.caller.on(ListStandups.self) { _ in
      .init(standups: [Fixture.summary(standup)], next: nil)
    }
    bench.caller.on(EditStandup.self) { _ in standup }
    bench.caller.on(ListMembers.self) { command in
      guard command.id == "web" else { throw BusError(.notFound, "Unknown team.") }
      let members = [("Ann", Self.ann), ("Bob Smith", Self.smith)].map {
        ListMembers.Member(person: $0.1, name: $0.0, role: .member)
      }
      return command.after == nil
        ? .init(members: [members[0]], next: Self.ann) : .init(members: [members[1]])
    }
    bench.caller.on(GetPerson.self) { command in
      guard isAdmin else { throw BusError(.denied, "Not permitted.") }
      guard command.email == "bob@example.com" else {
        throw BusError(.notFound, "Unknown person.")
      }
      return Person(id: Self.smith, name: "Bob Smith")
    }
    return bench
  }

  /// The person of each attendee in the edit that was sent.
  private func sent(_ bench: Bench) -> [String?] {
    bench.caller.commands(EditStandup.self).first?.attendees?.map(\.person) ?? []
  }

  @Test(
    "A person is given by name, by id, or by e-mail address; by default, it has the attendee's name",
    arguments: [
      (["ann"], [ann, nil, nil]), (["bob", "--person", "bob smith"], [nil, smith, nil]),
      (["bob", "--person", "bob@example.com"], [nil, smith, nil]),
      (["bob", "--person", "6f1d"], [nil, smith, nil]),
      (["bob", "--person", chief], [nil, chief, nil]),
    ] as [([String], [String?])])
  func link(arguments: [String], people: [String?]) async {
    let bench = bench()
    #expect(await bench.run(["link", "daily"] + arguments) == .ok)
    #expect(sent(bench) == people)
    let edit = bench.caller.commands(EditStandup.self).first
    #expect(edit?.revision == 1 && edit?.attendees?.map(\.name) == ["Ann", "Bob", "Cy"])
    #expect(bench.output.contains("is linked to"))
  }

  @Test(
    "A person who is not found changes nothing",
    arguments: ["cy", "ann --person Annn", "bob --person eve@example.com"])
  func unknown(arguments: String) async {
    let bench = bench()
    #expect(await bench.run("link daily \(arguments)") == .noInput)
    #expect(bench.errors.contains("not found") && sent(bench).isEmpty)
  }

  @Test("A member may not search by e-mail address")
  func member() async {
    let bench = bench(isAdmin: false)
    #expect(await bench.run("link daily bob --person bob@example.com") == .denied)
    #expect(bench.errors.contains("standups teams show web") && sent(bench).isEmpty)
    #expect(await bench.run("link daily ann") == .ok)
  }

  @Test("unlink removes the link")
  func unlink() async throws {
    let bench = bench(Self.standup(ann: Self.ann))
    #expect(await bench.run("unlink daily ann") == .ok)
    #expect(sent(bench) == ["", nil, nil])
    #expect(bench.output == "“Ann” is no longer linked to a person.\n")
    #expect(await bench.run("unlink daily Eve") == .noInput)
    let json = self.bench(Self.standup(ann: Self.ann))
    #expect(await json.run("unlink daily ann --json") == .ok)
    let shown = try BusJSON.decode(Standup.self, from: Data(json.output.utf8))
    #expect(shown == Self.standup(ann: Self.ann))
  }

  @Test("An edit by another client is read, and the link is made again")
  func again() async {
    let bench = bench()
    bench.caller.on(EditStandup.self) { command in
      guard command.revision == 2 else {
        throw BusError(.conflict, "It has changed.", detail: ["revision": "2"])
      }
      return Self.standup()
    }
    bench.caller.on(GetStandup.self) { _ in
      var standup = Self.standup()
      standup.revision = 2
      standup.attendees.remove(id: standup.attendees[1].id)
      return .init(summary: Fixture.summary(standup), meetings: [], next: nil)
    }
    #expect(await bench.run("link daily ann") == .ok)
    let edits = bench.caller.commands(EditStandup.self)
    #expect(edits.map(\.revision) == [1, 2])
    #expect(edits.last?.attendees?.map(\.person) == [Self.ann, nil])
  }

  @Test(
    "show has the name of the person if it differs, as far as the user may read it",
    arguments: [
      (ann, "Attendees  Ann, Bob, Cy"), (smith, "Attendees  Ann (Bob Smith), Bob, Cy"),
      (chief, "Attendees  Ann, Bob, Cy"),
    ])
  func show(person: String, line: String) async {
    let standup = Self.standup(ann: person)
    let bench = bench(standup)
    bench.caller.on(GetStandup.self) { _ in
      .init(summary: Fixture.summary(standup), meetings: [], next: nil)
    }
    #expect(await bench.run("show daily") == .ok)
    #expect(bench.output.split(separator: "\n").contains { $0 == line })
    bench.caller.on(ListMembers.self) { _ in throw BusError(.denied, "Not permitted.") }
    #expect(await bench.run("show daily") == .ok)
    #expect(bench.output.contains("Attendees  Ann, Bob, Cy"))
  }
}
