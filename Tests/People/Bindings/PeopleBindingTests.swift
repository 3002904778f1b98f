import AccessRights
import DeadLetterQueue
import Documents
import FastJSON
import Foundation
import GatewayAPI
import PeopleAPI
import PersistenceAPI
import RouterAPI
import Standups
import StandupsAPI
import StandupsDependencies
import TestSupport
import Testing
import WebhooksAPI

@testable import Bus
@testable import BusRouter
@testable import Composition
@testable import RouterService

/// The effects of the messages of the people service.
@Suite struct PeopleBindingTests {
  private let integration = Integration.standups()

  private func tell<Message: DelegateMessage>(
    _ message: Message, _ caller: ScriptedCaller
  ) async throws -> Message.Reply {
    try await integration.tell(message, caller, from: "people", publish: { _ in })
  }

  private static func decided(_ collection: String, _ type: String) -> ChangesDecided {
    var (document, event) = (Sample.document, Sample.event())
    document.collection = collection
    event.labels.type = type
    return ChangesDecided(changes: [.put(document)], events: [event])
  }

  @Test func everyMessageIsBound() {
    let bound = integration.bindings.filter { $0.child == "people" }
    let messages: [any DelegateMessage.Type] = [
      TermBegun.self, ChangesDecided.self, DocumentsRequested.self, ReplyRequested.self,
      TeamRemovalRequested.self, PeopleJournalRequested.self,
    ]
    #expect(Set(bound.map(\.message)) == Set(messages.map { $0.target }))
    #expect(integration.children["people"] == ["people", "teams"])
  }

  /// The composition root can stop the recognition of these voices after the commit.
  @Test func theEndOfAConsentIsSeenInTheDecision() {
    let changes: [DocumentChange] = [
      .delete(collection: SavedVoice.collection, id: "ann"),
      .delete(collection: Person.collection, id: "bob"),
      .put(Document(collection: SavedVoice.collection, id: "cy", body: .emptyObject)),
      .delete(collection: SavedVoice.collection, id: "dan"), .erase(.removed),
    ]
    #expect(EndedVoices.people(in: changes) == ["ann", "dan"])
    #expect(EndedVoices.people(in: []).isEmpty)
  }

  @Test func theRangeOfTheJournalIsThatOfPersistence() async throws {
    let range = JournalRange(epoch: "e", head: 7, oldest: 1)
    let caller = ScriptedCaller { command in
      guard command is GetJournalRange else { throw BusError(.unbound, "Not expected.") }
      return range
    }
    #expect(try await tell(PeopleJournalRequested(), caller) == range)
  }

  /// Voice prints are in the decisions of the service, and in no dead letter, archive, or slot.
  @Test func voicePrintsStayInTheStore() throws {
    #expect(Feature.people.secretMessages == [ChangesDecided.target])
    let kind = try #require(DocumentKind.of(SavedVoice.collection))
    #expect(kind.archive == nil && kind.slot == nil)
    let letter = RouterNotice.Letter(
      service: "people", message: ChangesDecided.target, id: UUID(number: 1), attempts: 1,
      body: Data("{}".utf8), error: BusError(.internal, "Failed."))
    let document = try DeadLetterStore.document(letter, at: Date(timeIntervalSince1970: 0))
    #expect(try document.body.decode(as: DeadLetter.self).body == nil)
  }

  private static func change(_ data: some EventData) throws -> PeopleDirectory.Change? {
    var event = Sample.committed.events[0].cloudEvent
    event.type = type(of: data).type
    event.data = try RawJSON(encoding: data)
    return try PeopleDirectory.Change(event)
  }

  /// Each event about roles, and one about something else.
  @Test func theRouterReadsRolesFromEvents() throws {
    let id = UUID(number: 7)
    let text = id.lowercaseText
    func change(_ data: some EventData) throws -> PeopleDirectory.Change? { try Self.change(data) }
    #expect(try change(PersonAdded(id: text, isOperator: true)) == .person(id, isOperator: true))
    #expect(
      try change(PersonEdited(id: text, changed: [.name])) == .person(id, isOperator: false))
    #expect(try change(PersonRemoved(id: text)) == .personRemoved(id))
    #expect(
      try change(TeamMemberSet(team: "web", person: text, role: .admin))
        == .member(id, .init(team: "web", role: .admin)))
    #expect(
      try change(TeamMemberRemoved(team: "web", person: text)) == .memberRemoved(id, team: "web"))
    #expect(try change(TeamRemoved(id: "web")) == .teamRemoved("web"))
    #expect(try change(TeamRenamed(id: "web", name: "Web")) == nil)
    #expect(throws: BusError.self) { try change(PersonRemoved(id: "ann")) }
  }

  /// One commit may replace all roles of a person. In the order in which the people service writes
  /// the events, none is lost.
  @Test func aCommitMayReplaceAllRoles() throws {
    let id = UUID(number: 7)
    let text = id.lowercaseText
    let (earlier, later) = ((1...64).map { "a\($0)" }, (1...64).map { "b\($0)" })
    var directory = PeopleDirectory()
    directory.put(id, isOperator: true, earlier.map { .init(team: $0, role: .member) })
    let events: [any EventData] =
      [PersonEdited(id: text, changed: [.isOperator])]
      + earlier.map { TeamMemberRemoved(team: $0, person: text) }
      + later.map { TeamMemberSet(team: $0, person: text, role: .admin) }
    for data in events { try Self.change(data).map { directory.apply($0) } }
    #expect(directory.scope(of: id, asAtLeast: .admin) == .teams(later.sorted()))
  }

  @Test(
    arguments: [
      ("standups", nil, nil), ("standups", 0, nil),
      ("standups", 1, " 1 standup; first move it to another team"),
      ("standups", 2, " 2 standups; first move them to another team"),
      ("webhooks", 0, nil), ("webhooks", 1, " 1 webhook; first remove it with"),
      ("webhooks", 2, " 2 webhooks; first remove them with"),
    ] as [(String, Int?, String?)])
  func aTeamThatOwnsObjectsStays(collection: String, count: Int?, problem: String?) async throws {
    let caller = ScriptedCaller { command in
      guard let query = (command as? Load)?.query else {
        return Commit.Reply(epoch: "", events: [])
      }
      return Load.Reply(documents: [], total: query.collection == collection ? count : 0)
    }
    do {
      _ = try await tell(TeamRemovalRequested(id: "web"), caller)
      #expect(problem == nil)
    } catch let error as BusError {
      #expect(error.code == .conflict && problem.map(error.message.contains) == true)
    }
    let queries = ["standups", "webhooks"].map {
      DocumentQuery(collection: $0, teams: ["web"], limit: 1, counts: true)
    }
    let asked = queries.prefix(problem != nil && collection == "standups" ? 1 : 2)
    let closing = Commit(changes: [ClosedTeams.close("web")])
    let opening = Commit(changes: [ClosedTeams.open("web")])
    // Nothing can be added to the team from before they are counted until it is certain that it stays.
    #expect(
      caller.sent.values.map { "\($0)" }
        == ["\(closing)"] + asked.map { "\(Load($0))" } + (problem == nil ? [] : ["\(opening)"]))
  }

  private static let questions: [(String, any DelegateMessage)] = [
    ("standups", StandupTeamNamed(team: "web")), ("webhooks", WebhookTeamNamed(team: "web")),
    ("gateway", TokenTeamNamed(team: "web")),
  ]

  @Test(arguments: 0..<questions.count) func aTeamIsFoundOrNot(index: Int) async throws {
    func ask(_ caller: ScriptedCaller) async throws {
      func tell(_ message: some DelegateMessage) async throws {
        _ = try await integration.tell(
          message, caller, from: Self.questions[index].0, publish: { _ in })
      }
      try await tell(Self.questions[index].1)
    }
    let known = ScriptedCaller { _ in Team(id: "web", name: "Web", members: 0) }
    try await ask(known)
    #expect(known.log == ["\(GetTeam(id: "web"))"])
    let unknown = ScriptedCaller { _ in throw BusError(.notFound, "Team “web” not found.") }
    let error = await #expect(throws: BusError.self) { try await ask(unknown) }
    #expect(error?.code == .notFound)
  }

  /// A person of another team is left out, as is one who does not exist.
  @Test func standupsAsksForPersons() async throws {
    let (member, chief, other) = (UUID(number: 1), UUID(number: 2), UUID(number: 3))
    let caller = ScriptedCaller { _ in
      GetRoles.Reply(
        people: [
          .init(
            id: member.lowercaseText,
            teams: [.init(team: "ops", role: .admin), .init(team: "web", role: .observer)]),
          .init(id: chief.lowercaseText, isOperator: true, teams: []),
          .init(id: other.lowercaseText, teams: [.init(team: "ops", role: .admin)]),
        ], load: "1")
    }
    let named = StandupPeopleNamed(
      team: "web", people: [member, chief, other, UUID(number: 4)].map { Attendee.PersonID($0) })
    let reply = try await integration.tell(named, caller, from: "standups", publish: { _ in })
    #expect(reply.people == [member, chief].map { Attendee.PersonID($0) })
    #expect(caller.log == ["\(GetRoles(ids: named.people.map(\.description)))"])
  }

  /// An admin of “ops” and “web” may invite neither an operator, nor a person with a role in another
  /// team, nor one without any role.
  @Test func theGatewayAsksForInvitedPersons() async throws {
    let ids = (1...201).map { UUID(number: $0).lowercaseText }
    let caller = ScriptedCaller { command in
      let roles = (command as? GetRoles)?.ids ?? []
      let teams: [[Membership]] = [
        [.init(team: "web", role: .admin), .init(team: "ops", role: .observer)],
        [.init(team: "web", role: .member)],
        [.init(team: "web", role: .member), .init(team: "legal", role: .observer)],
        [], [.init(team: "web", role: .member)],
      ]
      return GetRoles.Reply(
        people: zip(roles, teams).map { id, teams in
          .init(id: id, isOperator: id == ids[4] ? true : nil, teams: teams)
        }, load: "1")
    }
    let named = InvitedPeopleNamed(people: ids, teams: ["ops", "web"])
    let reply = try await integration.tell(named, caller, from: "gateway", publish: { _ in })
    #expect(reply.people == [ids[0], ids[1], ids[200]])
    #expect(
      caller.log
        == ["\(GetRoles(ids: Array(ids.prefix(200))))", "\(GetRoles(ids: [ids[200]]))"])
  }

  /// The earlier events of a repeated command are published again. They must not put the roles of
  /// that time in force.
  @Test func aRepeatedCommandReportsEarlierEvents() throws {
    let event = Sample.committed.events[0]
    let first = Commit.Reply(epoch: "e", events: [event])
    let retried = Commit.Reply(epoch: "e", events: [event], isRepeated: true)
    let repeated = Commit.Reply(epoch: "e", events: [event], isRepeated: true, repeated: .null)
    #expect(first.publications.map(\.isEarlier) == [false])
    #expect(retried.publications.map(\.isEarlier) == [false])
    #expect(repeated.publications.map(\.isEarlier) == [true])
  }

  @Test(arguments: [("people", PersonAdded.type), ("people.teams", TeamAdded.type)])
  func decisionsAreSaved(collection: String, type: String) async throws {
    let decided = Self.decided(collection, type)
    let caller = ScriptedCaller { _ in Sample.committed }
    #expect(try await tell(decided, caller) == CommitOutcome())
    #expect(
      caller.log == ["\(Commit(changes: decided.changes, events: decided.events))"])
  }

  /// The glossary of a removed team goes with it, and standups forgets it, unless it is unavailable.
  @Test(arguments: [true, false])
  func theGlossaryOfATeamIsRemovedWithIt(isThere: Bool) async throws {
    var decided = Self.decided("people.teams", TeamRemoved.type)
    decided.events[0].labels.subject = "web"
    let caller = ScriptedCaller { command in
      guard command is TellTeamGone else { return Sample.committed }
      guard isThere else { throw BusError(.unavailable, "It is away.") }
      return Done()
    }
    #expect(try await tell(decided, caller) == CommitOutcome())
    let commit = Commit(
      changes: decided.changes + [.delete(collection: "glossaries", id: "web")],
      events: decided.events)
    #expect(caller.log == ["\(commit)", "\(TellTeamGone(team: "web"))"])
  }

  /// It can neither read nor change the documents of other features.
  @Test(arguments: [
    ("gateway.sessions", PersonAdded.type), ("people", "standup.created"),
    ("people", "gateway.invited"),
  ])
  func othersDocumentsAndEventsAreDenied(collection: String, type: String) async throws {
    let caller = ScriptedCaller { _ in Sample.committed }
    let error = await #expect(throws: BusError.self) {
      try await tell(Self.decided(collection, type), caller)
    }
    #expect(error?.code == .denied && caller.log.isEmpty)
  }
}
