import Countdown
import Foundation
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
    let (rules, invalid) = BindingRule.list(text)
    try #require(invalid.isEmpty)
    return OutsideServices(rules)
  }

  private func integration(_ text: String) throws -> Integration {
    Integration.standups(outside: try services(text))
  }

  /// The reply of the binding of a message, and the commands that it sent, as `target key body`.
  private func tell(
    _ integration: Integration, _ message: String, _ body: String, answer: String = "{}"
  ) async throws -> (reply: String, sent: [String]) {
    let bus = FakeBus()
    for target in integration.bindings.flatMap(\.causes) { bus.on(target) { _ in answer } }
    let binding = try integration.binding(
      for: message, from: String(message.prefix { $0 != "." }), body: Data(body.utf8))
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
    "polls.decided=standups.", "polls.über=standups.note",
  ])
  func aMalformedRuleIsRejected(text: String) {
    #expect(BindingRule(text) == nil)
    #expect(BindingRule.list("a.b=c.d,\(text)").invalid == [text])
  }

  @Test func aListOfRulesIsReadInOrder() {
    let (rules, invalid) = BindingRule.list(" polls.decided = standups.note,, a.b/c=c.d ")
    #expect(rules.map(\.description) == ["polls.decided=standups.note", "a.b/c=c.d"])
    #expect(invalid.isEmpty)
    #expect(rules.map(\.owner) == [nil, "c"])
    #expect(rules[0].sender == "polls" && rules[0].receiver == "standups")
  }

  @Test(arguments: [
    ("meeting.x=standups.note", "not the name of an outside service"),
    ("timer.finished=standups.note", "not the name of an outside service"),
    ("polls2.x=standups.note", "not the name of an outside service"),
    ("tool.x=standups.note", "not the name of an outside service"),
    ("polls.x=persistence.commit", "stores the documents of all services"),
    ("polls.x=transcription.start", "accepts only the audio of meetings"),
    ("polls.x=events.publish", "sends “events.publish” itself"),
    ("polls.x=countdown.end", "no service handles it"),
    ("standups.changesDecided/polls=polls.x", "expected one of timer."),
    ("timer.finished/polls=standups.note", "the owner is the outside service"),
    ("timer.finished/meeting=meeting.x", "the owner is the outside service"),
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
    let bound = integration.bindings.filter { $0.child == "polls" }
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
      integration, "timer.finished", #"{"id":"polls/1","elapsedMs":1000}"#)
    #expect(finished.sent == [#"polls.timeUp polls/1 {"id":"polls/1","elapsedMs":1000}"#])
    let changed = try await tell(
      integration, "timer.speakerChanged", #"{"id":"polls/1","speaker":0,"elapsedMs":0}"#)
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
    "{}",
  ])
  func aDefectOfTheOwnerHidesNoOtherCountdowns(clocks: String) async throws {
    let page = try await work(clocks)
    #expect(page.countdowns.isEmpty)
    #expect(page.away == ["polls"])
  }
}
