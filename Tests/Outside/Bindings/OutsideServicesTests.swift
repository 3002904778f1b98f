import Countdown
import Documents
import FastJSON
import Foundation
import OutsideStore
import PersistenceAPI
import TestSupport
import Testing
import TimerAPI

@testable import Bus
@testable import Composition
@testable import RouterService

/// Services that the router does not know, with the bindings that an installation configures.
@Suite struct OutsideServicesTests {
  private static let clocks =
    "timer.finished/polls=polls.timeUp, timer.countdownsRequested/polls=polls.clocks"

  private func services(_ text: String) throws -> OutsideServices {
    let (rules, services, invalid) = BindingRule.list(text)
    try #require(invalid.isEmpty)
    return OutsideServices(rules, services: services)
  }

  private func integration(_ text: String) throws -> Integration {
    Integration.standups(outside: try services(text))
  }

  /// The reply of the binding of a message, and the commands that it sent, as `target key body`.
  private func tell(
    _ integration: Integration, _ message: String, _ body: String, from service: String = "polls",
    answer: String = "{}"
  ) async throws -> (reply: String, sent: [String]) {
    let bus = FakeBus()
    for target in integration.bindings.flatMap(\.causes) { bus.on(target) { _ in answer } }
    let binding = try integration.binding(for: message, from: service, body: Data(body.utf8))
    let parent = Parent(cause: Header(), caller: bus) { _ in }
    let reply = try await binding.run(Data(body.utf8), parent)
    return (
      String(decoding: reply, as: UTF8.self),
      bus.commands.map { "\($0.target) \($0.key ?? "-") \($0.body)" }
    )
  }

  @Test(arguments: [
    "polls=standups.note", "polls.decided", "polls.decided=note", "=standups.note",
    "polls.decided=standups.note=x", "timer.finished/Polls=polls.timeUp", "polls..decided=a.b",
    "polls.decided=standups.", "polls.über=standups.note", "pol ls", "polls.x=stand ups.note",
  ])
  func aMalformedRuleIsRejected(text: String) {
    #expect(BindingRule(text) == nil)
    #expect(BindingRule.list("a.b=c.d,\(text)").invalid == [text])
  }

  @Test func aListOfRulesIsReadInOrder() {
    let (rules, services, invalid) = BindingRule.list(
      " polls.decided = standups.note,, lottery , a.b/c=c.d ")
    #expect(rules.map(\.description) == ["polls.decided=standups.note", "a.b/c=c.d"])
    #expect(services == ["lottery"])
    #expect(invalid.isEmpty)
    #expect(rules.map(\.owner) == [nil, "c"])
    #expect(rules[0].sender == "polls" && rules[0].receiver == "standups")
  }

  @Test(arguments: [
    ("meeting.x=standups.note", "not the name of an outside service"),
    ("timer.finished=standups.note", "not the name of an outside service"),
    ("polls2.x=standups.note", "not the name of an outside service"),
    ("tool.x=standups.note", "not the name of an outside service"),
    ("imports.x=standups.note", "not the name of an outside service"),
    ("session", "not the name of an outside service"),
    ("standups", "not the name of an outside service"),
    ("store", "not the name of an outside service"),
    ("polls.x=persistence.commit", "stores the documents of all services"),
    ("polls.x=transcription.start", "accepts only the audio of meetings"),
    ("polls.x=events.publish", "sends “events.publish” itself"),
    ("polls.x=countdown.end", "no service handles it"),
    ("standups.changesDecided/polls=polls.x", "expected one of timer."),
    ("timer.finished/polls=standups.note", "the owner is the outside service"),
    ("timer.finished/meeting=meeting.x", "the owner is the outside service"),
    ("polls.x=standups.note,polls.x=standups.delete", "“polls.x” is bound twice"),
    ("timer.finished/polls=polls.timeUp", "Missing binding “timer.countdownsRequested/polls"),
    ("timer.countdownsRequested/polls=polls.clocks", "Missing binding “timer.finished/polls"),
  ])
  func aRuleThatCannotWorkIsRefused(text: String, reason: String) throws {
    let problems = try services(text).problems
    #expect(problems.count == 1)
    #expect(problems.first?.contains(reason) == true, "\(problems)")
  }

  @Test func theServicesOfTheRulesBelongToTheIntegration() throws {
    let integration = try integration("polls.decided=standups.note, polls.asked=lottery.draw")
    #expect(integration.problems.isEmpty)
    #expect(integration.children["polls"] == ["polls"])
    #expect(integration.children["lottery"] == ["lottery"])
    let bound = integration.bindings.filter { $0.message.hasPrefix("polls.") }
    #expect(Set(bound.flatMap(\.causes)) == ["standups.note", "lottery.draw"])
    #expect(integration.senders["polls.decided"] == ["polls"])
    #expect(integration.forwarded.contains("polls.decided"))
  }

  @Test func theBodyAndTheReplyArePassedOn() async throws {
    let integration = try integration("polls.decided=standups.note")
    let (reply, sent) = try await tell(
      integration, "polls.decided", #"{"standup":"s","text":"Pizza"}"#, answer: #"{"id":"f"}"#)
    #expect(reply == #"{"id":"f"}"#)
    #expect(sent == [#"standups.note - {"standup":"s","text":"Pizza"}"#])
  }

  // MARK: Documents

  @Test func everyNamedServiceMayStoreDocuments() throws {
    let integration = try integration("polls.decided=lottery.draw, quiz")
    #expect(integration.problems.isEmpty)
    #expect(integration.children["quiz"] == ["quiz"])
    let known = Integration.standups()
    // Never empty because it lists the messages of the dialogue, which are four.
    for message in StoreDialogue.messages {
      let senders = try #require(integration.senders[message.target])
      let others = try #require(known.senders[message.target])
      #expect(senders == others.union(["polls", "lottery", "quiz"]))
    }
    let outside = integration.bindings.filter {
      $0.message == ChangesDecided.target && known.children[$0.child] == nil
    }
    #expect(outside.count == 3)
    #expect(outside.allSatisfy { $0.events == ["\($0.child).*"] })
  }

  /// Otherwise a service with that name could use the collections.
  @Test func noNameBeginsACollectionOfAFeature() {
    // Never empty because each service with documents declares some.
    for kind in DocumentKind.all {
      let word = String(kind.collection.prefix { $0 != "." })
      #expect(OutsideServices([], services: [word]).names.isEmpty)
      #expect(OutsideServices([], services: [word]).problems.count == 1)
    }
  }

  private static let polls = Integration.standups(
    outside: OutsideServices([], services: ["polls"]))

  /// The code of the error of a message of the service “polls”, and the commands that it caused.
  private func result(
    _ message: some DelegateMessage, from service: String = "polls"
  ) async -> (code: BusError.Code?, sent: [any BusCommand]) {
    await Self.polls.result(message, from: service)
  }

  private func event(_ type: String, subject: String = "1") -> NewEvent {
    NewEvent(
      id: UUID().uuidString.lowercased(), source: "/standups/standups",
      labels: EventLabels(type: type, subject: subject), time: Date(timeIntervalSince1970: 0),
      data: .emptyObject)
  }

  @Test func aServiceStoresItsDocumentsWithItsEvents() async throws {
    let poll = Document(collection: "polls.polls", id: "1", body: .emptyObject)
    let decided = ChangesDecided(
      changes: [.put(poll), .erase(.removed)], events: [event("polls.opened")],
      reply: StoredReply(key: "k", reply: .null), term: "t")
    let stored = await result(decided)
    #expect(stored.code == nil)
    let commit = try #require(stored.sent.first as? Commit)
    #expect(commit.changes == decided.changes)
    #expect(commit.events.map(\.labels.type) == ["polls.opened"])
    #expect(commit.events.map(\.source) == ["/standups/polls"])
    #expect(commit.idempotency?.key == "outside/polls/k")
    #expect(commit.term == WriterTerm(owner: "polls", id: "t"))
    let found = await result(ReplyRequested(key: "k"))
    #expect((found.sent.first as? FindReply)?.key == "outside/polls/k")
    #expect(
      await result(DocumentsRequested(query: DocumentQuery(collection: "polls.polls"))).code
        == nil)
  }

  @Test(arguments: [
    DocumentChange.delete(collection: "standups", id: "1"),
    .delete(collection: "polls", id: "1"),
    .delete(collection: "polls.", id: "1"),
    .delete(collection: "pollsters.x", id: "1"),
    .deleteMentioning(collection: "quiz.rounds", text: "1"),
    .setTeam(collection: "standups", parent: "1", team: "web"),
    .erase(Erasure(meeting: "1")),
    .erase(Erasure(subject: "1")),
  ])
  func aChangeOfForeignDocumentsIsDenied(_ change: DocumentChange) async throws {
    let denied = await result(ChangesDecided(changes: [change]))
    #expect(denied.code == .denied)
    #expect(denied.sent.isEmpty)
  }

  /// Other writers wait while a decision is written.
  @Test func aDecisionThatTakesLongIsRefused() async throws {
    let mentioning = DocumentChange.deleteMentioning(collection: "polls.polls", text: "1")
    #expect(await result(ChangesDecided(changes: [mentioning])).code == .denied)
    let one = DocumentChange.delete(collection: "polls.polls", id: "1")
    let most = [DocumentChange](repeating: one, count: OutsideStore.maxChanges)
    #expect(await result(ChangesDecided(changes: most)).code == nil)
    #expect(await result(ChangesDecided(changes: most + [one])).code == .tooLarge)
  }

  /// A database can index only short names, and all of them have to accept what one accepts.
  @Test func aNameThatAnotherDatabaseRejectsIsRefused() async throws {
    let long = String(repeating: "x", count: OutsideStore.maxNameBytes + 1)
    for id in ["", long, "a\u{0}b"] {
      let changes: [DocumentChange] = [
        .put(Document(collection: "polls.polls", id: id, body: .emptyObject)),
        .insert(Document(collection: "polls.polls", id: "1", parent: id, body: .emptyObject)),
        .delete(collection: "polls.polls", id: id),
        .deleteChildren(collection: "polls.polls", parent: id),
        .setTeam(collection: "polls.polls", parent: id, team: "web"),
        .setTeam(collection: "polls.polls", parent: "1", team: id),
        .put(Document(collection: "polls.polls", id: "1", team: id, body: .emptyObject)),
      ]
      // Never empty because it is the list above.
      for change in changes {
        let refused = await result(ChangesDecided(changes: [change]))
        #expect(refused.code == .invalid)
        #expect(refused.sent.isEmpty)
      }
    }
    let collection = DocumentChange.delete(collection: "polls.\(long)", id: "1")
    #expect(await result(ChangesDecided(changes: [collection])).code == .invalid)
    let reply = StoredReply(key: long, reply: .null)
    #expect(await result(ChangesDecided(changes: [], reply: reply)).code == .invalid)
    #expect(await result(ReplyRequested(key: long)).code == .invalid)
    // The digest of a request ends with the teams of its sender.
    let request = String(repeating: "x", count: OutsideStore.maxRequestBytes)
    #expect(await result(ReplyRequested(key: "k", request: request)).code == nil)
    #expect(await result(ReplyRequested(key: "k", request: request + "x")).code == .invalid)
  }

  @Test func anEventIsAsIfItWerePublished() async throws {
    var one = event("polls.opened")
    one.id = one.id.uppercased()
    one.traceparent = "a\r\nb: c"
    var two = event("polls.opened")
    two.traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    let stored = await result(ChangesDecided(changes: [], events: [one, two]))
    let commit = try #require(stored.sent.first as? Commit)
    #expect(commit.events.map(\.id) == [one.id.lowercased(), two.id])
    #expect(commit.events.map(\.traceparent) == [nil, two.traceparent])
  }

  @Test(arguments: ["standups", "polls", "session.lines"])
  func foreignDocumentsAreNotRead(collection: String) async throws {
    let query = DocumentQuery(collection: collection)
    #expect(await result(DocumentsRequested(query: query)).code == .denied)
  }

  @Test func foreignAndInvalidEventsAreNotPublished() async throws {
    for type in ["standup.created", "quiz.opened", "polls"] {
      let denied = await result(ChangesDecided(changes: [], events: [event(type)]))
      #expect(denied.code == .denied)
      #expect(denied.sent.isEmpty)
    }
    for wrong in [event("polls..x"), event("polls.x", subject: "")] {
      let refused = await result(ChangesDecided(changes: [], events: [wrong]))
      #expect(refused.code == .invalid)
    }
  }

  @Test func theServicesOfTheCatalogAreUnaffected() async throws {
    let own = await result(
      ChangesDecided(
        changes: [.delete(collection: "focus.items", id: "1"), .erase(Erasure(subject: "1"))],
        reply: StoredReply(key: "k", reply: .null)), from: "focus")
    #expect(own.code == nil)
    #expect((own.sent.first as? Commit)?.idempotency?.key == "k")
    let foreign = ChangesDecided(changes: [.delete(collection: "polls.polls", id: "1")])
    #expect(await result(foreign, from: "focus").code == .denied)
    #expect(await result(TermBegun(id: "1"), from: "lottery").code == .denied)
  }

  // MARK: The timer

  @Test func aServiceStartsOnlyItsOwnCountdowns() async throws {
    let integration = try integration("polls.clockNeeded=timer.start, \(Self.clocks)")
    let own = try await tell(
      integration, "polls.clockNeeded", #"{"id":"polls/1","durationMs":1000,"speakers":1}"#)
    #expect(
      own.sent == [#"timer.start polls/1 {"id":"polls/1","durationMs":1000,"speakers":1}"#])
    for id in ["meeting/1", "tool/1", "polls"] {
      let error = await #expect(throws: BusError.self) {
        try await tell(integration, "polls.clockNeeded", #"{"id":"\#(id)","durationMs":1000}"#)
      }
      #expect(error?.code == .denied)
    }
  }

  @Test func theTimersReportsReachTheOwner() async throws {
    let integration = try integration(Self.clocks)
    #expect(integration.problems.isEmpty)
    #expect(integration.owners(of: "timer").contains("polls"))
    let finished = try await tell(
      integration, "timer.finished", #"{"id":"polls/1","elapsedMs":1000}"#, from: "timer")
    #expect(finished.sent == [#"polls.timeUp polls/1 {"id":"polls/1","elapsedMs":1000}"#])
    let changed = try await tell(
      integration, "timer.speakerChanged", #"{"id":"polls/1","speaker":0,"elapsedMs":0}"#,
      from: "timer")
    #expect(changed.sent.isEmpty)
  }

  /// The reply to a timer that requests its work, once the features have returned theirs.
  private func work(_ clocks: String) async throws -> CountdownsRequested.Reply {
    let integration = try integration(Self.clocks)
    let bus = FakeBus()
    bus.on("polls.clocks") { _ in clocks }
    let parent = Parent(cause: Header(), caller: bus) { _ in }
    let body = Data(#"{"after":"polls/"}"#.utf8)
    let binding = try integration.binding(
      for: CountdownsRequested.target, from: "timer", body: body)
    return try BusJSON.decode(from: try await binding.run(body, parent))
  }

  @Test func aTimerThatStartsReceivesTheCountdownsOfTheOwner() async throws {
    let page = try await work(
      #"{"countdowns":[{"id":"polls/1","durationMs":1000,"speakers":1}]}"#)
    #expect(page.countdowns.map(\.id) == ["polls/1"])
    #expect(page.away == nil)
  }

  @Test(arguments: [
    #"{"countdowns":[{"id":"meeting/1","durationMs":1000,"speakers":1}]}"#, #"{"countdowns":7}"#,
    #"{"countdowns":[],"next":"polls/1"}"#, "{}",
  ])
  func aDefectOfTheOwnerHidesNoOtherCountdowns(clocks: String) async throws {
    let page = try await work(clocks)
    #expect(page.countdowns.isEmpty)
    #expect(page.away == ["polls"])
  }
}
