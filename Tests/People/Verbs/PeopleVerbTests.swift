import Bus
import CommandLineKit
import Foundation
import PeopleAPI
import Testing

@testable import Command

@Suite("people") struct PeopleVerbTests {
  private static let (ann, bob, other) = (PeopleBench.ann, PeopleBench.bob, PeopleBench.other)

  // MARK: Lists

  @Test(arguments: ["people", "people list"]) func theTableShowsTeamsWithRoles(line: String) async {
    let bench = PeopleBench.make()
    #expect(await bench.run(line) == .ok)
    #expect(
      bench.output == """
        NAME  E-MAIL           TEAMS                      ID
        Ann   ann@example.com  web (admin), ops (member)  6f1c0000
        Bob\u{FFFD}                   operator                   6f1d0000

        """)
    #expect(bench.caller.commands(ListPeople.self) == [ListPeople()])
  }

  @Test func aPageNamesTheNextOne() async throws {
    let bench = PeopleBench.make([Self.ann, Self.bob, Self.other])
    #expect(await bench.run("people list --limit 2") == .ok)
    #expect(bench.output.hasSuffix("2 of 3. For more, add --after 2.\n"))
    let last = PeopleBench.make([Self.ann, Self.bob, Self.other])
    #expect(await last.run("people list --after 2 --json") == .ok)
    #expect(
      try PeopleBench.json(ListPeople.Reply.self, last) == .init(people: [Self.other], total: 3))
    #expect(last.caller.commands(ListPeople.self) == [ListPeople(after: "2")])
    let none = PeopleBench.make([])
    #expect(await none.run("people") == .ok)
    #expect(none.output.contains("standups people add NAME"))
  }

  // MARK: References

  @Test(
    arguments: [
      "6F1C0000-0000-4000-8000-000000000001", "Ann@Example.com", "6f1c", "ann", "Ann",
    ])
  func aPersonIsFoundByIdAddressStartOfIdOrName(reference: String) async throws {
    let bench = PeopleBench.make()
    #expect(await bench.run(["people", "show", reference, "--json"]) == .ok)
    #expect(try PeopleBench.json(Person.self, bench) == Self.ann)
    #expect(
      bench.caller.targets == [reference.count > 4 ? GetPerson.target : ListPeople.target])
  }

  @Test func namesAreSearchedOnEveryPage() async throws {
    let bench = PeopleBench.make([Self.bob, Self.bob, Self.bob, Self.ann])
    #expect(await bench.run("people show Ann --json") == .ok)
    #expect(try PeopleBench.json(Person.self, bench) == Self.ann)
    #expect(bench.caller.commands(ListPeople.self).map(\.after) == [nil, "2"])
  }

  @Test func anExactNameIsPreferredAndOthersAreAmbiguous() async {
    let all = [Self.ann, Self.bob, Self.other]
    let exact = PeopleBench.make(all)
    #expect(await exact.run("people show ANN") == .ok)
    #expect(exact.output.contains(Self.other.id))
    for line in ["people show ann", "people remove ann --yes", "people edit ann --zone UTC"] {
      let bench = PeopleBench.make(all)
      #expect(await bench.run(line) == .data)
      #expect(bench.errors.contains("\(Self.ann.id) (Ann, ann@example.com)"), "\(bench.errors)")
      #expect(bench.errors.contains("\(Self.other.id) (ANN, ann2@example.com)"))
      #expect(Set(bench.caller.targets) == [ListPeople.target])
    }
    let start = PeopleBench.make([Self.ann, Self.ann])
    #expect(await start.run("people show 6f1c") == .data)
    #expect(start.errors.contains("ambiguous"))
  }

  @Test(
    arguments: [
      ("nobody@example.com", "Run “standups people” to see them all."),
      ("00000000-0000-4000-8000-000000000009", "Run “standups people” to see them all."),
      ("6f1", "Run “standups people” to see them all."), ("Amn", "Did you mean “Ann”?"),
    ])
  func anUnknownPersonIsNotFound(reference: String, advice: String) async {
    let bench = PeopleBench.make()
    #expect(await bench.run(["people", "show", reference]) == .noInput)
    #expect(bench.errors == "standups: Person not found: \(reference). \(advice)\n")
    #expect(bench.output.isEmpty)
  }

  // MARK: One person

  @Test func showHasAllProperties() async {
    let bench = PeopleBench.make()
    #expect(await bench.run("people show Ann") == .ok)
    #expect(
      bench.output == """
        Ann
        ID         6f1c0000-0000-4000-8000-000000000001
        E-mail     ann@example.com
        Time zone  Europe/Paris
        Teams      web (admin), ops (member)
        Identity   “1234” at https://login.example.com
                   “ann” at proxy

        """)
    let plain = PeopleBench.make([Person(id: Self.ann.id, name: "Cy")])
    #expect(await plain.run("people show Cy") == .ok)
    #expect(plain.output == "Cy\nID         \(Self.ann.id)\nTeams      none\n")
  }

  @Test func showNamesTheProviderThatGrantsARole() async throws {
    var granted = Self.ann
    (granted.isOperator, granted.operatorIssuer) = (true, "https://login.example.com")
    granted.teams[1].issuer = "https://login.example.com\u{1B}"
    let bench = PeopleBench.make([granted])
    #expect(await bench.run("people show Ann") == .ok)
    #expect(
      bench.output.contains(
        """
        Teams      operator (https://login.example.com), web (admin), \
        ops (member, https://login.example.com\u{FFFD})

        """))
    let list = PeopleBench.make([granted])
    #expect(await list.run("people") == .ok)
    #expect(list.output.contains("operator, web (admin), ops (member)"))
    let json = PeopleBench.make([granted])
    #expect(await json.run("people show Ann --json") == .ok)
    #expect(try PeopleBench.json(Person.self, json) == granted)
  }

  @Test func addSendsTheProperties() async throws {
    let bench = PeopleBench.make()
    bench.caller.on(AddPerson.self) { command in
      Person(
        id: Self.ann.id, name: command.name, email: command.email, zone: command.zone,
        isOperator: command.isOperator)
    }
    #expect(
      await bench.run("people add Ann --email ann@example.com --zone Europe/Paris --operator")
        == .ok)
    #expect(
      bench.caller.commands(AddPerson.self) == [
        AddPerson(name: "Ann", email: "ann@example.com", zone: "Europe/Paris", isOperator: true)
      ])
    #expect(
      bench.output == """
        Added “Ann”.
        ID         6f1c0000-0000-4000-8000-000000000001
        E-mail     ann@example.com
        Time zone  Europe/Paris
        Teams      operator

        """)
    let plain = PeopleBench.make()
    plain.caller.on(AddPerson.self) { Person(id: Self.ann.id, name: $0.name) }
    #expect(await plain.run("people add Ann --json") == .ok)
    #expect(plain.caller.commands(AddPerson.self) == [AddPerson(name: "Ann")])
    #expect(try PeopleBench.json(Person.self, plain) == Person(id: Self.ann.id, name: "Ann"))
  }

  @Test(arguments: [("", TeamRole.member), (" --role admin", .admin)])
  func addWithATeamSetsTheRole(option: String, role: TeamRole) async throws {
    let bench = PeopleBench.make()
    bench.caller.on(AddPerson.self) { Person(id: Self.ann.id, name: $0.name) }
    #expect(await bench.run("people add Ann --team web --json" + option) == .ok)
    #expect(bench.caller.targets == ["teams.get", "people.add", "teams.setMember"])
    #expect(
      bench.caller.commands(SetMember.self)
        == [SetMember(team: "web", person: Self.ann.id, role: role)])
    #expect(
      try PeopleBench.json(Person.self, bench).teams == [Membership(team: "web", role: role)])
  }

  @Test func aFailedRoleNamesThePersonWhoWasAdded() async {
    let bench = PeopleBench.make()
    bench.caller.on(AddPerson.self) { Person(id: Self.ann.id, name: $0.name) }
    bench.caller.on(SetMember.self) { _ in throw BusError(.denied, "Only admins may.") }
    #expect(await bench.run("people add Ann --team web --role observer") == .denied)
    #expect(bench.output.isEmpty)
    #expect(
      bench.errors == """
        standups: Added “Ann” with the id \(Self.ann.id), but not to the team web: Only admins may. \
        Run “standups teams join web \(Self.ann.id) --role observer” to try again.

        """)
  }

  @Test func anUnknownTeamAddsNobody() async {
    let bench = PeopleBench.make()
    #expect(await bench.run("people add Ann --team wbe") == .noInput)
    #expect(bench.errors.contains("Did you mean “Web”?"))
    #expect(bench.caller.commands(AddPerson.self).isEmpty)
  }

  @Test func editSendsOnlyWhatChanges() async {
    let bench = PeopleBench.make()
    bench.caller.on(EditPerson.self) { _ in Self.ann }
    #expect(await bench.run(["people", "edit", "Ann", "--email", "", "--zone="]) == .ok)
    #expect(await bench.run("people edit Ann --name Anna --operator no") == .ok)
    #expect(await bench.run("people edit Ann --operator YES") == .ok)
    #expect(
      bench.caller.commands(EditPerson.self) == [
        EditPerson(id: Self.ann.id, email: "", zone: ""),
        EditPerson(id: Self.ann.id, name: "Anna", isOperator: false),
        EditPerson(id: Self.ann.id, isOperator: true),
      ])
    #expect(bench.output.hasPrefix("Ann\nID         6f1c0000"))
    let nothing = PeopleBench.make()
    #expect(await nothing.run("people edit Ann") == .usage)
    #expect(nothing.errors.contains("There is nothing to change."))
    #expect(nothing.caller.sent.isEmpty)
  }

  @Test func identitiesAreAddedAndRemoved() async throws {
    let bench = PeopleBench.make()
    bench.caller.on(AddIdentity.self) { _ in Self.ann }
    bench.caller.on(RemoveIdentity.self) { _ in Self.ann }
    #expect(await bench.run("people identity add Ann https://login.example.com 1234") == .ok)
    #expect(await bench.run("people identity remove Ann proxy ann") == .ok)
    #expect(
      bench.caller.commands(AddIdentity.self) == [
        AddIdentity(
          id: Self.ann.id, identity: Identity(issuer: "https://login.example.com", subject: "1234"))
      ])
    #expect(
      bench.caller.commands(RemoveIdentity.self) == [
        RemoveIdentity(id: Self.ann.id, identity: Identity(issuer: "proxy", subject: "ann"))
      ])
    #expect(
      bench.output == """
        “Ann” can sign in as “1234” at https://login.example.com.
        “Ann” cannot sign in as “ann” at proxy.

        """)
    let json = PeopleBench.make()
    json.caller.on(AddIdentity.self) { _ in Self.ann }
    #expect(await json.run("people identity add Ann proxy ann --json") == .ok)
    #expect(try PeopleBench.json(Person.self, json) == Self.ann)
  }

  @Test func removeAsksAndSaysWhatIsErased() async {
    let asked = PeopleBench.make(typing: ["nevermind"])
    #expect(await asked.run("people remove Ann") == .ok)
    #expect(asked.output == "Nothing was removed.\n")
    #expect(
      asked.errors
        == "Remove “Ann” with 2 roles and 2 identities, and erase the saved replies about this person?"
        + " (yes/no) ")
    #expect(asked.caller.commands(RemovePerson.self).isEmpty)
    let unasked = PeopleBench.make()
    #expect(await unasked.run("people remove Ann") == .usage)
    #expect(unasked.caller.commands(RemovePerson.self).isEmpty)
    let sure = PeopleBench.make(typing: ["yes"])
    #expect(await sure.run("people remove Ann") == .ok)
    #expect(sure.output == "Removed “Ann”.\n")
    #expect(sure.caller.commands(RemovePerson.self) == [RemovePerson(id: Self.ann.id)])
    let script = PeopleBench.make()
    #expect(await script.run("people remove ann@example.com --yes --json") == .ok)
    #expect(script.output == #"{"id":"\#(Self.ann.id)","removed":true}"# + "\n")
  }

  @Test func anUnreadablePersonIsRemovedByCompleteId() async {
    let bench = PeopleBench.make()
    let hidden = "00000000-0000-4000-8000-0000000000FF"
    #expect(await bench.run("people remove \(hidden) --yes") == .ok)
    #expect(bench.caller.commands(RemovePerson.self).map(\.id) == [hidden.lowercased()])
    let start = PeopleBench.make()
    #expect(await start.run("people remove 00000000 --yes") == .noInput)
    let failing = PeopleBench.make()
    failing.caller.on(GetPerson.self) { _ in throw BusError(.denied, "Only admins may.") }
    #expect(await failing.run("people remove \(hidden) --yes") == .denied)
    #expect(failing.caller.commands(RemovePerson.self).isEmpty)
  }

  // MARK: Errors

  @Test(
    arguments: [
      "people nonsense", "people add", "people add Ann --role admin", "people add Ann --role boss",
      "people list --limit 0", "people list --limit 1001", "people show", "people edit",
      "people edit Ann --operator maybe", "people identity", "people identity add Ann proxy",
      "people identity remove Ann", "people remove", "people add Ann Bob",
    ])
  func anInvalidCommandLineIsAUsageError(line: String) async {
    let bench = PeopleBench.make()
    #expect(await bench.run(line) == .usage)
    #expect(bench.output.isEmpty && !bench.errors.isEmpty)
    #expect(bench.caller.sent.isEmpty)
  }

  @Test func aBlankReferenceIsAUsageError() async {
    let bench = PeopleBench.make()
    #expect(await bench.run(["people", "show", " "]) == .usage)
    #expect(await bench.run(["teams", "show", ""]) == .usage)
    #expect(bench.caller.sent.isEmpty)
  }

  @Test func anErrorOfTheServiceIsAnExitCodeAndASentence() async {
    let bench = PeopleBench.make()
    bench.caller.on(AddPerson.self) { _ in
      throw BusError(.conflict, "Another person has this e-mail address.")
    }
    #expect(await bench.run("people add Ann --email ann@example.com --team web") == .data)
    #expect(bench.errors == "standups: Another person has this e-mail address.\n")
    #expect(bench.caller.commands(SetMember.self).isEmpty)
  }

  @Test func theHelpPageHasAGroup() async {
    let bench = Bench()
    #expect(await bench.run("help") == .ok)
    #expect(bench.output.contains("\nPeople and teams:\n  people "))
  }
}
