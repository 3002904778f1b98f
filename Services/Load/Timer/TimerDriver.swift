import Bus
import Foundation

/// Carries out a plan: sends each command at its moment whatever was answered so far, and hears the
/// answers and the timer's calls. Runs on the thread that starts it.
final class TimerDriver {
  private struct Request {
    var intended: Int64
    var meeting: Int32
    var kind: TimerAction.Kind
  }

  /// The number of the meeting that shows that the way is open.
  static let probe = 0xFFFF_FFFF_FFFF

  private let plan: TimerPlan
  private let messages: TimerMessages
  private let link: TimerLink
  private let receivers: TickReceivers
  /// Where we take the ticks; nil where a router does.
  private let ingest: String?
  private var requests = RequestWindow<Request>()
  private var next = 0
  private(set) var tallies: [TimerAction.Kind: CommandTally] = [:]
  /// Nanoseconds from the moment a command was meant for to the moment it was sent.
  private(set) var lateness = Histogram(highest: 600_000_000_000)
  /// The highest number of a request whose kind the plan does not know: the probe's.
  private var lastBeat: Int64 = 0
  /// Bad commands that were not refused.
  private(set) var wronglyTaken = 0
  /// When the timer had all its countdowns back, after a restart.
  private(set) var restored: Int64?
  /// When the last start of the ramp was answered.
  private(set) var lastStart: Int64?
  /// Answers to what was answered before, or was asked too long ago to be remembered.
  private(set) var repeated = 0
  /// A request that old has no answer, and needs none: its deadline is over.
  private static let memory = 4 * TimerSchedule.patience
  /// Answers that could not be read.
  private(set) var unreadable = 0
  /// Why the first command was refused.
  private var refusal: (failure: LoadFailure, retryable: Bool)?

  init(
    plan: TimerPlan, messages: TimerMessages, link: TimerLink, receivers: TickReceivers,
    ingest: String? = nil
  ) {
    self.plan = plan
    self.messages = messages
    self.link = link
    self.receivers = receivers
    self.ingest = ingest
  }

  /// What a timer that is started elsewhere has to be told, so that it connects here with both sockets.
  var settings: String {
    "STANDUPS_COMMANDS=\(link.endpoint)" + (ingest.map { " STANDUPS_INGEST=\($0)" } ?? "")
  }

  /// Waits until so many timers have said hello.
  func awaitTimers(_ count: Int, until deadline: Int64, check: () throws -> Void) throws {
    while link.isParent ? link.members.all.count < count : !link.isReady {
      try step(until: min(deadline, LoadClock.now + 50_000_000), nil)
      try check()
      guard LoadClock.now < deadline else {
        throw LoadFailure(
          .unavailable, code: "no_timer",
          "No timer connected in time: start one with \(settings), or increase --wait.")
      }
    }
  }

  /// Hears what comes until a moment.
  func settle(until moment: Int64) throws {
    while LoadClock.now < moment { try step(until: moment, nil) }
  }

  /// Waits until the timer is there and one of its ticks has come all the way.
  func open(until deadline: Int64, check: () throws -> Void) throws {
    try awaitTimers(1, until: deadline, check: check)
    let id = messages.meetings.text(Self.probe)
    let subject = messages.meetings.name(Self.probe)
    let labels = #""labels":{"subject":"\#(subject)","type":"\#(TickReader.type)"}"#
    func start() throws {
      try command(
        "timer.start", id,
        #"{"id":"\#(id)","durationMs":600000,"speakers":1,"tickMs":10,\#(labels)}"#)
    }
    try start()
    while !receivers.state.hasProbe {
      try step(until: LoadClock.now + 5_000_000, nil)
      try check()
      if let refusal {
        // The router may have come before its timer.
        guard refusal.retryable, LoadClock.now < deadline else { throw refusal.failure }
        self.refusal = nil
        try settle(until: LoadClock.now + 250_000_000)
        try start()
      }
      guard LoadClock.now < deadline else {
        throw LoadFailure(
          .unavailable, code: "no_ticks",
          link.isParent
            ? "The timer's ticks do not arrive: connect it to the ingest socket as well, by starting it with"
              + " \(settings)."
            : "The timer's ticks do not arrive: check that a router and a timer run and that the key is valid."
        )
      }
    }
    try command("timer.cancel", id, #"{"id":"\#(id)"}"#)
    try settle(until: LoadClock.now + 100_000_000)
  }

  /// Subscribes to no ticks any more, not even the probe's; returns when the timer knows.
  func goDeaf() throws {
    receivers.goDeaf()
    while !receivers.state.isDeaf.done { try settle(until: LoadClock.now + 50_000_000) }
    try settle(until: LoadClock.now + 200_000_000)
  }

  /// A command that is no part of the plan.
  private func command(_ target: String, _ id: String, _ body: String) throws {
    let number = requests.add(Request(intended: LoadClock.now, meeting: -1, kind: .bad))
    try link.send(
      messages.head(number, target, key: id, wallMs: LoadClock.wallMs), body, key: id)
  }

  /// Ends what still runs, for a timer that lives on.
  func cancelAll(_ meetings: [Int]) throws {
    for (index, meeting) in meetings.enumerated() {
      let id = messages.meetings.text(meeting)
      try command("timer.cancel", id, #"{"id":"\#(id)"}"#)
      if index % 1000 == 999 { try step(until: LoadClock.now + 20_000_000, nil) }
    }
    try settle(until: LoadClock.now + 300_000_000)
  }

  /// How many commands of the plan were sent and have no answer.
  var unanswered: Int64 { tallies.values.reduce(0) { $0 + $1.unanswered } }

  /// How many starts of the ramp have no answer, sent or not.
  var unansweredStarts: Int64 {
    let tally = tallies[.ramp] ?? CommandTally()
    return Int64(plan.starts) - tally.sent + tally.unanswered
  }

  /// Does what is due, hears what has come, and waits for more until a moment.
  ///
  /// - Parameter schedule: the moments of the plan; nil while it has not begun.
  /// - Throws: `LoadFailure` where the ticks are no longer heard, `ZeroMQError`.
  func step(until moment: Int64, _ schedule: TimerSchedule?) throws {
    try receivers.check()
    let hasMore = try link.drain(256) { try take($0) }
    var now = LoadClock.now
    if let schedule { try sendDue(schedule, &now) }
    if now - lastBeat > 1_000_000_000 {
      lastBeat = now
      try link.beat()
      requests.forget { now - $0.intended > Self.memory }
    }
    guard !hasMore else { return }
    var target = min(moment, lastBeat + 1_000_000_001)
    if let due = schedule.flatMap(nextMoment) { target = min(target, due) }
    if target > now { link.wait(until: target) }
  }

  private func nextMoment(_ schedule: TimerSchedule) -> Int64? {
    next < plan.actions.count ? schedule.moment(of: plan.actions[next]) : nil
  }

  private func sendDue(_ schedule: TimerSchedule, _ now: inout Int64) throws {
    var rest = 256
    while rest > 0, let due = nextMoment(schedule), due <= now {
      let action = plan.actions[next]
      next += 1
      rest -= 1
      try send(action, intended: due)
      now = LoadClock.now
      lateness.record(max(0, now - due))
    }
  }

  private func send(_ action: TimerAction, intended: Int64) throws {
    let number = requests.add(
      Request(intended: intended, meeting: action.meeting, kind: action.kind))
    tallies[action.kind, default: CommandTally()].sent += 1
    let ids = action.kind == .storm ? messages.storm : messages.meetings
    var id = ids.text(Int(action.meeting))
    var target = TimerMessages.target(action.kind)
    var body = #"{"id":"\#(id)"}"#
    switch action.kind {
    case .ramp, .start, .storm: body = messages.startBody(id)
    case .bad:
      (target, id, body) = messages.bad(
        Int(action.meeting), fresh: messages.meetings.text(Self.probe - 1 - number),
        running: messages.meetings.text(Int(MeetingModel.neverCancelled)))
    case .hold, .release, .skip, .cancel: break
    }
    if action.kind.isCounted { receivers.ledger.withLock { $0.asked(Int(action.meeting)) } }
    try link.send(messages.head(number, target, key: id, wallMs: LoadClock.wallMs), body, key: id)
  }

  // MARK: Hearing

  private func take(_ incoming: TimerLink.Incoming) throws {
    switch incoming {
    case .answer(let number, let isError, let body):
      guard let request = requests.take(number) else { return repeated += 1 }
      guard request.meeting >= 0 else {
        if isError { refused(body) }
        return
      }
      answer(request, isError, body)
    case .call(let target, let head, let body): try call(target, head, body)
    }
  }

  /// A command of ours, and not of the plan. Only while the way is being opened anybody looks.
  private func refused(_ body: UnsafeRawBufferPointer) {
    do {
      let error = try BusJSON.decode(BusError.self, from: Data(body))
      refusal = (LoadFailure(error), error.retryable)
    } catch {
      let failure = LoadFailure(
        .protocol, code: "unreadable", "The reply cannot be read: \(error)")
      refusal = (failure, false)
    }
  }

  private func answer(_ request: Request, _ isError: Bool, _ body: UnsafeRawBufferPointer) {
    let now = LoadClock.now
    tallies[request.kind]?.latency.record(max(0, now - request.intended))
    if request.kind == .ramp { lastStart = now }
    let meeting = Int(request.meeting)
    if isError {
      let code = ByteScan.string(after: #""code":"#, in: body) ?? "unreadable"
      tallies[request.kind]?.refused[code, default: 0] += 1
      if request.kind.isCounted { receivers.ledger.withLock { $0.refused(meeting) } }
      return
    }
    tallies[request.kind]?.done += 1
    if request.kind == .bad { wronglyTaken += 1 }
    guard request.kind.isCounted else { return }
    guard let clock = messages.clock(body) else {
      unreadable += 1
      return receivers.ledger.withLock { $0.refused(meeting) }
    }
    let speaker =
      request.kind == .skip
      ? ByteScan.integer(after: #""speaker":"#, in: body).map { Int($0) } : nil
    receivers.ledger.withLock {
      $0.answered(meeting, clock, isOver: request.kind == .cancel, skippedTo: speaker)
    }
  }

  /// A message has at most 1 MiB.
  private static let pageSize = 1500

  /// The countdowns that the timer should have, after one of them.
  private func page(after: String?) -> String {
    let first =
      after.flatMap { text in
        Array(text.utf8).withUnsafeBytes { messages.meetings.number($0[...]) }
      }.map { $0 + 1 } ?? 0
    let kept = receivers.ledger.withLock {
      $0.clocks(from: first, limit: Self.pageSize, at: LoadClock.now)
    }
    let countdowns = kept.map { messages.resumption($0) }.joined(separator: ",")
    guard kept.count == Self.pageSize, let last = kept.last else {
      restored = LoadClock.now
      return #"{"countdowns":[\#(countdowns)]}"#
    }
    return #"{"countdowns":[\#(countdowns)],"next":"\#(messages.meetings.text(last.meeting))"}"#
  }

  private func call(
    _ target: String, _ head: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer
  ) throws {
    let now = LoadClock.now
    switch target {
    case "timer.countdownsRequested":
      let after = ByteScan.string(after: #""after":"#, in: body)
      return try link.finish(head, page(after: after))
    case "timer.speakerChanged":
      if let meeting = messages.meetings.number(after: #""id":""#, in: body),
        let speaker = ByteScan.integer(after: #""speaker":"#, in: body),
        let elapsed = ByteScan.integer(after: #""elapsedMs":"#, in: body)
      {
        receivers.ledger.withLock {
          $0.speakerChanged(meeting, to: Int(speaker), elapsedMs: elapsed, at: now)
        }
      }
    case "timer.finished":
      if let meeting = messages.meetings.number(after: #""id":""#, in: body) {
        receivers.ledger.withLock { $0.finished(meeting) }
      }
    default: break
    }
    try link.finish(head, "{}")
  }
}
