import Bus
import Countdown
import Documents
import Foundation
import PersistenceAPI
import SnapshotAPI
import Standups
import StandupsAPI
import Testing
import ZeroMQ

@testable import RouterService

/// Replies with pages, as the standups service does, and rejects those that do not fit one message.
private struct Pages: CommandCaller {
  var meetings: [LiveMeeting] = []
  var standups: [StandupSummary] = []

  func send<Command: BusCommand>(
    _ command: Command, attachments: [Frame], options: CallOptions
  ) async throws -> Command.Reply {
    let reply: any Encodable & Sendable
    switch command {
    case is GetJournalRange:
      reply = JournalRange(epoch: "e", head: 7, oldest: 1)
    case let command as ListLiveMeetings:
      let rest = meetings.filter { one in
        command.after.map { "\(one.session.id)" > "\($0)" } ?? true
      }
      let page = Array(rest.prefix(command.limit ?? 1000))
      reply = ListLiveMeetings.Reply(
        meetings: page, next: page.count < rest.count ? page.last?.session.id : nil)
    case let command as ListStandups:
      let start =
        try command.after.map { after in
          guard let index = standups.firstIndex(where: { "\($0.standup.id)" == after }) else {
            throw BusError(.invalid, "No page gave this cursor.")
          }
          return index + 1
        } ?? 0
      let page = Array(standups[start...].prefix(command.limit ?? 1000))
      let more = start + page.count < standups.count
      reply = ListStandups.Reply(
        standups: page, next: more ? page.last.map { "\($0.standup.id)" } : nil)
    default:
      throw BusError(.unroutable, "Nobody answers \(Command.target).")
    }
    guard try BusJSON.encode(reply).count <= Limits.bytes - 4096 else {
      throw BusError(.tooLarge, "The reply does not fit a message.")
    }
    return try #require(reply as? Command.Reply)
  }
}

@Suite struct SnapshotReaderTests {
  private func standup(nameBytes: Int) -> Standup {
    Standup(
      id: Standup.ID(UUID()),
      attendees: [
        Attendee(id: Attendee.ID(UUID()), name: String(repeating: "n", count: nameBytes))
      ])
  }

  private func meetings(_ count: Int, nameBytes: Int) -> [LiveMeeting] {
    (0..<count).map { _ in
      LiveMeeting(
        session: MeetingSession(
          id: Meeting.ID(UUID()), standup: standup(nameBytes: nameBytes),
          clock: CountdownClock(
            elapsedMs: 0, at: ClockReading(wallMs: 0, boot: "b", uptimeUs: 0), isRunning: false)),
        elapsedMs: 0)
    }.sorted { "\($0.session.id)" < "\($1.session.id)" }
  }

  private func standups(_ count: Int, nameBytes: Int) -> [StandupSummary] {
    (0..<count).map { _ in StandupSummary(standup: standup(nameBytes: nameBytes), meetings: 0) }
  }

  private func walk(_ pages: Pages, limit: Int?) async throws -> [EventSnapshot.Reply] {
    let reader = SnapshotReader(caller: pages, options: CallOptions())
    var replies: [EventSnapshot.Reply] = []
    var after: String?
    repeat {
      let reply = try await reader.page(EventSnapshot(after: after, limit: limit))
      #expect(try BusJSON.encode(reply).count < Limits.bytes - 4096)
      replies.append(reply)
      after = reply.next
    } while after != nil && replies.count < 10_000
    return replies
  }

  @Test(arguments: [
    (0, 0, 10, nil), (3, 4, 10, nil), (400, 200, 5000, nil), (100, 100, 20_000, 1000),
    (5, 5, 190_000, nil), (7, 5, 10, 1),
  ])
  func everyPageFitsAMessageAndNothingIsLeftOut(
    live: Int, listed: Int, nameBytes: Int, limit: Int?
  ) async throws {
    let pages = Pages(
      meetings: meetings(live, nameBytes: nameBytes),
      standups: standups(listed, nameBytes: nameBytes))
    let replies = try await walk(pages, limit: limit)
    #expect(replies.flatMap(\.meetings).map(\.session.id) == pages.meetings.map(\.session.id))
    #expect(replies.flatMap(\.standups).map(\.standup.id) == pages.standups.map(\.standup.id))
    #expect(replies.allSatisfy { $0.epoch == "e" && $0.sequence == 7 })
    if live == 3 { #expect(replies.count == 1) }
  }

  @Test(arguments: ["", "x", "standups", "meetings/", "standups/x", "00-00", "meetings/7"])
  func aPlaceThatIsNoneIsRefused(after: String) async throws {
    let reader = SnapshotReader(caller: Pages(), options: CallOptions())
    let error = await #expect(throws: BusError.self) {
      _ = try await reader.page(EventSnapshot(after: after))
    }
    #expect(error?.code == .invalid)
  }
}
