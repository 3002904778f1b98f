import AccessRights
import Documents
import FastJSON
import Foundation
import PeopleAPI
import PersistenceAPI
import StandupsAPI
import StandupsDependencies
import TestSupport
import Testing

@testable import Bus
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
      TeamRemovalRequested.self,
    ]
    #expect(Set(bound.map(\.message)) == Set(messages.map { $0.target }))
    #expect(integration.children["people"] == ["people", "teams"])
  }

  /// Each event about roles, and one about something else.
  @Test func theRouterReadsRolesFromEvents() throws {
    let id = UUID(number: 7)
    let text = id.lowercaseText
    func change(_ data: some EventData) throws -> PeopleDirectory.Change? {
      var event = Sample.committed.events[0].cloudEvent
      event.type = type(of: data).type
      event.data = try RawJSON(encoding: data)
      return try PeopleDirectory.Change(event)
    }
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

  @Test(arguments: [(nil, true), (0, true), (1, false), (2, false)] as [(Int?, Bool)])
  func aTeamWithStandupsStays(count: Int?, isPermitted: Bool) async throws {
    let caller = ScriptedCaller { _ in Load.Reply(documents: [], total: count) }
    do {
      _ = try await tell(TeamRemovalRequested(id: "web"), caller)
      #expect(isPermitted)
    } catch let error as BusError {
      #expect(!isPermitted && error.code == .conflict)
      #expect(error.message.contains(count == 1 ? " 1 standup;" : " 2 standups;"))
    }
    let query = DocumentQuery(collection: "standups", teams: ["web"], limit: 1, counts: true)
    #expect(caller.log == ["\(Load(query))"])
  }

  @Test func standupsAsksForTeams() async throws {
    let known = ScriptedCaller { _ in Team(id: "web", name: "Web", members: 0) }
    _ = try await integration.tell(
      StandupTeamNamed(team: "web"), known, from: "standups", publish: { _ in })
    #expect(known.log == ["\(GetTeam(id: "web"))"])
    let unknown = ScriptedCaller { _ in throw BusError(.notFound, "Team “web” not found.") }
    let error = await #expect(throws: BusError.self) {
      try await integration.tell(
        StandupTeamNamed(team: "web"), unknown, from: "standups", publish: { _ in })
    }
    #expect(error?.code == .notFound)
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
