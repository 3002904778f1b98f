import Bus
import Documents
import Foundation
import RouterAPI
import StandupsAPI

@testable import Command

/// A journal for tests with the replies of the persistence service.
struct Journal {
  var epoch = "e1"
  var events: [CloudEvent] = []
  /// The last compacted sequence.
  var compacted: Int64 = 0
  /// Maximum number of events that one command scans.
  var maximumScan = Int.max

  private var lastOfType: [String: Int64] = [:]
  private var lastOfStandup: [String: Int64] = [:]
  private var lastOfMeeting: [String: Int64] = [:]
  private var lastOfTeam: [String: Int64] = [:]
  private var labels: [Int64: (standup: String?, meeting: String?)] = [:]

  init(epoch: String = "e1") { self.epoch = epoch }

  var head: Int64 { Int64(events.count) }
  var heads: JournalRange {
    JournalRange(epoch: epoch, head: head, oldest: compacted + 1)
  }
  var beat: JournalHead { JournalHead(epoch: epoch, head: head) }

  @discardableResult
  mutating func append(
    _ type: String = MeetingSegment.type, standup: String? = nil, meeting: String? = nil,
    team: String? = nil, time: Date? = nil, by actor: String? = nil
  ) -> CloudEvent {
    let sequence = head + 1
    let event = CloudEvent(
      id: "\(epoch)-\(sequence)", source: "/standups/standups", type: type,
      subject: meeting ?? standup ?? "x",
      time: time ?? Date(timeIntervalSince1970: 1_800_000_000 + TimeInterval(sequence)),
      sequence: sequence, epoch: epoch, by: actor, team: team, previousOfType: lastOfType[type],
      previousOfStandup: standup.flatMap { lastOfStandup[$0] },
      previousOfMeeting: meeting.flatMap { lastOfMeeting[$0] },
      previousOfTeam: team.flatMap { lastOfTeam[$0] }, data: .emptyObject)
    lastOfType[type] = sequence
    if let standup { lastOfStandup[standup] = sequence }
    if let meeting { lastOfMeeting[meeting] = sequence }
    if let team { lastOfTeam[team] = sequence }
    labels[sequence] = (standup, meeting)
    events.append(event)
    return event
  }

  /// True if a subscription with these prefixes receives an event.
  func reaches(_ event: CloudEvent, _ prefixes: [String]) -> Bool {
    let known = event.sequence.flatMap { Int64($0) }.flatMap { labels[$0] }
    let all = Topic.all(
      for: EventLabels(
        type: event.type, subject: event.subject, standup: known?.standup, meeting: known?.meeting,
        team: event.team))
    return all.contains { topic in prefixes.contains { topic.hasPrefix($0) } }
  }

  /// - Throws: `BusError`, `compacted`.
  func replay(_ command: EventReplay) throws -> EventPage {
    let query = command.query
    guard query.epoch ?? epoch == epoch, query.after >= compacted else {
      throw BusError(.compacted, "gone")
    }
    var page = EventPage(
      events: [], epoch: epoch, head: head, hasMore: false, resume: head)
    for (scanned, event) in events.dropFirst(Int(query.after)).enumerated() {
      let sequence = query.after + Int64(scanned) + 1
      let known = labels[sequence]
      let fits =
        query.types?.contains(event.type) ?? true
        && (query.standup == nil || query.standup == known?.standup)
        && (query.by == nil || query.by == event.by)
        && (query.teams.map { $0.contains(event.team ?? "") } ?? true)
        && (query.meeting == nil || query.meeting == known?.meeting)
      if scanned == maximumScan || fits && page.events.count == query.limit ?? 100 {
        page.resume = sequence - 1
        page.hasMore = true
        return page
      }
      if fits { page.events.append(event) }
    }
    return page
  }
}
