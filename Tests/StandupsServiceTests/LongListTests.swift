import Bus
import Countdown
import Foundation
import Messages
import Standups
import Testing

@testable import StandupsService

/// Lists fit a message whatever the titles: each character of these takes six bytes.
struct LongListTests {
  private let count = 800

  private func scenario() -> Scenario {
    let time = TestTime()
    return Scenario { state in
      for number in 0..<UInt32(count) {
        let standup = Standup(
          id: Standup.ID(UUID(number: 1000 + number)),
          title: String(repeating: "\u{1}", count: 1000))
        state.saved.put(record(standup, Int64(number)))
        var session = MeetingSession(
          id: Meeting.ID(UUID(number: 5000 + number)), standup: standup,
          clock: CountdownClock(elapsedMs: 0, at: time.moment(0), isRunning: false))
        session.begin(at: time.moment(0), isRecording: false)
        state.saved.put(session)
        state.saved.unreadable.append("standups/\(number)")
      }
      state.saved.unreadable += (0..<2000).map { "meetings/\($0)" }
    }
  }

  private func fits(_ reply: some Encodable) throws -> Bool {
    try BusJSON.encode(reply).count < Limits.bytes - Limits.headBytes
  }

  @Test func standups() throws {
    var scenario = scenario()
    var after: Standup.ID?
    var seen = 0
    repeat {
      let caller = scenario.send(.list(ListStandups(after: after, limit: 1000)))
      guard case .list(let page) = try scenario.reply(to: caller) else { return }
      #expect(try fits(page))
      seen += page.standups.count
      after = page.next
    } while after != nil
    #expect(seen == count)
  }

  /// Also for those who ask for all at once: they get a page, and learn where the next one begins.
  @Test func liveMeetings() throws {
    var scenario = scenario()
    var after: Meeting.ID?
    var seen: Set<Meeting.ID> = []
    repeat {
      let caller = scenario.send(.listLive(ListLiveMeetings(after: after)))
      guard case .allLive(let page) = try scenario.reply(to: caller) else { return }
      #expect(try fits(page))
      seen.formUnion(page.meetings.map(\.session.id))
      after = page.next
    } while after != nil
    #expect(seen.count == count)
  }

  @Test func whatWasFound() throws {
    var scenario = scenario()
    let caller = scenario.send(.search(SearchTranscripts(query: "x", limit: 1000)))
    let id = try scenario.store.take { if case .search(let id, _) = $0 { id } else { nil } }
    let standup = try #require(scenario.saved.standups.first)
    let meeting = Meeting(
      id: meetingID, date: Date(timeIntervalSince1970: 0), transcript: "x")
    let hit = SearchDocuments.Hit(
      document: Document(
        collection: "meetings", id: "\(meetingID)", parent: "\(standup.id)",
        body: try JSONValue(encoding: meeting)), snippet: "x")
    scenario.store.send(
      .found(id, .success(.init(hits: Array(repeating: hit, count: 900), total: 900))))
    guard case .found(let reply) = try scenario.reply(to: caller) else { return }
    #expect(try fits(reply))
    #expect((50..<900).contains(reply.hits.count))
    #expect(reply.total == 900)
  }

  @Test func unreadableDocuments() throws {
    var scenario = scenario()
    let caller = scenario.send(.status(GetListStatus()))
    guard case .status(let status) = try scenario.reply(to: caller) else { return }
    #expect(status.unreadable?.count == 1000)
  }
}
