import Bus
import Documents
import Testing

@testable import WebhooksService

/// Reading and posting events, in order.
@Suite struct PostingTests {
  /// A webhook whose first page was read, and whose first event is being posted.
  func posting(_ sequences: ClosedRange<Int64> = 1...2) throws -> (Scenario, Token) {
    var scenario = Scenario([Scenario.stored()])
    scenario.store.send(.beat(Scenario.head(sequences.upperBound)))
    let page = try scenario.read(after: 0)
    scenario.store.send(.page("a", page, .success(Scenario.page(sequences))))
    // Taken before the scenario is copied.
    let post = try scenario.posting(1)
    return (scenario, post)
  }

  @Test func oneAfterTheOtherAndThenSaved() throws {
    var (scenario, post) = try posting()
    scenario.store.send(.posted("a", post, Scenario.ok)) { $0.sequence["a"] = 1 }
    scenario.expectSaveDue()
    post = try scenario.posting(2)
    scenario.store.send(.posted("a", post, Scenario.answered(204))) { $0.sequence["a"] = 2 }
    #expect(try scenario.save()["a"]?.position == .init(epoch: "e1", sequence: 2))
    // Nothing has changed since.
    scenario.store.send(.saveDue)
    scenario.store.finish()
    #expect(scenario.webhook("a")?.delivered == 2)
  }

  @Test func anEventWakesOnlyThoseThatWantIt() throws {
    var scenario = Scenario([
      Scenario.stored("a", types: ["meeting."]), Scenario.stored("b", types: ["standup.created"]),
    ])
    scenario.store.send(.published(type: "meeting.started", Scenario.head(1)))
    _ = try scenario.read("a", after: 0)
    // A heartbeat applies to all.
    scenario.store.send(.beat(Scenario.head(1)))
    let page = try scenario.read("b", after: 0)
    let none = EventPage(events: [], epoch: "e1", head: 1, hasMore: false, resume: 1)
    scenario.store.send(.page("b", page, .success(none))) { $0.sequence["b"] = 1 }
    scenario.store.send(.beat(Scenario.head(1)))
    scenario.store.finish()
  }

  @Test func theJournalIsAskedForWhatIsWanted() throws {
    var webhook = Scenario.stored(types: ["standup.", "meeting.started"], sequence: 4)
    (webhook.standup, webhook.meeting) = ("s", nil)
    var query = webhook.query(limit: 7)
    #expect(
      query
        == JournalQuery(
          after: 4, epoch: "e1", types: ["standup.", "meeting.started"], standup: "s", limit: 7))
    // A single word is a type or a family.
    webhook.types = ["meeting", "com.example"]
    webhook.meeting = "m"
    query = webhook.query(limit: 7)
    #expect(query.types == ["meeting", "meeting.", "com.example"])
    #expect(query.standup == nil && query.meeting == "m")
    webhook.types = []
    #expect(webhook.query(limit: 7).types == nil)
  }

  @Test(
    arguments: [
      ([], "any.type", true), (["meeting."], "meeting.started", true),
      (["meeting."], "meeting", false), (["meeting"], "meeting.started", true),
      (["meeting"], "meeting", true), (["meeting"], "meetings.over", false),
      (["meeting.started"], "meeting.started", true),
      (["com.example"], "com.example.deploy", false),
      (["com.example."], "com.example.deploy", true), (["standup.", "test"], "test.one", true),
    ] as [([String], String, Bool)])
  func whatIsWanted(types: [String], type: String, isWanted: Bool) {
    #expect(Scenario.stored(types: types).wants(type: type) == isWanted)
  }

  @Test func whatCameWhileAPageWasReadIsAskedFor() throws {
    var scenario = Scenario([Scenario.stored()])
    scenario.store.send(.beat(Scenario.head(1)))
    let page = try scenario.read(after: 0)
    scenario.store.send(.published(type: "meeting.started", Scenario.head(2)))
    scenario.store.send(.page("a", page, .success(Scenario.page(1...1))))
    let post = try scenario.posting(1)
    scenario.store.send(.posted("a", post, Scenario.ok)) { $0.sequence["a"] = 1 }
    scenario.expectSaveDue()
    _ = try scenario.read(after: 1)
    scenario.store.finish()
  }

  @Test func theTypesThatCameAreListenedFor() throws {
    var scenario = Scenario([Scenario.stored("a"), Scenario.stored("b")])
    scenario.store.send(.beat(Scenario.head(2)))
    let (a, b) = (try scenario.read("a", after: 0), try scenario.read("b", after: 0))
    var page = Scenario.page(1...1, head: 2, resume: 2)
    page.events.append(Scenario.event(2, "test.one"))
    scenario.store.send(.page("a", a, .success(page)))
    scenario.store.expect(.listen(["meeting.started", "test.one"]))
    _ = try scenario.posting(1, of: "a")
    // It is known by now.
    scenario.store.send(.page("b", b, .success(page)))
    _ = try scenario.posting(1, of: "b")
    scenario.store.finish()
  }

  @Test func notAllOfManyTypesAreListenedFor() throws {
    var scenario = Scenario([Scenario.stored("a"), Scenario.stored("b")])
    scenario.store.send(.beat(Scenario.head(300)))
    let (a, b) = (try scenario.read("a", after: 0), try scenario.read("b", after: 0))
    let events = (1...300).map { Scenario.event($0, "test.\($0)") }
    let page = EventPage(
      events: events, epoch: Scenario.epoch, head: 300, hasMore: false, resume: 300)
    scenario.store.send(.page("a", a, .success(page)))
    let listened = ["meeting.started"] + (1..<WebhooksReducer.maxTypes).map { "test.\($0)" }
    scenario.store.expect(.listen(Set(listened)))
    #expect(try scenario.takePost("a").1.event == events[0])
    scenario.store.send(.page("b", b, .success(page)))
    #expect(try scenario.takePost("b").1.event == events[0])
    scenario.store.finish()
  }

  @Test func pageAfterPage() throws {
    var scenario = Scenario([Scenario.stored()])
    scenario.store.send(.beat(Scenario.head(9)))
    var page = try scenario.read(after: 0)
    // No event matches, and the journal continues.
    let empty = EventPage(events: [], epoch: "e1", head: 9, hasMore: true, resume: 5)
    scenario.store.send(.page("a", page, .success(empty))) { $0.sequence["a"] = 5 }
    page = try scenario.read(after: 5)
    scenario.store.send(
      .page("a", page, .success(Scenario.page(6...6, head: 9, resume: 8, hasMore: true))))
    let post = try scenario.posting(6)
    // Events after it that do not match count as delivered.
    scenario.store.send(.posted("a", post, Scenario.ok)) { $0.sequence["a"] = 8 }
    scenario.expectSaveDue()
    page = try scenario.read(after: 8)
    // A page without progress is not requested again at once.
    let stuck = EventPage(events: [], epoch: "e1", head: 9, hasMore: true, resume: 8)
    scenario.store.send(.page("a", page, .success(stuck)))
    scenario.store.finish()
  }

  @Test func aLongWayWithoutAnEventIsSaved() throws {
    var scenario = Scenario([Scenario.stored()])
    scenario.store.send(.beat(Scenario.head(5000)))
    let page = try scenario.read(after: 0)
    let none = EventPage(events: [], epoch: "e1", head: 5000, hasMore: false, resume: 5000)
    scenario.store.send(.page("a", page, .success(none))) { $0.sequence["a"] = 5000 }
    scenario.expectSaveDue()
    #expect(try scenario.save()["a"]?.position.sequence == 5000)
  }

  @Test func whileTheJournalIsAwayTheBeatAsksAgain() throws {
    var scenario = Scenario([Scenario.stored()])
    scenario.store.send(.beat(Scenario.head(1)))
    let page = try scenario.read(after: 0)
    scenario.store.send(.page("a", page, .failure(BusError(.unavailable, "away"))))
    scenario.store.send(.beat(Scenario.head(0, "")))
    scenario.store.send(.beat(Scenario.head(1)))
    _ = try scenario.read(after: 0)
    // An outdated reply.
    scenario.store.send(.page("a", page, .success(Scenario.page(1...1))))
    scenario.store.finish()
  }
}
