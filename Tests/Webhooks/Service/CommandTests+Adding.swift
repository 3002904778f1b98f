import Bus
import FastJSON
import Foundation
import ServiceShell
import Testing
import WebClient
import WebhooksAPI

@testable import WebhooksService

/// Adding webhooks: the start in the journal, and input that is rejected.
extension CommandTests {
  @Test func addingIsAnsweredWhenItIsDurable() throws {
    var scenario = Scenario()
    let secret = WebhookSecret("0123456789abcdef")
    let caller = scenario.send(
      .add(AddWebhook(url: "https://a.test/x", types: ["meeting."], secret: secret)), key: "k")
    try scenario.findRange(.success(heads))
    let decided = try scenario.commit()
    #expect(decided.reply?.key == "k")
    #expect(try decided.webhooks[Scenario.first]?.secret == secret)
    // Repeated while pending: one webhook, two replies.
    let again = scenario.send(.add(AddWebhook(url: "https://a.test/x")), key: "k")
    scenario.committed(.success(.written)) { $0.sequence[Scenario.first] = 9 }
    // The journal's position is unknown: it is queried at once.
    _ = try scenario.read(Scenario.first, after: 9)
    let reply = try scenario.reply(to: caller)
    let status: WebhookStatus = try reply.decode()
    try expectRepetition(of: reply, to: again, &scenario)
    #expect(status.sequence == 9 && status.epoch == "e1" && status.state == .active)
    #expect(status.secretFingerprint?.count == 8 && status.types == ["meeting."])
    let later = scenario.send(.add(AddWebhook(url: "https://a.test/x")), key: "k")
    try expectRepetition(of: reply, to: later, &scenario)
    #expect(decided.reply?.reply.text.contains(secret.text) == false)
    scenario.store.finish()
  }

  /// The key has a reply in the idempotency store, so nothing is written again.
  private func expectRepetition(
    of reply: RawJSON, to caller: CallerID, _ scenario: inout Scenario
  ) throws {
    try scenario.findRange(.success(heads))
    #expect(try scenario.commit().reply?.key == "k")
    scenario.committed(.success(try Scenario.earlier(reply)))
    #expect(try scenario.reply(to: caller) == reply)
  }

  @Test(arguments: [(nil, 9), (9, 9), (5, 5), (2, 2), (0, 2)] as [(Int64?, Int64)])
  func whereItBegins(after: Int64?, sequence: Int64) throws {
    #expect(
      try WebhookRules.begin(of: AddWebhook(url: "", after: after, epoch: "e1"), in: heads)
        == sequence)
  }

  @Test(
    arguments: [
      (10, nil, BusError.Code.invalid), (1, nil, .compacted), (5, "other", .compacted),
      (nil, "other", .compacted),
    ] as [(Int64?, String?, BusError.Code)])
  func whereItCannotBegin(after: Int64?, epoch: String?, code: BusError.Code) {
    let error = #expect(throws: BusError.self) {
      try WebhookRules.begin(of: AddWebhook(url: "", after: after, epoch: epoch), in: heads)
    }
    #expect(error?.code == code)
  }

  /// A hundred webhooks of maximum size fit one list.
  @Test func aListFitsAMessage() throws {
    func command(_ types: Int) -> AddWebhook {
      AddWebhook(
        url: "https://a.test/" + String(repeating: "\"", count: 2000),
        types: Array(
          repeating: String(repeating: "t", count: WebhookRules.typeBytes), count: types),
        standup: String(repeating: "\"", count: 128), meeting: String(repeating: "\"", count: 128))
    }
    let longest = command(WebhookRules.maxTypes)
    try WebhookRules.check(
      AddWebhook(url: "https://a.test/", types: longest.types, standup: longest.standup))
    let error = #expect(throws: BusError.self) {
      try WebhookRules.check(
        AddWebhook(url: "https://a.test/", types: command(WebhookRules.maxTypes + 1).types))
    }
    #expect(error?.code == .invalid && error?.detail?["member"] == "types")
    let webhook = WebhookStatus(
      id: "\(UUID())", url: longest.url, types: longest.types ?? [], standup: longest.standup,
      meeting: longest.meeting, team: String(repeating: "t", count: TeamScope.maxIDBytes),
      format: .structured, secretFingerprint: "01234567",
      createdAt: Date(timeIntervalSince1970: 1), state: .failing,
      reason: String(repeating: "r", count: 600), epoch: "\(UUID())", sequence: .max, behind: .max,
      delivered: .max, deliveredAt: Date(timeIntervalSince1970: 1),
      failingSince: Date(timeIntervalSince1970: 1), attempts: .max,
      nextAttemptAt: Date(timeIntervalSince1970: 1))
    let list = ListWebhooks.Reply(
      webhooks: Array(repeating: webhook, count: WebhooksReducer.maxWebhooks))
    #expect(try BusJSON.encode(list).count < Limits.bytes - Limits.headBytes)
  }

  @Test(arguments: [
    "http://localhost:8080/", "https://example.org", "HTTP://10.0.0.1/a?b=c", "http://[::1]:1/",
  ]) func goodURLs(_ url: String) { #expect(HTTPAddress.problem(url) == nil) }

  @Test(arguments: [
    "", "example.org", "ftp://example.org/", "http://", "http:///x", "http://a b/", "http://u:p@h/",
    "http://u@h/", "http://h/#top", "http://h:0/", "http://h:70000/", "http://hé/", "http://h/\n",
    "file:///etc/passwd", "http://h/" + String(repeating: "x", count: 2048),
  ]) func badURLs(_ url: String) throws {
    var scenario = Scenario()
    let error = try refusal(AddWebhook(url: url), &scenario)
    #expect(error.detail?["member"] == "url")
    #expect(!error.message.contains("u:p"))
  }

  /// Only the user of this machine may have events posted to it.
  @Test(arguments: [
    "http://localhost:3000/", "http://LOCALHOST./", "http://127.0.0.1/", "http://127.1/",
    "http://2130706433/", "http://0x7f000001/", "http://0/", "http://[::1]/",
    "http://[::ffff:10.0.0.1]/", "http://192.168.1.1/", "http://a.localhost/",
  ])
  func addressesInsideAreForTheUserOfThisMachine(_ url: String) throws {
    var scenario = Scenario()
    let remote = scenario.send(.add(AddWebhook(url: url)), via: "bridge")
    let error = try scenario.refusal(to: remote, .denied)
    #expect(error.detail?["member"] == "url")
    #expect(error.message == HTTPFailure.refused.message)
    _ = scenario.send(.add(AddWebhook(url: url)))
    _ = try scenario.store.take { if case .findRange(let id) = $0 { id } else { nil } }
    scenario.store.finish()
  }

  @Test(arguments: ["http://169.254.169.254/latest/", "http://[fe80::1]/", "http://224.0.0.1/"])
  func someAddressesAreForNobody(_ url: String) throws {
    var scenario = Scenario()
    let local = scenario.send(.add(AddWebhook(url: url)))
    try scenario.refusal(to: local, .denied)
    scenario.store.finish()
  }

  @Test func whoMadeAWebhookDecidesWhereItLeads() throws {
    for (via, expected) in [("bridge", nil), (nil, true)] as [(String?, Bool?)] {
      var scenario = Scenario()
      _ = scenario.send(.add(AddWebhook(url: "http://h/")), via: via)
      try scenario.findRange(.success(heads))
      let stored = try #require(try scenario.commit().webhooks[Scenario.first])
      #expect(stored.isLocal == expected)
    }
    for isLocal in [nil, false, true] {
      var stored = Scenario.stored()
      stored.isLocal = isLocal
      #expect(stored.delivery(of: Scenario.event(1)).isLocal == (isLocal ?? false))
    }
  }

  @Test(arguments: [
    (AddWebhook(url: "http://h/", types: [""]), "types"),
    (AddWebhook(url: "http://h/", types: ["."]), "types"),
    (AddWebhook(url: "http://h/", types: ["meeting."], meeting: "\n"), "meeting"),
    (AddWebhook(url: "http://h/", types: ["meeting.started", "meeting..tick"]), "types"),
    (AddWebhook(url: "http://h/", types: ["meeting/"]), "types"),
    (AddWebhook(url: "http://h/", types: ["two words"]), "types"),
    (AddWebhook(url: "http://h/", types: [String(repeating: "x", count: 129)]), "types"),
    (AddWebhook(url: "http://h/", secret: WebhookSecret("short")), "secret"),
    (AddWebhook(url: "http://h/", secret: WebhookSecret("whsec_****************")), "secret"),
    (AddWebhook(url: "http://h/", standup: ""), "standup"),
    (AddWebhook(url: "http://h/", meeting: String(repeating: "x", count: 129)), "meeting"),
    (AddWebhook(url: "http://h/", team: "W"), "team"),
    (AddWebhook(url: "http://h/", after: -1), "after"),
  ]) func badWebhooks(_ command: AddWebhook, _ member: String) throws {
    var scenario = Scenario()
    #expect(try refusal(command, &scenario).detail?["member"] == member)
  }

  @Test(arguments: [
    "meeting", "meeting.", "meeting.started", "test.one", "com.example.deploy-done_2",
    "com.example.",
    String(repeating: "x", count: 128),
  ]) func goodTypes(_ type: String) throws {
    #expect(throws: Never.self) {
      try WebhookRules.check(AddWebhook(url: "http://h/", types: [type]))
    }
  }

  private func refusal(
    _ command: AddWebhook, _ scenario: inout Scenario
  ) throws -> BusError {
    let caller = scenario.send(.add(command), key: "k")
    defer { scenario.store.finish() }
    return try scenario.refusal(to: caller, .invalid)
  }

  @Test func thereAreNotTooMany() throws {
    var scenario = Scenario(
      (0..<WebhooksReducer.maxWebhooks).map { Scenario.stored("webhook\($0)") })
    let caller = scenario.send(.add(AddWebhook(url: "http://h/")))
    try scenario.refusal(to: caller, .conflict)
  }
}
