import Bus
import StandupsDependencies
import Foundation

/// Creates standups and starts their meetings, each at its planned time regardless of the replies
/// so far.
final class MeetingsDriver {
  private enum Kind: String {
    case ready, create, start
  }

  private struct Step {
    var at: Int64
    var kind: Kind
    var meeting: Int
  }

  private struct Question {
    let target: String
    var isAnswered = false
    /// Message with which the service rejected the request.
    var refusal: String?

    init(_ target: String) { self.target = target }
  }

  private struct Request {
    var intended: Int64
    var kind: Kind
    var meeting: Int
  }

  private let workload: MeetingsWorkload
  private let standups: NumberedID
  private let requests: NumberedID
  private let link: TimerLink
  private let events: MeetingEvents
  private let steps: [Step]
  private var sent: [Request] = []
  private var tallies: [String: CommandTally] = [:]
  /// First request to each required service, with its outcome.
  private var questions = ["standups.status", "timer.list", "meetings.live"].map { Question($0) }
  private(set) var lateness = Histogram(highest: 600_000_000_000)

  init(
    workload: MeetingsWorkload, standups: NumberedID, requests: NumberedID, link: TimerLink,
    events: MeetingEvents
  ) {
    self.workload = workload
    self.standups = standups
    self.requests = requests
    self.link = link
    self.events = events
    var random = SeededGenerator(seed: workload.seed)
    var steps: [Step] = []
    for meeting in 0..<workload.meetings {
      let at =
        workload.ramp > 0 ? Int64.random(in: 0..<workload.ramp, using: &random) : 0
      steps.append(Step(at: at, kind: .create, meeting: meeting))
      steps.append(Step(at: at + MeetingsWorkload.pause, kind: .start, meeting: meeting))
    }
    self.steps = steps.sorted { ($0.at, $0.meeting) < ($1.at, $1.meeting) }
  }

  var commands: [String: TimerReport.Command] {
    tallies.mapValues { tally in
      TimerReport.Command(
        sent: tally.sent, done: tally.done, refused: tally.refused,
        unanswered: tally.sent - tally.done - tally.refused.values.reduce(0, +),
        latency: LatencySummary(tally.latency))
    }
  }

  /// Waits until every service responds and the subscriptions are active.
  func open(check: () throws -> Void) throws {
    let deadline = LoadClock.now + 30_000_000_000
    for (index, question) in questions.enumerated() {
      try send(
        Request(intended: LoadClock.now, kind: .ready, meeting: index), question.target, "{}")
    }
    while let missing = missing {
      try hear(until: LoadClock.now + 20_000_000)
      try check()
      try events.worker.check()
      guard LoadClock.now < deadline else {
        throw LoadFailure(.unavailable, code: "no_services", missing)
      }
    }
  }

  /// Message that names the missing services or subscriptions; nil if all are ready.
  private var missing: String? {
    guard questions.allSatisfy(\.isAnswered) else {
      let open = questions.filter { !$0.isAnswered }
      return open.map { question in
        "“\(question.target)” "
          + (question.refusal.map { "was rejected: \($0)" } ?? "received no reply within 30 s.")
      }.joined(separator: " ") + " Check that router, persistence, standups and timer are running."
    }
    guard !events.state.withLock({ $0.isConfirmed }) else { return nil }
    return "The router did not confirm all subscriptions to events within 30 s."
  }

  /// Runs all meetings, and waits until the last one has ended.
  func drive(showing context: LoadContext, check: () throws -> Void) throws {
    let start = LoadClock.now + 50_000_000
    let length = workload.lengthMs * 1_000_000
    let end = start + workload.ramp + MeetingsWorkload.pause + length
    var progress = Progress(context, every: nil)
    var next = 0
    var nextLook = start + 1_000_000_000
    while LoadClock.now < end + 10_000_000_000 {
      while next < steps.count, start + steps[next].at <= LoadClock.now {
        try take(steps[next], intended: start + steps[next].at)
        next += 1
      }
      try hear(until: min(nextLook, next < steps.count ? start + steps[next].at : .max))
      // If the run is interrupted, the report covers the meetings that have started.
      if context.stop.isAsked { break }
      guard LoadClock.now >= nextLook else { continue }
      nextLook += 1_000_000_000
      try check()
      try events.worker.check()
      let finished = events.state.withLock { $0.finished.count }
      progress.show(
        LoadClock.now - start, of: end - start, "\(finished) of \(workload.meetings) finished")
      if finished == workload.meetings { break }
    }
    progress.clear()
    // Waits for the last ticks and replies.
    try hear(until: LoadClock.now + 200_000_000)
  }

  private func take(_ step: Step, intended: Int64) throws {
    let id = standups.text(step.meeting)
    let request = Request(intended: intended, kind: step.kind, meeting: step.meeting)
    tallies[step.kind.rawValue, default: CommandTally()].sent += 1
    if step.kind == .create {
      let attendees = (1...workload.attendees).map { #"{"name":"Attendee \#($0)"}"# }
      try send(
        request, "standups.create",
        #"{"id":"\#(id)","title":"Load \#(step.meeting)","durationMs":\#(workload.lengthMs),"#
          + #""attendees":[\#(attendees.joined(separator: ","))]}"#)
    } else {
      events.state.withLock { $0.ledger.asked(step.meeting) }
      try send(request, "meetings.start", #"{"standup":"\#(id)","isRecorded":false}"#)
    }
    lateness.record(max(0, LoadClock.now - intended))
  }

  private func send(_ request: Request, _ target: String, _ body: String) throws {
    let id = requests.text(sent.count)
    sent.append(request)
    try link.send(
      #"STB1 CMD \#(target) {"id":"\#(id)","deadline":\#(LoadClock.wallMs + 30_000),"idem":"\#(id)"}"#,
      body, key: id)
  }

  private func hear(until moment: Int64) throws {
    guard try !link.drain(256, { answer($0) }) else { return }
    if moment > LoadClock.now { link.wait(until: min(moment, LoadClock.now + 100_000_000)) }
  }

  private func answer(_ incoming: TimerLink.Incoming) {
    guard case .answer(let number, let isError, let body) = incoming,
      sent.indices.contains(number)
    else { return }
    let request = sent[number]
    guard request.kind != .ready else {
      questions[request.meeting].isAnswered = !isError
      if isError {
        let error = try? BusJSON.decode(BusError.self, from: Data(body))
        questions[request.meeting].refusal = error?.message ?? "the error cannot be read."
      }
      return
    }
    tallies[request.kind.rawValue]?.latency.record(max(0, LoadClock.now - request.intended))
    if isError {
      let code = ByteScan.string(after: #""code":"#, in: body) ?? "unreadable"
      tallies[request.kind.rawValue]?.refused[code, default: 0] += 1
      if request.kind == .start { events.state.withLock { $0.ledger.refused(request.meeting) } }
      return
    }
    tallies[request.kind.rawValue]?.done += 1
    guard request.kind == .start else { return }
    guard let clock = clock(body) else {
      return events.state.withLock { $0.ledger.refused(request.meeting) }
    }
    events.state.withLock { $0.started(request.meeting, clock, lengthMs: workload.lengthMs) }
  }

  /// Parses the session's clock. Its elapsed time applies at the time of the reading.
  private func clock(_ body: UnsafeRawBufferPointer) -> ReportedClock? {
    guard let place = ByteScan.find(#""clock":"#, in: body) else { return nil }
    let clock = UnsafeRawBufferPointer(rebasing: body[place...])
    guard let elapsed = ByteScan.integer(after: #""elapsedMs":"#, in: clock),
      let uptimeUs = ByteScan.integer(after: #""uptimeUs":"#, in: clock)
    else { return nil }
    return ReportedClock(
      elapsedMs: elapsed, at: uptimeUs * 1000,
      isRunning: ByteScan.find(#""isRunning":true"#, in: clock) != nil)
  }
}
