import Bus
import CommandLineKit
import Foundation
import Testing
import WebhooksAPI

@testable import Command

@Suite("webhook")
struct WebhookVerbTests {
  private static func hook(
    _ id: String, _ state: WebhookStatus.State = .active, reason: String? = nil,
    change: (inout WebhookStatus) -> Void = { _ in }
  ) -> WebhookStatus {
    var hook = WebhookStatus(
      id: id, url: "https://example.org/\(id)", types: ["meeting."], format: .binary,
      createdAt: Date(timeIntervalSince1970: 1_800_000_000), state: state, reason: reason,
      epoch: "e1", sequence: 7, behind: 2)
    change(&hook)
    return hook
  }

  private static let ids = (
    "6f1c0000-0000-0000-0000-000000000001", "6f2c0000-0000-0000-0000-000000000002"
  )

  private static func bench(typing: [String]? = nil) -> Bench {
    let bench = Bench(typing: typing)
    bench.caller.on(ListWebhooks.self) { _ in
      .init(webhooks: [
        hook(ids.0), hook(ids.1, .paused, reason: "The receiver responded with status 410."),
      ])
    }
    bench.caller.on(AddWebhook.self) { command in
      hook(ids.0) { $0.types = command.types ?? [] }
    }
    bench.caller.on(RemoveWebhook.self) { _ in Done() }
    bench.caller.on(PauseWebhook.self) { _ in hook(ids.0, .paused) }
    bench.caller.on(ResumeWebhook.self) { _ in hook(ids.0) }
    var journal = Journal()
    for _ in 0..<5 { journal.append() }
    bench.serve(SharedJournal(journal))
    return bench
  }

  @Test("list shows all of them, and why one is paused")
  func list() async {
    let people = Self.bench()
    #expect(await people.run("webhook list") == .ok)
    #expect(
      people.output == """
        ID        STATE   BEHIND  EVENTS    URL
        6f1c0000  active  2       meeting.  https://example.org/\(Self.ids.0)
        6f2c0000  paused  2       meeting.  https://example.org/\(Self.ids.1)
        6f2c0000: The receiver responded with status 410.

        """)
    let teams = Bench()
    teams.caller.on(ListWebhooks.self) { _ in
      .init(webhooks: [Self.hook(Self.ids.0) { $0.team = "web" }, Self.hook(Self.ids.1)])
    }
    #expect(await teams.run("webhook list") == .ok)
    #expect(
      teams.output == """
        ID        STATE   BEHIND  EVENTS    URL                                                       TEAM
        6f1c0000  active  2       meeting.  https://example.org/\(Self.ids.0)  web
        6f2c0000  active  2       meeting.  https://example.org/\(Self.ids.1)  all

        """)
    let none = Bench()
    none.caller.on(ListWebhooks.self) { _ in .init(webhooks: []) }
    #expect(await none.run("webhook list") == .ok)
    #expect(none.output.contains("standups webhook add URL"))
  }

  @Test("show tells all but the secret")
  func show() async throws {
    let bench = Bench()
    bench.caller.on(ListWebhooks.self) { _ in
      .init(webhooks: [
        Self.hook(Self.ids.0, .failing, reason: "The receiver responded with status 500.") {
          $0.secretFingerprint = "0a1b2c3d"
          $0.team = "web"
          $0.failingSince = Date(timeIntervalSince1970: 1_800_000_000)
          $0.attempts = 3
          $0.nextAttemptAt = Date(timeIntervalSince1970: 1_800_000_003.5)
        }
      ])
    }
    #expect(await bench.run("webhook show 6F1C") == .ok)
    for text in [
      "SHA-256 starts with 0a1b2c3d", "3 attempts", "Next try  in 4 s", "responded with status 500",
      "7, 2 behind", "Team      web",
    ] {
      #expect(bench.output.contains(text), "\(bench.output)")
    }
    let programs = Self.bench()
    #expect(await programs.run("webhook show 6f1c --json") == .ok)
    let hook = try BusJSON.decode(WebhookStatus.self, from: Data(programs.output.utf8))
    #expect(hook == Self.hook(Self.ids.0))
  }

  @Test("add passes on what was said")
  func add() async {
    let bench = Self.bench()
    #expect(
      await bench.run(
        "webhook add http://localhost/ --type meeting.finished --type standup. --format structured"
          + " --secret-file - --since 3", data: Data("0123456789abcdef\nrest".utf8)) == .ok)
    #expect(
      bench.caller.commands(AddWebhook.self) == [
        AddWebhook(
          url: "http://localhost/", types: ["meeting.finished", "standup."], format: .structured,
          secret: WebhookSecret("0123456789abcdef"), after: 3, epoch: "e1")
      ])
    #expect(!(bench.output + bench.errors).contains("0123456789abcdef"))
    let chat = Self.bench()
    #expect(await chat.run("webhook add http://localhost/ --format discord") == .ok)
    #expect(chat.caller.commands(AddWebhook.self).map(\.format) == [.discord])
    let team = Self.bench()
    #expect(await team.run("webhook add http://localhost/ --team web") == .ok)
    #expect(team.caller.commands(AddWebhook.self).map(\.team) == ["web"])
    let plain = Self.bench()
    #expect(await plain.run("webhook add http://localhost/") == .ok)
    #expect(
      plain.caller.commands(AddWebhook.self) == [AddWebhook(url: "http://localhost/", types: [])])
  }

  @Test(
    "What cannot be is refused",
    arguments: [
      ("webhook add", ExitCode.usage), ("webhook add http://h/ --format odd", .usage),
      ("webhook add http://h/ --secret a --secret-file b", .usage),
      ("webhook add http://h/ --secret-file /nonexistent", .noInput),
      ("webhook add http://h/ --secret-file -", .data), ("webhook add http://h/ --since 6", .data),
      ("webhook add http://h/ --type odd.", .usage), ("webhook show xyz", .usage),
      ("webhook show 6f", .data), ("webhook show 77", .noInput), ("webhook remove 6f1c", .usage),
      ("webhook test", .usage),
    ])
  func refused(line: String, code: ExitCode) async {
    let bench = Self.bench()
    #expect(await bench.run(line) == code)
    #expect(bench.output.isEmpty && !bench.errors.isEmpty)
    #expect(bench.caller.commands(AddWebhook.self).isEmpty)
  }

  @Test("The service’s own refusal is an exit code and a sentence")
  func refusedByTheService() async {
    let bench = Bench()
    bench.caller.on(AddWebhook.self) { _ in throw BusError(.invalid, "The URL is none.") }
    #expect(await bench.run("webhook add nonsense") == .data)
    #expect(bench.errors.contains("The URL is none."))
  }

  @Test("pause and resume name it")
  func pauseAndResume() async {
    let bench = Self.bench()
    #expect(await bench.run("webhook pause 6f1c") == .ok)
    #expect(await bench.run("webhook resume 6f1c") == .ok)
    #expect(bench.caller.commands(PauseWebhook.self) == [PauseWebhook(id: Self.ids.0)])
    #expect(bench.caller.commands(ResumeWebhook.self) == [ResumeWebhook(id: Self.ids.0)])
    #expect(bench.output == "Paused 6f1c0000.\nResumed 6f1c0000.\n")
  }

  @Test("edit changes only what is named")
  func edit() async {
    let bench = Self.bench()
    bench.caller.on(EditWebhook.self) { command in
      Self.hook(Self.ids.0) { $0.types = command.types ?? $0.types }
    }
    #expect(await bench.run("webhook edit 6f1c --url https://b.test/") == .ok)
    #expect(await bench.run("webhook edit 6f1c --type focus. --all-standups") == .ok)
    #expect(await bench.run("webhook edit 6f1c --all-types") == .ok)
    #expect(await bench.run("webhook edit 6f1c --secret 0123456789abcdef") == .ok)
    #expect(
      bench.caller.commands(EditWebhook.self) == [
        EditWebhook(id: Self.ids.0, url: "https://b.test/"),
        EditWebhook(id: Self.ids.0, types: ["focus."], standup: ""),
        EditWebhook(id: Self.ids.0, types: []),
        EditWebhook(id: Self.ids.0, secret: WebhookSecret("0123456789abcdef")),
      ])
    #expect(bench.output.contains("Changed 6f1c0000: posts focus. events to https://example.org/"))
    for line in ["", " --type focus. --all-types", " --standup x --all-standups"] {
      #expect(await bench.run("webhook edit 6f1c\(line)") == .usage)
    }
  }

  @Test("remove asks first")
  func remove() async {
    let asked = Self.bench(typing: ["nevermind"])
    #expect(await asked.run("webhook remove 6f1c") == .ok)
    #expect(asked.output == "Nothing was removed.\n")
    #expect(asked.caller.commands(RemoveWebhook.self).isEmpty)
    let sure = Self.bench()
    #expect(await sure.run("webhook remove 6f1c --yes --json") == .ok)
    #expect(sure.output == #"{"id":"\#(Self.ids.0)","removed":true}"# + "\n")
    #expect(sure.caller.commands(RemoveWebhook.self) == [RemoveWebhook(id: Self.ids.0)])
  }

  @Test("A whole id may be that of a webhook that cannot be read, and is not listed")
  func removeHidden() async {
    let bench = Self.bench()
    let hidden = "00000000-0000-0000-0000-0000000000ff"
    #expect(await bench.run("webhook remove \(hidden) --yes") == .ok)
    #expect(bench.caller.commands(RemoveWebhook.self).map(\.id) == [hidden])
    #expect(await bench.run("webhook remove 00000000 --yes") == .noInput)
  }

  @Test("test prints how the receiver answered, and ends like that")
  func test() async {
    let good = Self.bench()
    good.caller.on(TestWebhook.self) { _ in
      .init(isAccepted: true, status: 200, ms: 12)
    }
    #expect(await good.run("webhook test 6f1c") == .ok)
    #expect(good.output == "The receiver responded with status 200 after 12 ms.\n")
    let bad = Self.bench()
    bad.caller.on(TestWebhook.self) { _ in
      .init(isAccepted: false, reason: "The connection failed.", ms: 3)
    }
    #expect(await bad.run("webhook test 6f1c") == .unavailable)
    #expect(bad.output == "No response within 3 ms.\n")
    #expect(bad.errors.contains("The connection failed."))
  }
}
