import Bus
import Documents
import FastJSON
import Foundation
import ServiceShell
import TestSupport
import Testing
import WebClient
import WebhooksAPI

@testable import WebhooksService

/// Posts to chats, checked by a program in another language that implements their published rules.
@Suite struct ChatTests {
  static let chats = WebhookFormat.allCases.filter(\.isChat)
  static let token = "syt_0123456789abcdef"
  static let room = "/_matrix/client/v3/rooms/!room:example.org"

  private static func path(_ format: WebhookFormat) -> String {
    format == .matrix ? room : "/\(format.rawValue)"
  }

  /// Posts all texts, and returns the receiver's results.
  private func post(_ texts: [WebhookText], _ format: WebhookFormat) async throws
    -> [Receiver.Heard]
  {
    try await withReceiver { receiver in
      let client = try HTTPClient()
      for (number, text) in texts.enumerated() {
        let event = CloudEvent(
          id: "gap/\(number) ü", source: "/s", type: "meeting.finished", subject: "m",
          time: Date(timeIntervalSince1970: 1_800_000_000.25), data: try RawJSON(encoding: text))
        let delivery = Delivery(
          url: receiver.url(Self.path(format)), format: format,
          secret: format == .matrix ? WebhookSecret(Self.token) : nil, event: event)
        _ = try await client.send(WebhookRequest.make(delivery, at: Date())).get()
      }
      await client.close()
      return try receiver.heard()
    }
  }

  private static let nasty = [
    "@here", "@everyone", "@ann", "<!channel>", "<!here|x>", "<@U012>", "<#C1|x>",
    "&lt;!channel&gt;",
    "`code`", "```", "*b* _i_ ~s~ ||x||", "[a](https://b.example)", "![a](https://b.example/c)",
    "# head", "> quote", "- item", "1. item", "===", "| a | b |", "~town-square", "#tag", "\\",
    "\u{202E}txt.exe", "\u{2066}x\u{2069}", "a\u{0}b\u{1b}[31m", "two\nlines\r\n\u{2028}and more",
    "<script>alert(1)</script>", "<!-- x", "</strong>", "a\"b'c", "e\u{301}<\u{301}b>", "שלום",
    "👩‍👩‍👧 :smile:", "", " ", "@room", "<https://x.example|y>", "<t:0:R>", "\u{200B}",
  ]

  @Test(arguments: chats) func whateverPeopleAreCalledItIsHarmless(_ format: WebhookFormat)
    async throws
  {
    var texts = Self.nasty.map { nasty in
      WebhookText(
        title: nasty, text: nasty,
        parts: [.init(name: nasty, text: nasty), .init(text: nasty)], code: #"{"a":"`@here<&>"}"#,
        link: nasty)
    }
    texts.append(
      WebhookText(title: "t", parts: Self.nasty.map { .init(name: $0, text: $0) }))
    let heard = try await post(texts, format)
    #expect(heard.count == texts.count)
    for one in heard { #expect(one.status == 200, "\(one.refused ?? "")") }
  }

  @Test(arguments: chats) func whatIsLongIsCut(_ format: WebhookFormat) async throws {
    // Around the limits of each chat; escaped text is longer.
    let sizes = [150, 5000]
    var texts: [WebhookText] = []
    for size in sizes {
      for unit in ["a", "&", "\\", "😀", "@a ", "e\u{301}"] {
        let long = String(repeating: unit, count: size / unit.count)
        texts.append(WebhookText(title: long, text: "s", link: "l"))
        texts.append(WebhookText(title: "t", text: long, parts: [.init(name: long, text: long)]))
        texts.append(
          WebhookText(
            title: "t", parts: [.init(name: "Ann", text: long), .init(text: "b")],
            code: "\"\(String(repeating: "<", count: size))\""))
      }
    }
    texts.append(
      WebhookText(title: "t", parts: (0..<500).map { .init(name: "N\($0)", text: "words, \($0)") }))
    // All parts at once give the maximum length.
    for unit in ["a", "&", "\n", "\"", "😀"] {
      let long = String(repeating: unit, count: 4000)
      texts.append(
        WebhookText(
          title: long, text: long, parts: (0..<9).map { .init(name: "N\($0)", text: long) },
          code: "\"\(String(repeating: "<", count: 4000))\"", link: long))
    }
    let heard = try await post(texts, format)
    #expect(heard.count == texts.count)
    for one in heard { #expect(one.status == 200, "\(one.refused?.prefix(200) ?? "")") }
    #expect(heard.contains { $0.said?.contains("…") == true })
  }

  @Test(arguments: chats) func allIsSaid(_ format: WebhookFormat) async throws {
    let text = WebhookText(
      title: "Daily is over", text: "Ann and Bob met for 5 min.",
      parts: [
        .init(name: "Ann", text: "R & D is done."), .init(name: "Bob", text: "Nothing new."),
      ],
      code: #"{"a":1}"#, link: "standups://x/y")
    let heard = try await post([text], format)
    let one = try #require(heard.first)
    let said = try #require(one.said).replacing("\\", with: "")
    for words in [
      "Daily is over", "met for 5 min", "Ann", "R & D", "Nothing", #"{"a":1}"#, "standups",
    ] {
      #expect(said.contains(words), "\(said)")
    }
    #expect(one.headers["authorization"] == (format == .matrix ? "Bearer \(Self.token)" : nil))
    #expect(one.signature == "none" && one.headers["ce-id"] == nil)
    if format == .matrix {
      #expect(one.path == Self.room + "/send/m.room.message/gap%2F0%20%C3%BC")
    }
  }

  @Test(arguments: [
    ("https://discord.com/api/webhooks/1/x", "https://discord.com/api/webhooks/1/x?wait=true"),
    ("https://a.test/x?thread_id=7", "https://a.test/x?thread_id=7&wait=true"),
    ("https://a.test/x?wait=false&thread_id=7", "https://a.test/x?thread_id=7&wait=true"),
    ("https://a.test/x?wait=true", "https://a.test/x?wait=true"),
  ]) func discordSaysWhetherItWasSaved(_ url: String, _ asked: String) {
    #expect(DiscordMessage.confirming(url) == asked)
  }

  // MARK: Creating a webhook

  @Test func whatNobodyCanBeToldOfIsRefused() throws {
    var scenario = Scenario()
    let caller = scenario.send(
      .add(AddWebhook(url: "https://a.test/", types: ["meeting.segment"], format: .slack)))
    let token = try scenario.store.take {
      if case .findTypes(let token, ["meeting.segment"]) = $0 { token } else { nil }
    }
    let range = JournalRange(epoch: Scenario.epoch, head: 9, oldest: 1)
    let found = WebhookTypes(types: [], problem: "There is nothing to tell.", journal: range)
    scenario.store.send(.types(token, .success(found)))
    let error = try scenario.refusal(to: caller, .invalid)
    #expect(error.message == "There is nothing to tell." && error.detail == ["member": "types"])
    scenario.store.finish()
  }

  @Test(arguments: chats) func aChatIsToldOfWhatTheParentHasWordsFor(_ format: WebhookFormat) throws
  {
    var scenario = Scenario()
    let secret = format == .matrix ? WebhookSecret(Self.token) : nil
    let caller = scenario.send(
      .add(
        AddWebhook(
          url: "https://a.test" + Self.path(format), types: ["meeting."], format: format,
          secret: secret)))
    let token = try scenario.store.take {
      if case .findTypes(let token, ["meeting."]) = $0 { token } else { nil }
    }
    scenario.store.send(
      .types(
        token,
        .success(
          WebhookTypes(
            types: ["meeting.finished"],
            journal: JournalRange(epoch: Scenario.epoch, head: 9, oldest: 1)))))
    _ = try scenario.commit()
    scenario.committed(.success(.written)) { $0.sequence[Scenario.first] = 9 }
    let (page, query) = try scenario.store.take {
      if case .readTexts(Scenario.first, let token, let query) = $0 { (token, query) } else { nil }
    }
    let status = try scenario.status(to: caller)
    #expect(status.types == ["meeting.finished"] && status.format == format)
    #expect(query.types == ["meeting.finished"] && query.limit == WebhooksReducer.textPageSize)
    // An event without text is skipped and counts as delivered.
    scenario.store.send(
      .page(
        Scenario.first, page,
        .success(EventPage(events: [], epoch: Scenario.epoch, head: 12, hasMore: false)))
    ) { $0.sequence[Scenario.first] = 12 }
    scenario.store.finish()
  }

  @Test func whatTheParentHasNoWordsForIsRefused() throws {
    var scenario = Scenario()
    let caller = scenario.send(
      .add(AddWebhook(url: "https://a.test/", types: ["meeting.segment"], format: .slack)))
    let token = try scenario.store.take {
      if case .findTypes(let token, _) = $0 { token } else { nil }
    }
    let refusal = BusError(.invalid, "There is nothing to tell.")
    scenario.store.send(.types(token, .failure(refusal)))
    scenario.store.expect(.reply(caller, .failure(refusal)))
    scenario.store.finish()
  }

  @Test(
    arguments: [
      (.slack, "https://a.test/", "0123456789abcdef", "secret"),
      (.discord, "https://a.test/", "0123456789abcdef", "secret"),
      (.mattermost, "https://a.test/", "0123456789abcdef", "secret"),
      (.matrix, "https://a.test" + room, nil, "secret"),
      (.matrix, "https://a.test" + room, "0123456789abcdef\n", "secret"),
      (.matrix, "https://a.test/", token, "url"),
      (.matrix, "https://a.test" + room + "/send", token, "url"),
      (.matrix, "https://a.test" + room + "?x=y", token, "url"),
      (.matrix, "https://a.test/_matrix/client/v3/rooms/%23alias:a.test", token, "url"),
    ] as [(WebhookFormat, String, String?, String)])
  func whatCannotBe(_ format: WebhookFormat, _ url: String, _ secret: String?, _ member: String) {
    let error = #expect(throws: BusError.self) {
      try WebhookRules.check(
        AddWebhook(url: url, format: format, secret: secret.map { WebhookSecret($0) }))
    }
    #expect(error?.code == .invalid && error?.detail?["member"] == member)
  }

  // MARK: Custom events

  @Test(arguments: chats) func aTestIsAnExample(_ format: WebhookFormat) async throws {
    let heard = try await post([WebhookPing.chatText(types: ["meeting.finished"])], format)
    let one = try #require(heard.first)
    #expect(one.status == 200, "\(one.refused ?? "")")
    #expect(one.said?.contains("A test from Standups") == true)
  }

  @Test func itsOwnEventsHaveWordsForAChat() throws {
    var stored = Scenario.stored(types: ["meeting.finished"])
    stored.format = .slack
    var scenario = Scenario([stored])
    _ = scenario.send(.test("a"))
    let delivery = try scenario.store.take {
      if case .test(_, let delivery) = $0 { delivery } else { nil }
    }
    #expect(try delivery.event.data.decode(as: WebhookText.self).text?.contains("finished") == true)
    scenario.store.send(.beat(Scenario.head(30)))
    let page = try scenario.store.take {
      if case .readTexts("a", let token, _) = $0 { token } else { nil }
    }
    scenario.store.send(.page("a", page, .failure(BusError(.compacted, "Gone."))))
    let heads = try scenario.finding("a")
    scenario.store.send(
      .heads(
        "a", heads, .success(JournalRange(epoch: Scenario.epoch, head: 30, oldest: 20))))
    let (_, gap) = try scenario.takePost()
    #expect(gap.event.type == WebhookGap.type)
    #expect(try gap.event.data.decode(as: WebhookText.self).title == "Events are missing here")
    scenario.store.finish()
  }
}
