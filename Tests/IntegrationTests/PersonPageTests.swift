import Bus
import Documents
import Foundation
import GatewayAPI
import Glibc
import PeopleAPI
import RouterAPI
import StandupsAPI
import TestSupport
import Testing

/// Persons on the page, with the real services: the router decides with the role of the person.
@Suite(.serialized, .withLogs, .timeLimit(.minutes(30))) struct PersonPageTests {
  @Test func aPersonsRoleDecidesOnThePage() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      try await expectPerson(cluster, peer)
    }
  }

  @Test(.needs(.curve)) func aPersonsRoleDecidesOnThePageWithKeys() async throws {
    try await withKeys { cluster in
      let peer = try await cluster.peer(keyOf: "operator")
      try await peer.waitUntilReady()
      try await expectPerson(cluster, peer)
    }
  }

  private func expectPerson(_ cluster: Cluster, _ chief: Peer) async throws {
    let create = #"{"title":"Mine","durationMs":60000}"#
    let ann = try await chief.send(AddPerson(name: "Ann"))
    let page = try await PageVisitor(chief, InviteToWeb(name: ann.name, person: ann.id))
    #expect(try await page.command("standups.list", "{}").status == 403)

    _ = try await chief.send(SetMember(team: "default", person: ann.id, role: .member))
    // The event reaches the gateway shortly after the command was answered.
    try await waitUntil("The gateway knows the role.") {
      try await page.command("standups.list", "{}").status == 200
    }
    #expect(try await page.command("standups.create", create).status == 200)
    let standup = try #require(try await chief.send(ListStandups()).standups.first)
    let delete = #"{"id":"\#(standup.id)"}"#
    let denied = try await page.command("standups.delete", delete)
    #expect(denied.status == 403 && denied.body.contains("needs the role admin"))
    let query = JournalQuery(after: 0, by: "person/\(ann.id)")
    let events = try await chief.send(EventReplay(query)).events
    #expect(events.map(\.type) == ["login.began", "standup.created"])

    // No one but the gateway acts for persons.
    let person: UUID = try #require(UUID(uuidString: ann.id))
    let forged = CallOptions(principal: .person(person))
    let error = await #expect(throws: BusError.self) {
      _ = try await chief.send(ListStandups(), options: forged)
    }
    #expect(error?.code == .denied)

    // The router that is started again knows the role, and accepts the gateway again.
    await cluster.signal(SIGKILL, [.router])
    try await waitUntil("The router accepts the gateway again.") {
      let status = try await page.command("standups.list", "{}").status
      #expect(status != 403)
      return status == 200
    }

    let patient = CallOptions(timeoutMs: 60_000)
    _ = try await chief.send(RemoveMember(team: "default", person: ann.id), options: patient)
    #expect(try await page.command("standups.list", "{}").status == 403)
    _ = try await chief.send(RemovePerson(id: ann.id), options: patient)
    try await waitUntil("The session has ended.") {
      try await page.command("standups.list", "{}").status == 401
    }
    #expect(try await chief.send(ListWebSessions()).sessions.isEmpty)
  }
}
