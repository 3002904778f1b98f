import Bus
import Documents
import FastJSON
import Foundation
import ServiceShell
import TestSupport
import Testing
import Threads
import WebClient
import WebhooksAPI
import ZeroMQ

@testable import WebhooksService

/// Webhooks of teams, and persons who see only some of them.
@Suite struct TeamTests {
  private static let heads = JournalRange(epoch: "e1", head: 9, oldest: 3)
  private static let url = "https://a.test/"

  // MARK: Adding

  @Test(
    arguments: [
      ("web", nil, "web"), ("default web", nil, "default"), ("ops web", "ops", "ops"),
      (nil, nil, nil), (nil, "default", "default"),
    ] as [(String?, String?, String?)])
  func aNewWebhookBelongsToATeam(teams: String?, named: String?, team: String?) throws {
    var scenario = Scenario()
    let caller = scenario.send(.add(AddWebhook(url: Self.url, team: named)), teams: teams)
    try scenario.findRange(.success(Self.heads))
    let decided = try scenario.commit()
    #expect(try decided.webhooks[Scenario.first]?.team == team)
    #expect(decided.changes.compactMap(\.document).map(\.team) == [team])
    scenario.committed(.success(.written)) { $0.sequence[Scenario.first] = 9 }
    let query = try scenario.store.take {
      if case .read(_, _, let query) = $0 { query } else { nil }
    }
    #expect(query.teams == team.map { [$0] })
    #expect(try scenario.status(to: caller).team == team)
    scenario.store.finish()
  }

  @Test(
    arguments: [("ops web", nil, .invalid), ("web", "ops", .notFound)]
      as [(String, String?, BusError.Code)])
  func oneOfTheTeamsMustBeNamed(teams: String, named: String?, code: BusError.Code) throws {
    var scenario = Scenario()
    let caller = scenario.send(
      .add(AddWebhook(url: Self.url, team: named)), key: "k", teams: teams)
    try scenario.refusal(to: caller, code)
    scenario.store.finish()
  }

  @Test(arguments: [WebhookFormat.binary, .slack]) func aTeamMustExist(
    format: WebhookFormat
  ) throws {
    let command = WebhooksCommand.add(AddWebhook(url: Self.url, team: "web", format: format))
    var scenario = Scenario()
    let missing = scenario.send(command)
    try scenario.findTeam("web", .failure(BusError(.notFound, "Team “web” not found.")))
    try scenario.refusal(to: missing, .notFound)
    for code in [BusError.Code.expired, .unavailable] {
      let unanswered = scenario.send(command)
      try scenario.findTeam("web", .failure(BusError(code, "Away.")))
      try scenario.refusal(to: unanswered, .unavailable)
    }
    // An earlier run may have added it before the team was removed.
    let repeated = scenario.send(command, key: "k")
    try scenario.findTeam("web", .failure(BusError(.notFound, "Team “web” not found.")))
    #expect(try scenario.commit().changes.isEmpty)
    scenario.committed(.success(try Scenario.earlier(.emptyObject)))
    #expect(try scenario.reply(to: repeated) == .emptyObject)
    _ = scenario.send(command)
    try scenario.findTeam("web")
    let next = try scenario.store.take { (effect) -> Bool? in
      switch effect {
      case .findRange: false
      case .findTypes: true
      default: nil
      }
    }
    #expect(next == format.isChat)
    scenario.store.finish()
  }

  @Test func aDrainEndsTheQuestionAboutTheTeam() throws {
    var scenario = Scenario()
    let caller = scenario.send(.add(AddWebhook(url: Self.url, team: "web")))
    let id = try scenario.store.take {
      if case .findTeam(let id, _) = $0 { id } else { nil }
    }
    scenario.store.send(.drain)
    try scenario.refusal(to: caller, .draining)
    scenario.store.send(.teamFound(id, .success(Done())))
    scenario.store.finish()
  }

  @Test func oneTeamLeavesWebhooksForOthers() throws {
    var scenario = Scenario(
      (0..<WebhooksReducer.maxWebhooksOfTeam).map { Scenario.stored("w\($0)", team: "web") })
    for teams in ["web", nil] {
      let caller = scenario.send(.add(AddWebhook(url: Self.url, team: "web")), teams: teams)
      try scenario.refusal(to: caller, .conflict)
    }
    _ = scenario.send(.add(AddWebhook(url: Self.url)), teams: "ops")
    try scenario.findRange(.failure(BusError(.unavailable, "Away.")))
    _ = try scenario.store.take { if case .common(.reply) = $0 { true } else { nil } }
    _ = scenario.send(.add(AddWebhook(url: Self.url)))
    _ = try scenario.store.take { if case .findRange = $0 { true } else { nil } }
    scenario.store.finish()
  }

  // MARK: Addresses

  /// Not even from this machine, where the sender may have no account.
  @Test(arguments: ["http://127.0.0.1/", "http://localhost/", "http://10.0.0.1/", "http://[::1]/"])
  func aPersonNamesNoAddressInside(_ url: String) throws {
    var scenario = Scenario()
    let caller = scenario.send(.add(AddWebhook(url: url)), teams: "web")
    #expect(try scenario.refusal(to: caller, .denied).message == HTTPFailure.refused.message)
    scenario.store.finish()
  }

  /// The name may lead to an internal address, now or later.
  @Test func aPersonsWebhookIsNotOfThisMachine() throws {
    var scenario = Scenario()
    _ = scenario.send(.add(AddWebhook(url: "http://h/")), teams: "web")
    try scenario.findRange(.success(Self.heads))
    let stored = try #require(try scenario.commit().webhooks[Scenario.first])
    #expect(stored.isLocal == nil)
    #expect(!stored.delivery(of: Scenario.event(1)).isLocal)
    scenario.store.finish()
  }

  // MARK: Other teams

  private static let hooks = [
    Scenario.stored("web", team: "web"), Scenario.stored("ops", team: "ops"),
    Scenario.stored("installation"),
  ]

  /// The same effects as for an unknown id, with and without an idempotency key.
  @Test(arguments: ["ops", "installation"], [nil, "k"] as [String?])
  func anotherTeamsWebhookDoesNotExist(id: WebhookID, key: String?) throws {
    let cases: [(WebhookID) -> WebhooksCommand] = [
      { .get($0) }, { .remove($0) }, { .pause($0) }, { .resume($0) }, { .test($0) },
    ]
    for make in cases {
      var replies: [BusError] = []
      for name in [id, "unknown"] {
        var scenario = Scenario(Self.hooks)
        let caller = scenario.send(make(name), key: key, teams: "web default")
        if key != nil, case .remove = make(name) {
          #expect(try scenario.commit().changes.isEmpty)
          scenario.committed(.success(.written))
        }
        var error = try scenario.refusal(to: caller, .notFound)
        error.message = error.message.replacing(name, with: "ID")
        replies.append(error)
        scenario.store.finish()
      }
      #expect(replies[0] == replies[1])
    }
  }

  @Test(
    arguments: [
      ("web", ["web"]), ("default", []), ("ops web", ["ops", "web"]),
      (nil, ["installation", "ops", "web"]),
    ] as [(String?, [String])])
  func aListHasTheWebhooksOfTheTeams(teams: String?, ids: [String]) throws {
    var scenario = Scenario(Self.hooks)
    let caller = scenario.send(.list, teams: teams)
    let list = try scenario.reply(to: caller).decode(as: ListWebhooks.Reply.self).webhooks
    #expect(list.map(\.id) == ids)
    for id in ids {
      let one = scenario.send(.get(id), teams: teams)
      #expect(try scenario.status(to: one) == list.first { $0.id == id })
    }
    scenario.store.finish()
  }

  @Test func anAdminOfTheTeamRemovesItsWebhook() throws {
    var scenario = Scenario(Self.hooks)
    let caller = scenario.send(.remove("web"), teams: "web")
    #expect(
      try scenario.commit().changes.first == .delete(collection: "webhooks", id: "web"))
    scenario.committed(.success(.written)) { $0.sequence["web"] = nil }
    _ = try scenario.reply(to: caller)
    scenario.store.finish()
  }

  /// Its team is unknown.
  @Test func anUnreadableWebhookIsRemovedByOperatorsOnly() throws {
    var scenario = Scenario([], unreadable: ["x"])
    let caller = scenario.send(.remove("x"), teams: "web default")
    try scenario.refusal(to: caller, .notFound)
    _ = scenario.send(.remove("x"))
    #expect(try !scenario.commit().changes.isEmpty)
    scenario.store.finish()
  }

  /// Everyone may read the health report.
  @Test func healthDoesNotNameTheReceiverOfATeam() throws {
    var failing = Scenario.stored("12345678-f", team: "web")
    failing.failingSince = Date(timeIntervalSince1970: 1_700_000_000)
    var paused = Scenario.stored("12345678-p", team: "web")
    paused.pause = .init(reason: "The receiver responded with status 410.", isWanted: false)
    let scenario = Scenario([failing, paused])
    #expect(scenario.problems.count == 2)
    for problem in scenario.problems {
      #expect(problem.contains("webhook show 12345678") && !problem.contains(".test"))
      #expect(!problem.contains("410") && !problem.contains("web "), "\(problem)")
    }
  }

  // MARK: Events

  /// In a position that was saved before, too.
  @Test func theJournalIsAskedForTheEventsOfTheTeam() throws {
    var scenario = Scenario([
      Scenario.stored("a", team: "web"), Scenario.stored("b", format: .slack, team: "ops"),
      Scenario.stored("c"),
    ])
    scenario.store.send(.beat(Scenario.head(2)))
    for teams in [["web"], ["ops"], nil] {
      let query = try scenario.store.take { (effect) -> JournalQuery? in
        switch effect {
        case .read(_, _, let query), .readTexts(_, _, let query): query
        default: nil
        }
      }
      #expect(query.teams == teams)
    }
    scenario.store.finish()
  }

  /// Events of the standup that moves from one to the other, and of an installation that was away.
  @Test func aTeamReceivesOnlyItsEvents() async throws {
    let loop = try SocketLoop(name: "webhooks-teams")
    let router = InMemoryRouter()
    let posted = Recorder<String>()
    let service = WebhooksService(
      on: loop, delegate: router.delegate,
      io: WebhooksIO(
        post: { request in
          let type = request.headers.first { $0.name == "ce-type" }?.value ?? ""
          posted.record("\(request.url) \(type)")
          return .success(HTTPResponse(status: 200))
        }, journal: router.news), sleeper: TestClock())
    // Published while the service is not running.
    router.publish("standup.updated", team: "web")
    router.publish("standup.leftTeam", team: "web")
    try router.state.withLock { state in
      for hook in Self.hooks { state.documents[hook.id] = try hook.document() }
    }
    try await service.start()
    await posted.wait(for: 4)
    router.publish("standup.edited", team: "ops")
    router.publish("focus.started")
    await posted.wait(for: 7)
    await service.drain()
    await loop.stop()
    func types(_ host: String) -> [String] {
      posted.values.filter { $0.hasPrefix("http://\(host).") }
        .compactMap { $0.split(separator: " ").last.map(String.init) }
    }
    #expect(types("web") == ["standup.updated", "standup.leftTeam"])
    #expect(types("ops") == ["standup.edited"])
    #expect(
      types("installation") == [
        "standup.updated", "standup.leftTeam", "standup.edited", "focus.started",
      ])
  }

  /// The events that only the receiver gets.
  @Test func aPingAndAGapHaveTheTeam() throws {
    var scenario = Scenario([Scenario.stored(team: "web")])
    _ = scenario.send(.test("a"), teams: "web")
    let ping = try scenario.store.take {
      if case .test(_, let delivery) = $0 { delivery } else { nil }
    }
    #expect(ping.event.team == "web")
    scenario.store.send(.beat(Scenario.head(9)))
    let page = try scenario.read(after: 0)
    scenario.store.send(.page("a", page, .failure(BusError(.compacted, "gone"))))
    scenario.store.send(.heads("a", try scenario.finding("a"), .success(Self.heads)))
    #expect(try scenario.takePost().1.event.team == "web")
    scenario.store.finish()
  }

  // MARK: Documents

  /// An earlier version saved no team, and the store counts its documents as those of `default`.
  @Test(arguments: [nil, "default"] as [String?]) func earlierWebhooksReceiveEverything(
    team: String?
  ) throws {
    var document = try Scenario.stored().document()
    #expect(document.body["team"] == nil)
    document.team = team
    let stored = try document.value(as: StoredWebhook.self)
    #expect(stored.team == nil && stored.query(limit: 1).teams == nil)
  }

  @Test(
    arguments: [("web", nil), ("web", "ops"), ("web", "default"), (nil, "web")]
      as [(String?, String?)])
  func theTeamOfADocumentMatchesItsContent(own: String?, document team: String?) throws {
    var document = try Scenario.stored(team: own).document()
    #expect(document.team == own && document.problem(as: StoredWebhook.self) == nil)
    document.team = team
    #expect(document.problem(as: StoredWebhook.self) != nil)
  }
}
