import Bus
import StandupsDependencies
import Documents
import RouterAPI
import Standups
import StandupsAPI
import TestSupport
import Testing

@testable import Command

@Suite("Following events")
struct EventFollowerTests {
  private static let standup = Fixture.standup().id
  private static let meeting = Fixture.meetingID

  private func live(
    _ journal: Journal, _ filter: EventFilter = EventFilter()
  ) throws -> EventFollower {
    var follower = EventFollower(filter: filter, epoch: journal.epoch, position: journal.head)
    #expect(follower.start().count == 1)
    let page = try journal.replay(EventReplay(JournalQuery(after: journal.head)))
    #expect(follower.page(page) == [.caughtUp])
    return follower
  }

  private func question(_ after: Int64, _ epoch: String = "e1") -> EventFollower.Effect {
    .replay(EventReplay(JournalQuery(after: after, epoch: epoch, limit: 500)))
  }

  @Test("What comes in order is printed, and what comes twice once")
  func order() throws {
    var journal = Journal()
    var follower = try live(journal)
    let (one, two) = (journal.append(), journal.append())
    #expect(follower.received(one) == [.print(one)])
    #expect(follower.received(two) == [.print(two)])
    #expect(follower.received(one) == [])
    #expect(follower.received(two) == [])
    #expect(follower.position == 2)
  }

  @Test("A hole is asked for once, and what waited behind it is printed after it")
  func hole() throws {
    var journal = Journal()
    var follower = try live(journal)
    let (one, two, three) = (journal.append(), journal.append(), journal.append())
    #expect(follower.received(two) == [question(0)])
    #expect(follower.received(three) == [])
    let answer = try journal.replay(EventReplay(JournalQuery(after: 0)))
    #expect(follower.page(answer) == [.print(one), .print(two), .print(three)])
    #expect(follower.page(answer) == [], "nothing was asked")
  }

  @Test("What comes late closes the hole before the answer, which then brings nothing new")
  func late() throws {
    var journal = Journal()
    var follower = try live(journal)
    let (one, two) = (journal.append(), journal.append())
    #expect(follower.received(two) == [question(0)])
    #expect(follower.received(one) == [.print(one), .print(two)])
    #expect(follower.page(try journal.replay(EventReplay(JournalQuery(after: 0)))) == [])
  }

  @Test("An answer older than what waits is asked for again, and only while it brings something")
  func olderAnswer() throws {
    var journal = Journal()
    var follower = try live(journal)
    let one = journal.append()
    let older = journal
    journal.append()
    let three = journal.append()
    #expect(follower.received(three) == [question(0)])
    #expect(
      follower.page(try older.replay(EventReplay(JournalQuery(after: 0)))) == [
        .print(one), question(1),
      ])
    #expect(follower.page(try older.replay(EventReplay(JournalQuery(after: 1)))) == [])
    #expect(follower.beat(journal.beat) == [question(1)])
  }

  @Test("A lost tail shows in the second beat that tells of it")
  func tail() throws {
    var journal = Journal()
    var follower = try live(journal)
    #expect(follower.beat(journal.beat) == [])
    let one = journal.append()
    #expect(follower.beat(journal.beat) == [], "the event may be under way")
    #expect(follower.beat(journal.beat) == [question(0)])
    #expect(follower.beat(journal.beat) == [], "it was asked already")
    #expect(follower.page(try journal.replay(EventReplay(JournalQuery(after: 0)))) == [.print(one)])
    #expect(follower.beat(journal.beat) == [])
  }

  @Test("A hole in the events of a team is seen by its own chain")
  func holeOfTeam() throws {
    var journal = Journal()
    let filter = EventFilter(team: "web")
    journal.append(team: "web")
    var follower = EventFollower(filter: filter, epoch: journal.epoch, position: journal.head)
    #expect(follower.start().count == 1)
    let start = filter.replay(after: journal.head, epoch: journal.epoch, limit: 500)
    #expect(follower.page(try journal.replay(start)) == [.caughtUp])
    journal.append(team: "ops")
    let (third, fourth) = (journal.append(team: "web"), journal.append(team: "web"))
    journal.append()
    let missed = filter.replay(after: 1, epoch: journal.epoch, limit: 500)
    #expect(follower.received(fourth) == [.replay(missed)])
    #expect(follower.page(try journal.replay(missed)) == [.print(third), .print(fourth)])
    let sixth = journal.append(team: "web")
    #expect(follower.received(sixth) == [.print(sixth)])
  }

  @Test("With a filter the beat cannot tell for whom the tail is: the journal is asked seldom")
  func filteredTail() throws {
    var journal = Journal()
    let filter = EventFilter(meeting: Self.meeting)
    var follower = try live(journal, filter)
    journal.append()
    for _ in 0..<5 { #expect(follower.beat(journal.beat) == []) }
    #expect(
      follower.beat(journal.beat) == [.replay(filter.replay(after: 0, epoch: "e1", limit: 500))])
    let nothing = EventReplay.Reply(events: [], epoch: "e1", head: 1, hasMore: false, resume: 1)
    #expect(follower.page(nothing) == [])
    for _ in 0..<9 { #expect(follower.beat(journal.beat) == []) }
  }

  @Test("A beat of a router that does not know the journal yet says nothing")
  func emptyBeat() throws {
    var follower = try live(Journal())
    #expect(follower.beat(JournalHead(epoch: "", head: 0)) == [])
  }

  @Test("After a reconnect the journal is asked, also when a question is open")
  func reconnected() throws {
    var journal = Journal()
    var follower = try live(journal)
    #expect(follower.reconnected() == [question(0)])
    let older = try journal.replay(EventReplay(JournalQuery(after: 0)))
    let one = journal.append()
    #expect(follower.reconnected() == [])
    #expect(follower.page(older) == [question(0)])
    #expect(follower.page(try journal.replay(EventReplay(JournalQuery(after: 0)))) == [.print(one)])
  }

  @Test("A backlog comes page by page, also through empty pages")
  func backlog() throws {
    var journal = Journal()
    for _ in 0..<7 { journal.append("service.up") }
    let last = journal.append("meeting.finished")
    journal.maximumScan = 3
    let filter = EventFilter(types: ["meeting.finished"])
    var follower = EventFollower(filter: filter, epoch: "e1", position: 0)
    var effects = follower.start()
    var printed: [EventFollower.Effect] = []
    var questions = 0
    while case .replay(let command)? = effects.last {
      #expect(command.query.types == ["meeting.finished"])
      questions += 1
      printed += effects.dropLast()
      effects = follower.page(try journal.replay(command))
    }
    #expect(printed + effects == [.print(last), .caughtUp])
    #expect(questions == 3)
  }

  @Test("What is compacted is said, and the rest is printed")
  func compacted() throws {
    var journal = Journal()
    for _ in 0..<5 { journal.append() }
    journal.compacted = 3
    var follower = EventFollower(filter: EventFilter(), epoch: "e1", position: 1)
    #expect(follower.start() == [question(1)])
    #expect(follower.refused() == [.heads])
    #expect(
      follower.heads(journal.heads) == [.lost(.compacted(first: 2, last: 3)), question(3)])
    #expect(
      follower.page(try journal.replay(EventReplay(JournalQuery(after: 3))))
        == [.print(journal.events[3]), .print(journal.events[4]), .caughtUp])
  }

  @Test("Another journal is said, and followed from its head on", arguments: [true, false])
  func epoch(byBeat: Bool) throws {
    var old = Journal()
    for _ in 0..<3 { old.append() }
    var follower = try live(old)
    var new = Journal(epoch: "e2")
    let foreign = new.append()
    #expect((byBeat ? follower.beat(new.beat) : follower.received(foreign)) == [question(3)])
    #expect(follower.refused() == [.heads])
    #expect(
      follower.heads(new.heads) == [
        .lost(.journal(before: "e1", position: 3, now: "e2", oldest: 1, head: 1)),
        question(1, "e2"),
      ])
    #expect(follower.page(try new.replay(EventReplay(JournalQuery(after: 1)))) == [])
    let next = new.append()
    #expect(follower.received(next) == [.print(next)])
  }

  @Test("A journal that was put back without a new epoch is noticed")
  func putBack() throws {
    var journal = Journal()
    for _ in 0..<3 { journal.append() }
    var follower = try live(journal)
    let shorter = Journal()
    #expect(follower.reconnected() == [question(3)])
    #expect(follower.page(try shorter.replay(EventReplay(JournalQuery(after: 3)))) == [.heads])
    #expect(
      follower.heads(shorter.heads) == [
        .lost(.journal(before: "e1", position: 3, now: "e1", oldest: 1, head: 0)), question(0),
      ])
  }

  @Test("What is not kept is printed as it comes, and asks nothing of the journal")
  func ephemeral() throws {
    let tick = try Fixture.event(MeetingTick.type, ["elapsedMs": 1])
    var follower = EventFollower(
      filter: EventFilter(types: [MeetingTick.type]), epoch: "e1", position: 0)
    #expect(follower.start() == [.caughtUp])
    #expect(follower.received(tick) == [.print(tick)])
    #expect(follower.beat(JournalHead(epoch: "e2", head: 9)) == [])
    #expect(follower.reconnected() == [])
  }

  @Test("Answers to nothing change nothing")
  func unasked() throws {
    let journal = Journal()
    var follower = try live(journal)
    #expect(follower.refused() == [])
    #expect(follower.heads(journal.heads) == [])
  }

  private static let filters = [
    EventFilter(), EventFilter(standup: standup), EventFilter(meeting: meeting),
    EventFilter(types: ["meeting.segment"]), EventFilter(types: ["meeting."]),
    EventFilter(standup: standup, types: ["meeting.finished", "standup."]),
  ]

  @Test(
    "Whatever is lost, doubled, late or slow: each event once, in order",
    arguments: Effort.seeds(5, of: 40))
  func anyLoss(seed: Int) throws {
    for filter in Self.filters {
      var random = SeededGenerator(seed: UInt64(seed))
      var run = LossyRun(filter: filter, standup: Self.standup, meeting: Self.meeting)
      for _ in 0..<400 { try run.step(&random) }
      // A narrow filter may have matched nothing yet.
      while run.expected.isEmpty { try run.step(&random) }
      try run.settle()
      #expect(run.printed == run.expected, "seed \(seed), \(filter)")
      #expect(!run.expected.isEmpty)
    }
  }
}

/// A follower between a journal and a network that loses, duplicates and reorders messages.
private struct LossyRun {
  var journal = Journal()
  var follower: EventFollower
  var printed: [String] = []
  let filter: EventFilter
  private let standups: [Standup.ID]
  private let meetings: [Meeting.ID]
  private var flying: [CloudEvent] = []
  private var question: EventReplay?
  /// A reply under way, older than the journal when it arrives.
  private var answer: EventReplay.Reply?

  init(filter: EventFilter, standup: Standup.ID, meeting: Meeting.ID) {
    self.filter = filter
    standups = [standup, Fixture.standup(2).id]
    meetings = [meeting, Fixture.meeting(8).id]
    follower = EventFollower(filter: filter, epoch: "e1", position: 0, pageSize: 7)
    journal.maximumScan = 20
    perform(follower.start())
  }

  /// All wanted events, according to the filter and not to the follower.
  var expected: [String] {
    journal.events.filter { filter.accepts($0) && journal.reaches($0, filter.prefixes) }.map(\.id)
  }

  mutating func step(_ random: inout SeededGenerator) throws {
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3:
      let which = Int.random(in: 0...1, using: &random)
      let type = EventTypes.durable.randomElement(using: &random) ?? ""
      let event = journal.append(
        type, standup: standups[which].description,
        meeting: type.hasPrefix("meeting.") ? meetings[which].description : nil)
      let copies = [0, 1, 1, 1, 2].randomElement(using: &random) ?? 1
      if journal.reaches(event, filter.prefixes) {
        flying += Array(repeating: event, count: copies)
      }
    case 4...6:
      guard !flying.isEmpty else { return }
      let index = Int.random(in: 0..<min(4, flying.count), using: &random)
      perform(follower.received(flying.remove(at: index)))
    case 7: try answerQuestion()
    case 8: perform(follower.beat(journal.beat))
    default:
      guard Int.random(in: 0..<5, using: &random) == 0 else { return }
      flying = []
      perform(follower.reconnected())
    }
  }

  /// Only heartbeats and replies arrive from now on.
  mutating func settle() throws {
    flying = []
    for _ in 0..<200 {
      perform(follower.beat(journal.beat))
      try answerQuestion()
    }
  }

  private mutating func answerQuestion() throws {
    if let page = answer {
      answer = nil
      perform(follower.page(page))
    } else if let asked = question {
      question = nil
      answer = try journal.replay(asked)
    }
  }

  private mutating func perform(_ effects: [EventFollower.Effect]) {
    for effect in effects {
      switch effect {
      case .print(let event): printed.append(event.id)
      case .replay(let command):
        if question != nil || answer != nil { Issue.record("Two questions at once.") }
        question = command
      case .caughtUp: break
      case .heads, .lost: Issue.record("Nothing was lost for good: \(effect)")
      }
    }
  }
}
