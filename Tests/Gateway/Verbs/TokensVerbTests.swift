import Bus
import Foundation
import GatewayAPI
import PeopleAPI
import TestSupport
import Testing

@testable import Command

@Suite("The command tokens")
struct TokensVerbTests {
  private static let ann = Person(
    id: "0badcafe-5e42-4695-8963-56dc595572b8", name: "Ann")
  private static let token = WebToken(
    id: "622c553c-5e42-4695-8963-56dc595572b8", name: "grafana", role: .observer, team: "web",
    commands: ["standups.list"], created: Date(timeIntervalSince1970: 0),
    expires: Date(timeIntervalSince1970: 1))

  private func bench() -> Bench {
    let bench = Bench()
    bench.caller.on(AddToken.self) { _ in NewToken(token: "standups_secret", id: Self.token.id) }
    bench.caller.on(ListTokens.self) { _ in .init(tokens: [Self.token]) }
    bench.caller.on(RevokeToken.self) { _ in Done() }
    bench.caller.on(GetTeam.self) { _ in Team(id: "web", name: "Web", members: 0) }
    bench.caller.on(ListPeople.self) { _ in .init(people: [Self.ann], total: 1) }
    return bench
  }

  @Test func theLinkOfTheTokensShowsTheSameAsTheCommand() async {
    let (opened, typed) = (bench(), bench())
    #expect(await opened.run("open standups:///tokens") == .ok)
    #expect(await typed.run("tokens") == .ok)
    #expect(opened.output == typed.output && typed.output.contains("grafana"))
  }

  @Test("a token is printed alone, so that scripts can store it")
  func add() async throws {
    let bench = bench()
    #expect(await bench.run("tokens add grafana --team web --role observer") == .ok)
    #expect(bench.output == "standups_secret\n")
    let sent = try #require(bench.caller.commands(AddToken.self).last)
    #expect(sent.name == "grafana" && sent.role == .observer && sent.team == "web")
    let lifetime = try #require(sent.expires).timeIntervalSince(
      Date(timeIntervalSince1970: 1_800_000_000))
    #expect(lifetime == 90 * 86_400)
    #expect(
      await bench.run(
        "tokens add x --role operator --expires never --command standups.list --command a.b") == .ok
    )
    let limited = try #require(bench.caller.commands(AddToken.self).last)
    #expect(limited.expires == nil && limited.commands == ["standups.list", "a.b"])
    #expect(await bench.run("tokens add laptop --person Ann --expires 12h") == .ok)
    let personal = try #require(bench.caller.commands(AddToken.self).last)
    #expect(personal.person == Self.ann.id && personal.role == nil)
  }

  @Test(
    "wrong options are rejected before anything is sent",
    arguments: [
      "tokens add", "tokens add x", "tokens add x --role member", "tokens add x --role admin",
      "tokens add x --role operator --team web", "tokens add x --role observer --person Ann",
      "tokens add x --person Ann --team web", "tokens add x --role boss",
      "tokens add x --role operator --expires 0d", "tokens add x --role operator --expires 11000d",
      "tokens add x --role operator --expires soon", "tokens revoke",
    ])
  func wrong(command: String) async {
    let bench = bench()
    #expect(await bench.run(command) == .usage)
    #expect(bench.caller.commands(AddToken.self).isEmpty)
  }

  @Test("tokens are listed, and revoked by name or by the beginning of their id")
  func revoke() async {
    let bench = bench()
    #expect(await bench.run("tokens") == .ok)
    for text in ["622c553c", "grafana", "observer", "web", "never", "expired"] {
      #expect(bench.output.contains(text), "\(text)")
    }
    for name in ["grafana", "622c", Self.token.id] {
      #expect(await bench.run("tokens revoke \(name)") == .ok)
      #expect(bench.caller.commands(RevokeToken.self).last?.id == Self.token.id)
    }
    #expect(await bench.run("tokens revoke grafanb") == .noInput)
    #expect(bench.errors.contains("grafana"))
  }

  @Test("all pages are listed and searched")
  func pages() async throws {
    let bench = bench()
    var other = Self.token
    (other.id, other.name) = ("00000000-5e42-4695-8963-56dc595572b8", "prometheus")
    let last = other
    bench.caller.on(ListTokens.self) { command in
      command.after == nil ? .init(tokens: [Self.token], next: "7 a") : .init(tokens: [last])
    }
    #expect(await bench.run("tokens") == .ok)
    #expect(bench.output.contains("grafana") && bench.output.contains("prometheus"))
    #expect(bench.caller.commands(ListTokens.self).map(\.after) == [nil, "7 a"])
    #expect(await bench.run("tokens revoke prometheus") == .ok)
    #expect(bench.caller.commands(RevokeToken.self).last?.id == other.id)
  }

  @Test("a complete id is revoked although the tokens cannot be listed")
  func revokeUnlisted() async throws {
    let bench = bench()
    bench.caller.on(ListTokens.self) { _ in throw BusError(.tooLarge, "Too many.") }
    #expect(await bench.run("tokens revoke \(Self.token.id.uppercased())") == .ok)
    #expect(bench.caller.commands(RevokeToken.self).last?.id == Self.token.id)
    #expect(bench.caller.commands(ListTokens.self).isEmpty)
  }

  @Test("without tokens, the list says how to create one")
  func empty() async {
    let bench = bench()
    bench.caller.on(ListTokens.self) { _ in .init(tokens: []) }
    #expect(await bench.run("tokens list") == .ok)
    #expect(bench.output.contains("standups tokens add"))
  }
}
