import Bus
import Countdown
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// Lists fit one message whatever the titles: each character of these takes six bytes.
struct LongListTests {
  private let count = 800

  private func scenario() -> Scenario {
    let time = TestTime()
    return Scenario { state in
      for number in 0..<UInt32(count) {
        let standup = Standup(
          id: Standup.ID(UUID(number: 1000 + number)),
          title: String(repeating: "\u{1}", count: 1000))
        state.saved.add(record(standup, Int64(number)))
        var session = MeetingSession(
          id: Meeting.ID(UUID(number: 5000 + number)), standup: standup,
          clock: CountdownClock(elapsedMs: 0, at: time.moment(0), isRunning: false))
        session.begin(at: time.moment(0), isRecording: false)
        state.saved.put(session)
        state.saved.note(unreadable: "standups/\(number)")
      }
      for number in 0..<2000 { state.saved.note(unreadable: "meetings/\(number)") }
    }
  }

  private func fits(_ reply: some Encodable) throws -> Bool {
    try BusJSON.encode(reply).count < Limits.bytes - Limits.headBytes
  }

  /// This includes requests for everything at once: they get a page, and the start of the next one.
  @Test func liveMeetings() throws {
    var scenario = scenario()
    var after: Meeting.ID?
    var seen: Set<Meeting.ID> = []
    repeat {
      let caller = scenario.send(.listLive(ListLiveMeetings(after: after)))
      let page = try scenario.allLive(to: caller)
      #expect(try fits(page))
      seen.formUnion(page.meetings.map(\.session.id))
      after = page.next
    } while after != nil
    #expect(seen.count == count)
  }

  @Test func whatWasFound() throws {
    var scenario = scenario()
    let caller = scenario.send(.search(SearchTranscripts(query: "x", limit: 1000)))
    let id = try scenario.searchWords().id
    let standup = try #require(scenario.saved.recent.first { _ in true })
    let meeting = Meeting(
      id: meetingID, date: Date(timeIntervalSince1970: 0), transcript: "x")
    let hit = FoundDocuments.Hit(
      document: Document(
        collection: "meetings", id: "\(meetingID)", parent: "\(standup.id)",
        body: try RawJSON(encoding: meeting)), snippet: "x")
    scenario.store.send(
      .found(id, .success(.init(hits: Array(repeating: hit, count: 900), total: 900))))
    let reply = try scenario.foundMeetings(to: caller)
    #expect(try fits(reply))
    #expect((50..<900).contains(reply.hits.count))
    #expect(reply.total == 900)
  }

  @Test func unreadableDocuments() throws {
    var scenario = scenario()
    let caller = scenario.send(.status(GetListStatus()))
    let status = try scenario.status(to: caller)
    #expect(status.unreadable?.count == 1000)
  }

  // MARK: Past meetings

  private func document(_ meeting: Meeting) throws -> Document {
    Document(
      collection: "meetings", id: "\(meeting.id)", parent: "\(design.id)",
      body: try RawJSON(encoding: meeting))
  }

  private func meeting(_ number: UInt32, _ transcript: String) -> Meeting {
    Meeting(
      id: Meeting.ID(UUID(number: number)), date: Date(timeIntervalSince1970: Double(number)),
      transcript: transcript)
  }

  /// A standup whose attendees take 530 kB.
  private func largeScenario(_ meetings: Int) -> Scenario {
    let attendees = (0..<500).map {
      Attendee(id: Attendee.ID(UUID(number: 9000 + $0)), name: String(repeating: "n", count: 1000))
    }
    let standup = Standup(
      id: design.id, title: "Large", attendees: IdentifiedArray(attendees))
    return Scenario { $0.saved.add(record(standup, 1, meetings: meetings)) }
  }

  /// A large standup leaves room for fewer of its meetings.
  @Test func meetingsOfALargeStandup() throws {
    var scenario = largeScenario(3)
    let all = [3, 2, 1].map { meeting($0, String(repeating: "\"", count: 100_000)) }
    let caller = scenario.send(.get(GetStandup(id: design.id)))
    var (id, query) = try scenario.load()
    #expect(query.limit == 20)
    scenario.store.send(
      .documents(id, .success(.init(documents: try all.map(document), total: 3))))
    (id, query) = try scenario.load()
    #expect(query.limit == 2)
    scenario.store.send(
      .documents(
        id, .success(.init(documents: try all.prefix(2).map(document), next: "n", total: 3))))
    let reply = try scenario.get(to: caller)
    #expect(try fits(reply))
    #expect(reply.meetings.map(\.id) == all.prefix(2).map(\.id))
    #expect(reply.meetings.allSatisfy { $0.transcript.utf8.count == 100_000 })
    #expect(reply.next == "n" && reply.shortened == nil)
    scenario.finish()
  }

  /// A meeting that does not fit even alone is returned without its words, and says so.
  @Test func aMeetingThatFitsNoMessageWithItsStandup() throws {
    var scenario = largeScenario(2)
    let long = meeting(2, String(repeating: "a", count: 600_000))
    let caller = scenario.send(.get(GetStandup(id: design.id, limit: 2)))
    var (id, query) = try scenario.load()
    scenario.store.send(
      .documents(
        id, .success(.init(documents: [try document(long)], next: "n", total: 2))))
    (id, query) = try scenario.load()
    #expect(query.limit == 1)
    scenario.store.send(
      .documents(
        id, .success(.init(documents: [try document(long)], next: "n", total: 2))))
    let reply = try scenario.get(to: caller)
    #expect(try fits(reply))
    #expect(reply.meetings.map(\.id) == [long.id] && reply.shortened == [long.id])
    #expect(reply.meetings.first?.transcript == "")
    #expect(reply.next == "n")
    scenario.finish()
  }

  // MARK: Files

  /// Persistence as far as an export needs it: pages by count; the cursor is the previous number.
  private func answer(
    _ scenario: inout Scenario, _ standup: StandupRecord, _ meetings: [Meeting]
  ) throws {
    let isStandups = scenario.store.pending.contains { effect in
      if case .load(_, let query) = effect { query.collection == "standups" } else { false }
    }
    if isStandups {
      try scenario.loadStandups([standup])
      return
    }
    let (id, query) = try scenario.load()
    let start = query.after.flatMap(DocumentCursor.init).map { Int($0.sortKey) } ?? 0
    let end = min(meetings.count, start + (query.limit ?? 100))
    scenario.store.send(
      .documents(
        id,
        .success(
          .init(
            documents: try meetings[start..<end].map(document),
            next: end < meetings.count ? "\(end) x" : nil, total: meetings.count))))
  }

  /// The pages of an export, joined; each must fit one message.
  private func export(
    _ scenario: inout Scenario, _ standup: StandupRecord, _ meetings: [Meeting]
  ) throws -> (text: String, pages: Int) {
    var (text, pages) = ("", 0)
    var after: String?
    repeat {
      let caller = scenario.send(.exportFile(ExportStandups(after: after)))
      while !scenario.store.state.isIdle { try answer(&scenario, standup, meetings) }
      let page = try scenario.exported(to: caller)
      #expect(try fits(page))
      text += page.json
      after = page.next
      pages += 1
    } while after != nil
    return (text, pages)
  }

  /// In the file a quote takes two bytes, and four in the message with the file.
  @Test func aFileFullOfQuotes() throws {
    let meetings = (1...12).reversed().map {
      meeting($0, String(repeating: "\"", count: 30_000))
    }
    var scenario = Scenario()
    let file = try export(&scenario, record(design, 1, meetings: 12), meetings)
    #expect(file.pages > 1)
    let standups = try StandupsJSON.decode(Data(file.text.utf8))
    #expect(standups == [StandupWithMeetings(standup: design, meetings: meetings)])
    scenario.finish()
  }

  /// Content that fits no page is divided: here a standup, and two of its meetings.
  @Test func aFileOfWhatFitsNoMessage() throws {
    let meetings = [3, 2, 1].map {
      meeting($0, String(repeating: $0 == 2 ? "x" : "\"é\n", count: 120_000))
    }
    let attendees = (0..<300).map {
      Attendee(
        id: Attendee.ID(UUID(number: 9000 + $0)), name: String(repeating: "\"", count: 1000))
    }
    let standup = Standup(
      id: design.id, title: "Large", attendees: IdentifiedArray(attendees))
    var scenario = Scenario()
    let file = try export(&scenario, record(standup, 1, meetings: 3), meetings)
    #expect(file.pages > 4)
    let standups = try StandupsJSON.decode(Data(file.text.utf8))
    #expect(standups == [StandupWithMeetings(standup: standup, meetings: meetings)])
    scenario.finish()
  }

  @Test func whatWasDividedMustNotChange() throws {
    let long = String(repeating: "\"", count: 300_000)
    var scenario = Scenario()
    let standup = record(design, 1, meetings: 1)
    let first = scenario.send(.exportFile(ExportStandups()))
    try answer(&scenario, standup, [])
    try answer(&scenario, standup, [meeting(1, long)])
    let begin = try scenario.exported(to: first)
    for others in [[meeting(1, long + "!")], []] {
      let caller = scenario.send(.exportFile(ExportStandups(after: begin.next)))
      try answer(&scenario, standup, others)
      try scenario.error(to: caller, .conflict)
    }
    scenario.finish()
  }

  @Test(arguments: [
    "", "x", "1", "[]", "{}", #"{"hasMeetings":1,"hasStandups":true}"#,
    #"{"begun":{"checksum":1,"written":0},"hasMeetings":true,"hasStandups":true}"#,
    #"{"hasMeetings":true,"hasStandups":true,"open":"x"}"#,
  ])
  func aCursorThatNoExportGave(text: String) {
    #expect(throws: BusError.self) { try ExportPage(after: text) }
  }
}
