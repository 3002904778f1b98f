import Bus
import Foundation
import GatewayAPI
import TestSupport
import Testing
import Threads

@testable import Command

@Suite("standups web")
struct WebVerbTests {
  private static let invite = WebInvite(
    link: "http://127.0.0.1:8080/#login=code", code: "code",
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
