import Bus
import Countdown
import Foundation
import Messages
import Standups
import TestSupport
import Threads
import ZeroMQ

/// A parent with persistence and a timer in memory; a test can take either away.
final class InMemoryParent: Sendable {
  struct State {
    var documents: [String: [String: Document]] = [:]
    var events: [NewEvent] = []
    var replies: [StoredReply] = []
    var countdowns: [String: StartCountdown] = [:]
    var lines: [TranscriptLine] = []
    var authorization = SpeechAuthorization(status: .authorized)
    var isPersistenceAway = false
  }

  let state = Locked(State())
  let time: TestTime

  init(_ time: TestTime) { self.time = time }

  var delegate: ScriptedDelegate { ScriptedDelegate { [self] in try answer($0) } }

  var eventTypes: [String] { state.withLock { $0.events.map(\.labels.type) } }

  func documents(_ collection: String) -> [Document] {
    state.withLock { Array(($0.documents[collection] ?? [:]).values) }
  }

  func answer(_ message: any DelegateMessage) throws -> any Sendable {
    try state.withLock { state in
      switch message {
      case let message as ChangesDecided: try commit(message.commit, &state)
      case let message as DocumentsRequested: try load(message.load, state)
      case is RepliesRequested: LoadReplies.Reply(replies: state.replies.reversed())
      case is AuthorizationRequested: state.authorization
      case let message as MeetingsStarted: start(message, &state)
      case let message as ClockHeld: try clock("\(message.id)", &state) { $0.held(at: $1) }
      case let message as ClockReleased: try clock("\(message.id)", &state) { $0.released(at: $1) }
      case let message as SpeakerSkipped: try skip(message, &state)
      case let message as MeetingEnding: end("\(message.id)", &state)
      case let message as MeetingDiscarded: discard("\(message.id)", &state)
      default: throw BusError(.unbound, "No script for \(message).")
      }
    }
  }

  private func commit(_ commit: Commit, _ state: inout State) throws -> Commit.Reply {
    if state.isPersistenceAway { throw BusError.away }
    if let key = commit.idempotency?.key,
      let stored = state.replies.first(where: { $0.key == key })
    {
      return Commit.Reply(epoch: "e", events: [], repeated: stored.reply)
    }
    for change in commit.changes {
      switch change {
      case .put(let document):
        state.documents[document.collection, default: [:]][document.id] = document
      case .delete(let collection, let id): state.documents[collection]?[id] = nil
      case .deleteChildren(let collection, let parent):
        state.documents[collection] = state.documents[collection]?.filter { $1.parent != parent }
      }
    }
    state.events += commit.events
    if let idempotency = commit.idempotency { state.replies.append(idempotency) }
    return Commit.Reply(epoch: "e", events: [])
  }

  private func load(_ load: Load, _ state: State) throws -> Load.Reply {
    if state.isPersistenceAway { throw BusError.away }
    var documents = Array((state.documents[load.collection] ?? [:]).values)
    if let id = load.id { documents.removeAll { $0.id != id } }
    if let parent = load.parent { documents.removeAll { $0.parent != parent } }
    let sign: Int64 = load.newestFirst == true ? -1 : 1
    documents.sort { (sign * ($0.sortKey ?? 0), $0.id) < (sign * ($1.sortKey ?? 0), $1.id) }
    let start = load.after.flatMap(Int.init) ?? 0
    // Small pages, so that paging is used.
    let end = min(start + min(load.limit ?? 100, 2), documents.count)
    return Load.Reply(
      documents: Array(documents[min(start, end)..<end]),
      next: end < documents.count ? "\(end)" : nil, total: documents.count)
  }

  private func start(_ message: MeetingsStarted, _ state: inout State) -> Done {
    for countdown in message.countdowns { state.countdowns[countdown.id] = countdown }
    return Done()
  }

  private func clock(
    _ id: String, _ state: inout State,
    _ change: (CountdownClock, ClockReading) -> CountdownClock
  ) throws -> CountdownStatus {
    guard var countdown = state.countdowns[id], let resuming = countdown.resuming else {
      throw BusError(.notFound, "No countdown.")
    }
    let clock = change(resuming.clock, time.moment(time.now))
    countdown.resuming?.clock = clock
    state.countdowns[id] = countdown
    return CountdownStatus(
      id: id, durationMs: countdown.durationMs, speakers: countdown.speakers,
      speaker: countdown.resuming?.announcedSpeaker ?? 0, clock: clock)
  }

  private func skip(_ message: SpeakerSkipped, _ state: inout State) throws -> CountdownStatus {
    let id = "\(message.id)"
    state.countdowns[id]?.resuming?.announcedSpeaker = message.from + 1
    guard let countdown = state.countdowns[id],
      let schedule = SpeakerSchedule(
        durationMs: countdown.durationMs, speakers: countdown.speakers)
    else { throw BusError(.notFound, "No countdown.") }
    return try clock(id, &state) { $0.jumped(toMs: schedule.start(of: message.from + 1), at: $1) }
  }

  private func end(_ id: String, _ state: inout State) -> FinishRecognition.Reply {
    state.countdowns[id] = nil
    return FinishRecognition.Reply(lines: state.lines)
  }

  private func discard(_ id: String, _ state: inout State) -> Done {
    state.countdowns[id] = nil
    return Done()
  }
}
