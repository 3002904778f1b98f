import Bus
import CommandLineKit
import FastJSON
import Foundation
import PeopleAPI
import Testing

@testable import Command

@Suite("teams") struct TeamsVerbTests {
  private static let ann = PeopleBench.ann

  private static func member(
    _ person: Person.ID, _ name: String, _ role: TeamRole
  ) -> ListMembers.Member {
    ListMembers.Member(person: person, name: name, role: role)
  }

  private static func bench(typing lines: [String]? = nil) -> Bench {
    let bench = PeopleBench.make([ann, PeopleBench.bob], typing: lines)
    bench.caller.on(ListMembers.self) { command in
      guard command.after == nil else {
        return .init(members: [member(ann.id, "Ann", .admin)])
      }
      return .init(
        members: [
          member("00000000-0000-4000-8000-000000000001", "Zoe", .member),
          member("00000000-0000-4000-8000-000000000002", "bob", .member),
        ], next: "n")
    }
    bench.caller.on(AddTeam.self) { Team(id: $0.id ?? "site", name: $0.name, members: 0) }
    bench.caller.on(RenameTeam.self) { Team(id: $0.id, name: $0.name, members: 2) }
    return bench
  }

  @Test(arguments: [
    ("people", "people"), ("people/\(ann.id)", "people show \(ann.id)"), ("teams", "teams"),
    ("teams/web", "teams show web"),
  ])
  func aLinkShowsTheSameAsTheCommand(path: String, line: String) async {
    let (opened, typed) = (Self.bench(), Self.bench())
    #expect(await opened.run("open standups:///\(path)") == .ok)
    #expect(await typed.run(line) == .ok)
    #expect(opened.output == typed.output && !typed.output.isEmpty)
  }

  @Test(arguments: ["teams", "teams list"]) func theTableHasTheTeamsOfEveryPage(line: String) async
  {
    let bench = Self.bench()
    #expect(await bench.run(line) == .ok)
    #expect(
      bench.output == """
        ID       NAME      MEMBERS
        default  Everyone  0
        ops      Web       1
        web      Web       2

        """)
    #expect(bench.caller.commands(ListTeams.self).map(\.after) == [nil, "ops"])
    let json = Self.bench()
    #expect(await json.run("\(line) --json") == .ok)
    #expect(
      json.output.hasPrefix(#"{"teams":[{"id":"default","members":0,"name":"Everyone"},"#))
  }

  @Test func addNamesTheId() async throws {
    let bench = Self.bench()
    #expect(await bench.run(["teams", "add", "Site reliability", "--id", "sre"]) == .ok)
    #expect(bench.output == "Added the team “Site reliability” with the id sre.\n")
    let json = Self.bench()
    #expect(await json.run("teams add Site --json") == .ok)
    #expect(json.caller.commands(AddTeam.self) == [AddTeam(name: "Site")])
    #expect(
      try PeopleBench.json(Team.self, json) == Team(id: "site", name: "Site", members: 0))
  }

  @Test func showHasAdminsFirst() async {
    let bench = Self.bench()
    #expect(await bench.run("teams show web") == .ok)
    #expect(
      bench.output == """
        Web
        Team web, 2 members

        NAME  ROLE    ID
        Ann   admin   6f1c0000
        bob   member  00000000
        Zoe   member  00000000

        """)
    let json = Self.bench()
    #expect(await json.run("teams show web --json") == .ok)
    #expect(json.output.contains(#""role":"admin"}],"team":{"id":"web","members":2"#))
    let empty = Self.bench()
    empty.caller.on(ListMembers.self) { _ in .init(members: []) }
    #expect(await empty.run("teams show default") == .ok)
    #expect(
      empty.output == """
        Everyone
        Team default, 0 members
        “standups teams join default PERSON” adds one.

        """)
  }

  @Test func showNamesTheProviderThatGrantsARole() async {
    func bench() -> Bench {
      let bench = Self.bench()
      bench.caller.on(ListMembers.self) { _ in
        var granted = Self.member(Self.ann.id, "Ann", .member)
        granted.issuer = "https://login.example.com"
        return .init(members: [granted, Self.member(PeopleBench.bob.id, "Bob", .member)])
      }
      return bench
    }
    let table = bench()
    #expect(await table.run("teams show web") == .ok)
    #expect(
      table.output.hasSuffix(
        """
        NAME  ROLE                                ID
        Ann   member (https://login.example.com)  6f1c0000
        Bob   member                              6f1d0000

        """))
    let json = bench()
    #expect(await json.run("teams show web --json") == .ok)
    #expect(json.output.contains(#"{"issuer":"https://login.example.com","name":"Ann","#))
  }

  @Test func aTeamIsFoundByIdOrName() async {
    let byName = Self.bench()
    #expect(await byName.run("teams rename everyone All") == .ok)
    #expect(
      byName.caller.commands(RenameTeam.self) == [RenameTeam(id: "default", name: "All")])
    #expect(byName.output == "The team “Everyone” is now named “All”.\n")
    // “web” is an id, although another team has it as its name.
    let byID = Self.bench()
    #expect(await byID.run("teams rename web All --json") == .ok)
    #expect(byID.caller.commands(RenameTeam.self) == [RenameTeam(id: "web", name: "All")])
    #expect(byID.output == #"{"id":"web","members":2,"name":"All"}"# + "\n")
    let ambiguous = Self.bench()
    #expect(await ambiguous.run("teams rename WEB All") == .data)
    #expect(ambiguous.errors.contains("ops (Web), web (Web)"))
    let unknown = Self.bench()
    #expect(await unknown.run("teams rename Everyome All") == .noInput)
    #expect(
      unknown.errors == "standups: Team not found: Everyome. Did you mean “Everyone”?\n")
    #expect(
      (ambiguous.caller.sent + unknown.caller.sent).allSatisfy { $0.command is ListTeams })
  }

  @Test func removeAsksAndNamesTheMembers() async {
    let asked = Self.bench(typing: ["no"])
    #expect(await asked.run("teams remove web") == .ok)
    #expect(asked.output == "Nothing was removed.\n")
    #expect(
      asked.errors == "Remove the team “Web” and the roles of 2 members? (yes/no) ")
    let unasked = Self.bench()
    #expect(await unasked.run("teams remove web") == .usage)
    #expect((asked.caller.sent + unasked.caller.sent).allSatisfy { $0.command is GetTeam })
    let sure = Self.bench()
    #expect(await sure.run("teams remove web --yes") == .ok)
    #expect(sure.output == "Removed the team “Web”.\n")
    #expect(sure.caller.commands(RemoveTeam.self) == [RemoveTeam(id: "web")])
    let json = Self.bench(typing: ["no"])
    #expect(await json.run("teams remove web --json --yes") == .ok)
    #expect(json.output == #"{"id":"web","removed":true}"# + "\n")
  }

  // MARK: Members

  @Test(
    arguments: [
      ("default Ann", TeamRole.member, "“Ann” has the role member in “Everyone”.\n"),
      ("default Ann --role observer", .observer, "“Ann” has the role observer in “Everyone”.\n"),
      ("web Ann --role admin", .admin, "“Ann” has the role admin in “Web”.\n"),
      (
        "web ann@example.com --role member", .member,
        "“Ann” has the role member in “Web”. It was admin before.\n"
      ),
    ])
  func joinSetsARole(arguments: String, role: TeamRole, output: String) async throws {
    let bench = Self.bench()
    #expect(await bench.run("teams join \(arguments)") == .ok)
    #expect(bench.output == output)
    let sent = try #require(bench.caller.commands(SetMember.self).first)
    #expect(sent.person == Self.ann.id && sent.role == role)
    #expect(bench.caller.commands(SetMember.self).count == 1)
  }

  @Test func joinWithoutARoleKeepsTheRole() async {
    let bench = Self.bench()
    #expect(await bench.run("teams join web Ann") == .ok)
    #expect(
      bench.output == "“Ann” already has the role admin in “Web”. Add --role to change it.\n")
    let json = Self.bench()
    #expect(await json.run("teams join web Ann --json") == .ok)
    #expect(
      json.output == #"{"person":"\#(Self.ann.id)","role":"admin","team":"web"}"# + "\n")
    #expect((bench.caller.sent + json.caller.sent).allSatisfy { !($0.command is SetMember) })
    let set = Self.bench()
    #expect(await set.run("teams join default Ann --json") == .ok)
    #expect(
      set.output == #"{"person":"\#(Self.ann.id)","role":"member","team":"default"}"# + "\n")
  }

  @Test func leaveRemovesTheRole() async {
    let bench = Self.bench()
    #expect(await bench.run("teams leave web Ann") == .ok)
    #expect(bench.output == "Removed “Ann” from “Web”.\n")
    #expect(
      bench.caller.commands(RemoveMember.self)
        == [RemoveMember(team: "web", person: Self.ann.id)])
    let none = Self.bench()
    #expect(await none.run("teams leave default Ann") == .ok)
    #expect(none.output == "“Ann” had no role in “Everyone”.\n")
    let json = Self.bench()
    #expect(await json.run("teams leave default Ann --json") == .ok)
    #expect(
      json.output == #"{"person":"\#(Self.ann.id)","removed":false,"team":"default"}"# + "\n")
  }

  @Test(
    arguments: [
      "teams nonsense", "teams add", "teams show", "teams rename web", "teams remove",
      "teams join web", "teams join web Ann --role boss", "teams leave web", "teams add A B",
    ])
  func anInvalidCommandLineIsAUsageError(line: String) async {
    let bench = Self.bench()
    #expect(await bench.run(line) == .usage)
    #expect(bench.output.isEmpty && !bench.errors.isEmpty)
    #expect(bench.caller.sent.isEmpty)
  }

  @Test func anErrorOfTheServiceIsAnExitCodeAndASentence() async {
    let bench = Self.bench()
    bench.caller.on(RemoveTeam.self) { _ in throw BusError(.conflict, "It always exists.") }
    #expect(await bench.run("teams remove default --yes") == .data)
    #expect(bench.errors == "standups: It always exists.\n")
    #expect(bench.output.isEmpty)
  }

  // MARK: Events

  private static func event(_ data: some EventData) throws -> CloudEvent {
    CloudEvent(
      id: "1", source: "/standups/people", type: type(of: data).type, subject: "x",
      time: Date(timeIntervalSince1970: 1_800_000_000), data: try RawJSON(encoding: data))
  }

  @Test func eventsHaveShortTexts() throws {
    let events: [(any EventData, String)] = [
      (PersonAdded(id: Self.ann.id), ""),
      (PersonAdded(id: Self.ann.id, isOperator: true), "an operator"),
      (
        PersonEdited(id: Self.ann.id, changed: [.name, .email, .zone, .isOperator]),
        "name, e-mail, time zone, no longer an operator"
      ),
      (
        PersonEdited(id: Self.ann.id, changed: [.isOperator], isOperator: true), "now an operator"
      ),
      (PersonIdentitiesChanged(id: Self.ann.id, identities: 1), "1 identity"),
      (PersonRemoved(id: Self.ann.id), ""), (TeamAdded(id: "web", name: "Web"), "Web"),
      (TeamRenamed(id: "web", name: "Web 2"), "Web 2"), (TeamRemoved(id: "web"), ""),
      (TeamMemberSet(team: "web", person: Self.ann.id, role: .admin), "6f1c0000: admin"),
      (TeamMemberRemoved(team: "web", person: Self.ann.id), "6f1c0000"),
    ]
    let page = Bench().context().page
    for (data, text) in events {
      let event = try Self.event(data)
      #expect(EventLine.detailOfPeople(event) == text, "\(event.type)")
      #expect(EventLine.detail(event, page) == text, "\(event.type)")
    }
    var broken = try Self.event(TeamAdded(id: "web", name: "Web"))
    broken.data = .emptyObject
    #expect(EventLine.detailOfPeople(broken) == "")
    broken.type = "standup.created"
    #expect(EventLine.detailOfPeople(broken) == nil)
  }
}
