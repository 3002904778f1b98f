import Bus
import StandupsDependencies
import Documents
import RouterAPI
import TestSupport
import Testing

@testable import Command

@Suite("Examples for the page: events that were missed")
struct GapVectorTests {
  private struct Heads: Encodable {
    var epoch: String
    var head: Int64
    var oldest: Int64?
  }

  private struct Page: Encodable {
    var epoch: String
    var head: Int64
    /// The sequences of its events.
    var events: [Int64]
    var hasMore: Bool
    var resume: Int64?
  }

  private struct Effect: Encodable {
    var effect: String
    var sequence: Int64?
    var after: Int64?
    var epoch: String?
    var first: Int64?
    var last: Int64?
    var isOtherJournal: Bool?

    init(_ effect: EventFollower.Effect) {
      switch effect {
      case .print(let event):
        (self.effect, sequence) = ("show", event.sequence.flatMap { Int64($0) })
      case .replay(let question):
        (self.effect, after, epoch) = ("replay", question.query.after, question.query.epoch)
      case .heads: self.effect = "heads"
      case .lost(.compacted(let first, let last)):
        (self.effect, self.first, self.last, isOtherJournal) = ("lost", first, last, false)
      case .lost(.journal(_, let position, let now, _, let head)):
        (self.effect, after, epoch, last) = ("lost", position, now, head)
        isOtherJournal = true
      case .caughtUp: self.effect = "caughtUp"
      }
    }
  }

  private struct Step: Encodable {
    var action: String
    var sequence: Int64?
    var epoch: String?
    var beat: Heads?
    var page: Page?
    var heads: Heads?
    var effects: [Effect] = []
    /// Sequence of the last displayed event.
    var position: Int64 = 0
  }

  private struct Case: Encodable {
    var name: String
    var epoch: String
    var position: Int64
    var steps: [Step]
  }

  /// A follower of everything, and its input.
  private struct Script {
    private var follower: EventFollower
    private(set) var example: Case
    /// The pending query to the journal.
    private(set) var question: Int64?

    init(_ name: String, epoch: String = "e1", position: Int64 = 0) {
      follower = EventFollower(filter: EventFilter(), epoch: epoch, position: position)
      example = Case(name: name, epoch: epoch, position: position, steps: [])
      tell(Step(action: "start")) { $0.start() }
    }

    private mutating func tell(
      _ step: Step, _ action: (inout EventFollower) -> [EventFollower.Effect]
    ) {
      var step = step
      step.effects = action(&follower).map(Effect.init)
      question = step.effects.last { $0.effect == "replay" }?.after ?? question
      step.position = follower.position
      example.steps.append(step)
    }

    mutating func event(_ event: CloudEvent) {
      let sequence = event.sequence.flatMap { Int64($0) }
      tell(Step(action: "event", sequence: sequence, epoch: event.epoch)) { $0.received(event) }
    }

    mutating func beat(_ beat: JournalHead) {
      tell(Step(action: "beat", beat: Heads(epoch: beat.epoch, head: beat.head))) { $0.beat(beat) }
    }

    mutating func reconnected() { tell(Step(action: "reconnected")) { $0.reconnected() } }
    mutating func refused() { tell(Step(action: "refused")) { $0.refused() } }

    mutating func heads(_ heads: JournalRange) {
      let told = Heads(epoch: heads.epoch, head: heads.head, oldest: heads.oldest)
      tell(Step(action: "heads", heads: told)) { $0.heads(heads) }
    }

    /// Delivers the journal's reply to the query after a sequence.
    mutating func page(_ journal: Journal, after: Int64, limit: Int = 500) throws {
      let page = try journal.replay(EventReplay(JournalQuery(after: after, limit: limit)))
      let told = Page(
        epoch: page.epoch, head: page.head, events: page.events.compactMap(\.number),
        hasMore: page.hasMore, resume: page.resume)
      question = nil
      tell(Step(action: "page", page: told)) { $0.page(page) }
    }
  }

  private static func live(_ name: String, _ journal: Journal) throws -> Script {
    var script = Script(name, epoch: journal.epoch, position: journal.head)
    try script.page(journal, after: journal.head)
    return script
  }

  private static func inOrder() throws -> Case {
    var journal = Journal()
    var script = try live("what comes in order is shown, and what comes twice once", journal)
    let events = (0..<3).map { _ in journal.append() }
    for event in [events[0], events[1], events[0], events[2], events[2]] { script.event(event) }
    return script.example
  }

  private static func hole() throws -> Case {
    var journal = Journal()
    var script = try live("a hole is asked for once, and what is behind it waits", journal)
    let events = (0..<4).map { _ in journal.append() }
    script.event(events[1])
    script.event(events[2])
    try script.page(journal, after: 0)
    script.event(events[3])
    return script.example
  }

  private static func late() throws -> Case {
    var journal = Journal()
    var script = try live("what comes late closes the hole before the answer", journal)
    let events = (0..<2).map { _ in journal.append() }
    script.event(events[1])
    script.event(events[0])
    try script.page(journal, after: 0)
    return script.example
  }

  private static func catchingUp() throws -> Case {
    var journal = Journal()
    for _ in 0..<5 { journal.append() }
    var script = Script("what was missed comes in pages, and then what came meanwhile")
    let newest = journal.append()
    script.event(newest)
    try script.page(journal, after: 0, limit: 2)
    try script.page(journal, after: 2, limit: 2)
    try script.page(journal, after: 4, limit: 2)
    return script.example
  }

  private static func tail() throws -> Case {
    var journal = Journal()
    var script = try live("a lost tail shows in the second beat that tells of it", journal)
    script.beat(journal.beat)
    journal.append()
    for _ in 0..<3 { script.beat(journal.beat) }
    try script.page(journal, after: 0)
    script.beat(journal.beat)
    script.beat(JournalHead(epoch: "", head: 0))
    return script.example
  }

  private static func reconnection() throws -> Case {
    var journal = Journal()
    var script = try live("after a reconnection the journal is asked, once at a time", journal)
    script.reconnected()
    script.reconnected()
    let older = journal
    journal.append()
    try script.page(older, after: 0)
    try script.page(journal, after: 0)
    return script.example
  }

  private static func compacted() throws -> Case {
    var journal = Journal()
    for _ in 0..<4 { journal.append() }
    journal.compacted = 3
    var script = Script("what is no longer kept is told as lost")
    script.refused()
    script.heads(journal.heads)
    try script.page(journal, after: 3)
    return script.example
  }

  private static func otherJournal() throws -> Case {
    var journal = Journal()
    for _ in 0..<4 { journal.append() }
    var script = try live("another journal begins anew at its end", journal)
    var other = Journal(epoch: "e2")
    let first = other.append()
    script.event(first)
    script.refused()
    script.heads(other.heads)
    try script.page(other, after: 1)
    let second = other.append()
    script.event(second)
    return script.example
  }

  private static func atRandom() throws -> Case {
    var journal = Journal()
    var script = try live("losses at random", journal)
    var random = SeededGenerator(seed: 14)
    for _ in 0..<60 {
      let event = journal.append()
      if Int.random(in: 0..<3, using: &random) > 0 { script.event(event) }
      if Int.random(in: 0..<4, using: &random) == 0 { script.beat(journal.beat) }
      if let asked = script.question, Int.random(in: 0..<3, using: &random) == 0 {
        try script.page(journal, after: asked, limit: 3)
      }
    }
    return script.example
  }

  @Test("What is shown, and what the journal is asked for")
  func gaps() throws {
    try PageVectors.check(
      "gapRepair",
      about: """
        A follower of everything knows the journal “epoch” up to “position”. Each step tells it something, \
        has these “effects” and leaves it at “position”. Of several replays one is under way at a time. \
        “lost” tells what cannot be had back: the events “first” to “last”, or with “isOtherJournal” all \
        between “after” of the old journal and “last” of the new one, “epoch”: then the state is read anew.
        """,
      [
        try Self.inOrder(), try Self.hole(), try Self.late(), try Self.catchingUp(),
        try Self.tail(), try Self.reconnection(), try Self.compacted(), try Self.otherJournal(),
        try Self.atRandom(),
      ])
  }
}
