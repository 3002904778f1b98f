import Bus
import Foundation
import Messages

@testable import Command

/// A journal for tests, which answers as the persistence service does.
struct Journal {
  var epoch = "e1"
  var events: [CloudEvent] = []
  /// The events up to here are gone.
  var compacted: Int64 = 0
  /// How many events one question looks at.
  var maximumScan = Int.max

  private var lastOfType: [String: Int64] = [:]
  private var lastOfStandup: [String: Int64] = [:]
  private var lastOfMeeting: [String: Int64] = [:]
  private var labels: [Int64: (standup: String?, meeting: String?)] = [:]

  init(epoch: String = "e1") { self.epoch = epoch }

  var head: Int64 { Int64(events.count) }
  var heads: JournalHeads.Reply {
    JournalHeads.Reply(epoch: epoch, head: head, oldest: compacted + 1)
  }
  var beat: JournalHead { JournalHead(epoch: epoch, head: head) }

  @discardableResult
  mutating func append(
    _ type: String = MeetingSegment.type, standup: String? = nil, meeting: String? = nil,
    time: Date? = nil
  ) -> CloudEvent {
    let sequence = head + 1
    let event = CloudEvent(
      id: "\(epoch)-\(sequence)", source: "/standups/standups", type: type,
      subject: meeting ?? standup ?? "x",
      time: time ?? Date(timeIntervalSince1970: 1_800_000_000 + TimeInterval(sequence)),
      sequence: sequence, epoch: epoch, previousOfType: lastOfType[type],
      previousOfStandup: standup.flatMap { lastOfStandup[$0] },
      previousOfMeeting: meeting.flatMap { lastOfMeeting[$0] }, data: .object([:]))
    lastOfType[type] = sequence
    if let standup { lastOfStandup[standup] = sequence }
    if let meeting { lastOfMeeting[meeting] = sequence }
    labels[sequence] = (standup, meeting)
    events.append(event)
    return event
  }

  /// Whether a subscription with these prefixes gets an event.
  func reaches(_ event: CloudEvent, _ prefixes: [String]) -> Bool {
    let known = event.sequence.flatMap { Int64($0) }.flatMap { labels[$0] }
    let all = Topic.all(
      for: EventLabels(
        type: event.type, subject: event.subject, standup: known?.standup, meeting: known?.meeting))
    return all.contains { topic in prefixes.contains { topic.hasPrefix($0) } }
  }

  /// - Throws: `BusError`, `compacted`.
  func replay(_ command: EventReplay) throws -> EventReplay.Reply {
    guard command.epoch ?? epoch == epoch, command.after >= compacted else {
      throw BusError(.compacted, "gone")
    }
    var page = EventReplay.Reply(
      events: [], epoch: epoch, head: head, hasMore: false, resume: head)
    for (scanned, event) in events.dropFirst(Int(command.after)).enumerated() {
      let sequence = command.after + Int64(scanned) + 1
      let known = labels[sequence]
      let fits =
        command.types?.contains(event.type) ?? true
        && (command.standup == nil || command.standup == known?.standup)
        && (command.meeting == nil || command.meeting == known?.meeting)
      if scanned == maximumScan || fits && page.events.count == command.limit ?? 100 {
        page.resume = sequence - 1
        page.hasMore = true
        return page
      }
      if fits { page.events.append(event) }
    }
    return page
  }
}
