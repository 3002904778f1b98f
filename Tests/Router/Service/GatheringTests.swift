import Documents
import PersistenceAPI
import StandupsAPI
import Testing
import TimerAPI
import TranscriptionAPI

@testable import Bus
@testable import Composition
@testable import RouterService

/// How services learn their work.
@Suite struct GatheringTests {
  /// All work of a service, page by page.
  private func all<Message: WorkRequest>(
    _ parent: Integration, _ caller: ScriptedCaller, _ ask: (_ after: String?) -> Message
  ) async throws -> [Message.Reply] {
    var replies: [Message.Reply] = []
    repeat {
      replies.append(try await parent.tell(ask(replies.last?.next), caller))
    } while replies.last?.next != nil && replies.count < 10
    return replies
  }

  /// Two pages of meetings: one with recognition, and one without.
  private static func meetings(_ command: GetRunningMeetings) -> GetRunningMeetings.Reply {
    command.after == nil
      ? GetRunningMeetings.Reply(meetings: [Sample.running], next: "7/x")
      : GetRunningMeetings.Reply(meetings: [Sample.running(isHeard: false)])
  }

  @Test func theTimerLearnsOfTheMeetings() async throws {
    let caller = ScriptedCaller { command in
      guard let command = command as? GetRunningMeetings else {
        throw BusError(.unavailable, "Away.")
      }
      return Self.meetings(command)
    }
    let replies = try await all(.standups(), caller) { CountdownsRequested(after: $0) }
    #expect(
      replies.map(\.countdowns).filter { !$0.isEmpty } == [[Sample.countdown], [Sample.countdown]])
    #expect(replies[0].next == "meeting/7/x")
    #expect(
      caller.sent.values.compactMap { $0 as? GetRunningMeetings } == [
        GetRunningMeetings(), GetRunningMeetings(after: "7/x"),
      ])
  }

  // MARK: Stored by the parent, and owned

  /// Two pages of decisions, one of them unreadable: it may have been a denial.
  private static func decisions(_ command: Load) -> DocumentPage {
    command.query.after == nil
      ? DocumentPage(
        documents: [
          BindingTests.decision("a", isGranted: true),
          Document(collection: "authorizations", id: "b", body: .emptyObject),
        ], next: "more", total: 3)
      : DocumentPage(documents: [BindingTests.decision("c", isGranted: false)], total: 3)
  }

  /// The decisions come before the streams: none is rejected because of a missing decision.
  @Test func transcriptionLearnsWhatWasDecidedAndThenWhatToHear() async throws {
    let caller = ScriptedCaller { command in
      if let load = command as? Load { return Self.decisions(load) }
      return Self.meetings(try #require(command as? GetRunningMeetings))
    }
    let replies = try await all(.standups(), caller) { RecognitionRequested(after: $0) }
    #expect(
      replies == [
        .init(
          authorizations: ["a": true, "b": false], streams: [], next: "authorizations/more"),
        .init(authorizations: ["c": false], streams: [], next: "meeting/"),
        .init(authorizations: [:], streams: [Sample.stream], next: "meeting/7/x"),
        .init(authorizations: [:], streams: []),
      ])
    let load = DocumentQuery(collection: "authorizations", limit: 1000)
    let rest = DocumentQuery(collection: "authorizations", after: "more", limit: 1000)
    #expect(
      caller.sent.values.map { "\($0)" } == [
        "\(Load(load))", "\(Load(rest))", "\(GetRunningMeetings())",
        "\(GetRunningMeetings(after: "7/x"))",
      ])
  }

  @Test func oneDecisionIsAskedForAlone() async throws {
    let caller = ScriptedCaller { _ in
      DocumentPage(documents: [BindingTests.decision("a", isGranted: false)], total: 1)
    }
    let reply = try await Integration.standups().tell(RecognitionRequested(subject: "a"), caller)
    #expect(reply.authorizations == ["a": false])
    #expect(reply.streams.isEmpty)
    #expect(
      caller.log == ["\(Load(DocumentQuery(collection: "authorizations", id: "a")))"])
  }

  @Test(arguments: [BusError.Code.unavailable, .draining])
  func withoutMeetingsTheDecisionsAreKnown(_ code: BusError.Code) async throws {
    let caller = ScriptedCaller { command in
      guard let load = command as? Load else { throw BusError(code, "Away.") }
      return Self.decisions(load)
    }
    let replies = try await all(.standups(), caller) { RecognitionRequested(after: $0) }
    #expect(replies.map(\.authorizations) == [["a": true, "b": false], ["c": false], [:]])
    #expect(replies.allSatisfy { $0.streams.isEmpty })
  }

  /// Work stored by the parent has no other source that would report it later.
  @Test func withoutTheDecisionsItIsAskedAgain() async {
    let caller = ScriptedCaller { command in
      if command is Load { throw BusError(.unavailable, "Away.") }
      return Self.meetings(try #require(command as? GetRunningMeetings))
    }
    let error = await #expect(throws: BusError.self) {
      try await Integration.standups().tell(RecognitionRequested(), caller)
    }
    #expect(error?.code == .unavailable)
  }

  // MARK: Two owners

  /// The timer works for meetings, and for a future feature.
  private var two: Integration {
    var parent = Integration()
    parent.child("timer")
    parent.gather(CountdownsRequested.self, of: "timer", from: [.meetings, .chess])
    return parent
  }

  private static func chess(_ command: GetGames) -> GetGames.Reply {
    command.after == nil
      ? GetGames.Reply(names: ["1"], next: "x/y") : GetGames.Reply(names: ["2"])
  }

  /// - Parameter away: the commands that fail, with their codes.
  private func caller(_ away: [String: BusError.Code] = [:]) -> ScriptedCaller {
    ScriptedCaller { command in
      if let code = away[type(of: command).target] { throw BusError(code, "Not now.") }
      if let chess = command as? GetGames { return Self.chess(chess) }
      return Self.meetings(try #require(command as? GetRunningMeetings))
    }
  }

  private static let ofChess: [CountdownsRequested.Reply] = [
    .init(countdowns: [.chess("1")], next: "chess/x/y"), .init(countdowns: [.chess("2")]),
  ]

  @Test func oneOwnerAfterTheOther() async throws {
    #expect(two.problems.isEmpty)
    let replies = try await all(two, caller()) { CountdownsRequested(after: $0) }
    #expect(
      replies == [
        .init(countdowns: [Sample.countdown], next: "meeting/7/x"),
        .init(countdowns: [Sample.countdown], next: "chess/"),
      ] + Self.ofChess)
  }

  @Test(arguments: [BusError.Code.unavailable, .draining])
  func anOwnerThatIsAwayIsPassedOver(_ code: BusError.Code) async throws {
    let ask = { (after: String?) in CountdownsRequested(after: after) }
    let first = caller([GetRunningMeetings.target: code])
    var ofChess = Self.ofChess
    ofChess[0].away = ["meeting"]
    #expect(try await all(two, first, ask) == ofChess)
    // It became unavailable between two pages: the other one follows from its start.
    #expect(
      try await two.tell(CountdownsRequested(after: "meeting/7/x"), first) == ofChess[0])
    let last = caller([GetGames.target: code])
    #expect(
      try await all(two, last, ask) == [
        .init(countdowns: [Sample.countdown], next: "meeting/7/x"),
        .init(countdowns: [Sample.countdown], next: "chess/"),
        .init(countdowns: [], away: ["chess"]),
      ])
    let both = caller([GetRunningMeetings.target: code, GetGames.target: code])
    #expect(
      try await all(two, both, ask) == [.init(countdowns: [], away: ["meeting", "chess"])])
  }

  @Test(arguments: [BusError.Code.busy, .expired, .internal])
  func anOwnerThatIsThereAndFailsIsAskedAgain(_ code: BusError.Code) async {
    let caller = caller([GetRunningMeetings.target: code])
    let error = await #expect(throws: BusError.self) {
      try await two.tell(CountdownsRequested(), caller)
    }
    #expect(error?.code == code)
    #expect(!caller.sent.values.contains { $0 is GetGames })
  }

  /// The cursor names an owner of another version's router.
  @Test func aCursorOfASourceThatIsGoneBeginsAnew() async throws {
    let reply = try await two.tell(CountdownsRequested(after: "draughts/7"), caller())
    #expect(reply == .init(countdowns: [Sample.countdown], next: "meeting/7/x"))
  }
}

/// Queries the work of another feature.
private struct GetGames: BusCommand, Hashable {
  static let target = "chess.running"
  static let traits = CommandTraits(access: .parent)
  var after: String?

  struct Reply: Codable, Hashable, Sendable {
    var names: [String]
    var next: String?
  }
}

extension WorkSource<CountdownsRequested> {
  fileprivate static let chess = owner("chess", asking: [GetGames.self]) { _, after, parent in
    let page = try await parent.send(GetGames(after: after))
    return CountdownsRequested.Reply(countdowns: page.names.map { .chess($0) }, next: page.next)
  }
}

extension StartCountdown {
  fileprivate static func chess(_ name: String) -> StartCountdown {
    StartCountdown(id: "chess/\(name)", durationMs: 60_000, speakers: 1)
  }
}
