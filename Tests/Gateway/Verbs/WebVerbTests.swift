import Bus
import Foundation
import GatewayAPI
import PeopleAPI
import TestSupport
import Testing
import Threads

@testable import Command

@Suite("standups web")
struct WebVerbTests {
  private static let invite = WebInvite(
    id: "0badcafe-5e42-4695-8963-56dc595572b8", link: "http://127.0.0.1:8080/#login=code",
    code: "code",
    expires: Date(timeIntervalSince1970: 1_795_000_600))
  private static let session = WebSession(
    id: "622c553c-5e42-4695-8963-56dc595572b7", name: "ada", role: .observer,
    began: Date(timeIntervalSince1970: 1_795_000_000),
    expires: Date(timeIntervalSince1970: 1_797_592_000))

  private func bench() -> Bench {
    let bench = Bench()
    bench.caller.on(InviteToWeb.self) { _ in Self.invite }
    bench.caller.on(ListWebSessions.self) { _ in
      .init(address: "http://127.0.0.1:8080/", sessions: [Self.session])
    }
    bench.caller.on(RevokeWebSessions.self) { .init(sessions: $0.id == nil ? 0 : 1, invites: 0) }
    return bench
  }

  @Test("without a browser the link is printed")
  func prints() async {
    let bench = bench()
    #expect(await bench.run("web") == .ok)
    #expect(bench.output == "http://127.0.0.1:8080/#login=code\n")
    #expect(bench.caller.commands(InviteToWeb.self).map(\.role) == [.operator])
  }

  @Test("an invitation is for somebody, with a role")
  func invites() async {
    let bench = bench()
    #expect(await bench.run("web invite Ada --role observer") == .ok)
    #expect(
      bench.caller.commands(InviteToWeb.self) == [InviteToWeb(name: "Ada", role: .observer)])
    #expect(await bench.run("web invite") == .usage)
    #expect(await bench.run("web invite Ada --role king") == .usage)
  }

  @Test("a person is invited by id, name or e-mail address")
  func persons() async {
    let bench = bench()
    let ann = Person(id: "622c553c-5e42-4695-8963-56dc595572b8", name: "Ann")
    bench.caller.on(GetPerson.self) { _ in ann }
    bench.caller.on(ListPeople.self) { _ in .init(people: [ann], total: 1) }
    bench.caller.on(MakeCalendarLink.self) { _ in .init(link: "http://x/", expires: Date()) }
    let invited = InviteToWeb(name: "Ann", person: ann.id)
    for command in ["web invite --person Ann", "web --person ann@example.com --print"] {
      #expect(await bench.run(command) == .ok)
      #expect(bench.caller.commands(InviteToWeb.self).last == invited)
    }
    #expect(await bench.run("web invite Tablet --person Ann") == .ok)
    #expect(
      bench.caller.commands(InviteToWeb.self).last == InviteToWeb(name: "Tablet", person: ann.id))
    #expect(await bench.run("web calendar --person \(ann.id)") == .ok)
    #expect(await bench.run("web calendar Phone --person Ann") == .ok)
    #expect(
      bench.caller.commands(MakeCalendarLink.self)
        == [
          MakeCalendarLink(name: "Ann", person: ann.id),
          MakeCalendarLink(name: "Phone", person: ann.id),
        ])
    _ = await bench.run("web revoke --person Ann")
    _ = await bench.run("web revoke --person 622c553c-5e42-4695-8963-56dc595572b9")
    #expect(
      bench.caller.commands(RevokeWebSessions.self).map(\.person)
        == [ann.id, "622c553c-5e42-4695-8963-56dc595572b9"])
    let wrong = [
      "web invite --person Ann --role observer", "web revoke", "web revoke Ann --person Ann",
      "web calendar", "web --person Ann --role operator",
    ]
    for command in wrong { #expect(await bench.run(command) == .usage, "\(command)") }
  }

  @Test("an invitation may last for hours")
  func hours() async {
    let bench = bench()
    #expect(await bench.run("web invite Ada --hours 72") == .ok)
    #expect(
      bench.caller.commands(InviteToWeb.self)
        == [InviteToWeb(name: "Ada", role: .operator, hours: 72)])
    for hours in ["0", "721", "x"] {
      #expect(await bench.run("web invite Ada --hours \(hours)") == .usage)
    }
  }

  @Test("the QR code of a link that phones can open is printed")
  func qrCode() async {
    let bench = bench()
    var invite = Self.invite
    invite.link = "https://standups.example.org/#login=code"
    bench.caller.on(InviteToWeb.self) { [invite] _ in invite }
    #expect(await bench.run("web invite Ada --qr") == .ok)
    let lines = bench.output.split(separator: "\n")
    #expect(lines.first == "https://standups.example.org/#login=code")
    #expect(lines.count > 15 && lines.dropFirst().allSatisfy { $0.count == lines[1].count })
    #expect(lines[1].allSatisfy { $0 == "█" })
  }

  @Test(
    "a link that only this machine can open has no QR code",
    arguments: ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"])
  func noCode(host: String) async {
    let bench = bench()
    var invite = Self.invite
    invite.link = "http://\(host)/#login=code"
    bench.caller.on(InviteToWeb.self) { [invite] _ in invite }
    #expect(await bench.run("web invite Ada --qr") == .ok)
    #expect(bench.output == "http://\(host)/#login=code\n")
    #expect(bench.errors.contains("No QR code"))
  }

  @Test("unused invitations are listed, and withdrawn by the start of their id")
  func invitations() async {
    let bench = bench()
    let ids = ["622c553c-5e42-4695-8963-56dc595572b7", "622c553d-5e42-4695-8963-56dc595572b7"]
    bench.caller.on(ListWebInvitations.self) { _ in
      .init(
        invitations: ids.map {
          WebInvitation(
            id: $0, name: "Ann", person: "0badcafe-5e42-4695-8963-56dc595572b8",
            expires: Self.invite.expires)
        })
    }
    bench.caller.on(WithdrawWebInvitation.self) { _ in .init() }
    #expect(await bench.run("web invitations") == .ok)
    #expect(bench.output.contains("622c553c") && bench.output.contains("0badcafe"))
    #expect(await bench.run("web withdraw 622c553d") == .ok)
    #expect(await bench.run("web withdraw \(ids[0].uppercased())") == .ok)
    #expect(bench.caller.commands(WithdrawWebInvitation.self).map(\.id) == [ids[1], ids[0]])
    #expect(await bench.run("web withdraw 622c") == .data)
    #expect(await bench.run("web withdraw 7777") == .noInput)
    #expect(await bench.run("web withdraw") == .usage)
    #expect(bench.caller.commands(WithdrawWebInvitation.self).count == 2)
  }

  @Test("without invitations the list says how to make one")
  func noInvitations() async {
    let bench = bench()
    bench.caller.on(ListWebInvitations.self) { _ in .init(invitations: []) }
    #expect(await bench.run("web invitations") == .ok)
    #expect(bench.output.contains("standups web invite"))
  }

  @Test("the session of a person shows the person")
  func personSessions() async {
    let bench = bench()
    bench.caller.on(ListWebSessions.self) { _ in
      .init(
        address: "http://127.0.0.1:8080/",
        sessions: [
          WebSession(
            id: Self.session.id, name: "Ann", person: "0badcafe-5e42-4695-8963-56dc595572b8",
            began: Self.session.began, expires: Self.session.expires)
        ])
    }
    #expect(await bench.run("web sessions") == .ok)
    #expect(bench.output.contains("PERSON") && bench.output.contains("0badcafe"))
  }

  @Test("sessions are listed, and revoked by the beginning of their id")
  func sessions() async {
    let bench = bench()
    #expect(await bench.run("web sessions") == .ok)
    #expect(bench.output.contains("622c553c") && bench.output.contains("observer"))
    #expect(await bench.run("web revoke 622c553c") == .ok)
    #expect(bench.caller.commands(RevokeWebSessions.self).last?.id == Self.session.id)
    // No session has that name.
    #expect(await bench.run("web revoke bob") != .ok)
    #expect(bench.caller.commands(RevokeWebSessions.self).last?.name == "bob")
  }
}
