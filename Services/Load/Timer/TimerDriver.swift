import Bus
import Foundation

/// Executes a plan: sends each command at its planned time regardless of earlier replies, and
/// receives the replies and the timer's calls. It runs on the calling thread.
final class TimerDriver {
  private struct Request {
    var intended: Int64
    var meeting: Int32
    var kind: TimerAction.Kind
  }

  /// Number of the probe, a meeting whose ticks show that the path works.
  static let probe = 0xFFFF_FFFF_FFFF

  private let plan: TimerPlan
  private let messages: TimerMessages
  private let link: TimerLink
  private let receivers: TickReceivers
  /// Endpoint at which the tester receives ticks; nil if a router receives them.
  private let ingest: String?
  private var requests = RequestWindow<Request>()
  private var next = 0
  private(set) var tallies: [TimerAction.Kind: CommandTally] = [:]
  /// Delay from the planned to the actual sending of a command, in nanoseconds.
  private(set) var lateness = Histogram(highest: 600_000_000_000)
  /// Time of the last heartbeat, in nanoseconds of CLOCK_BOOTTIME.
  private var lastBeat: Int64 = 0
  /// Number of invalid commands that were accepted.
  private(set) var wronglyTaken = 0
  /// Time at which the timer knew all its countdowns again after a restart.
  private(set) var restored: Int64?
  /// Time of the last reply to a start of the ramp.
  private(set) var lastStart: Int64?
  /// Number of replies to requests that were already answered, or that were removed because of
  /// their age.
  private(set) var repeated = 0
  /// Age at which a request is removed, because its deadline has long passed.
  private static let memory = 4 * TimerSchedule.patience
  /// Number of replies that could not be decoded.
  private(set) var unreadable = 0
  /// Reason why the first command was rejected.
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

  /// Environment variables with which a timer that is started by someone else connects both of its
  /// sockets to the tester.
  var settings: String {
    "STANDUPS_COMMANDS=\(link.endpoint)" + (ingest.map { " STANDUPS_INGEST=\($0)" } ?? "")
  }

  /// Waits until a number of timers have registered.
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

  /// Processes messages until the given time.
  func settle(until moment: Int64) throws {
    while LoadClock.now < moment { try step(until: moment, nil) }
  }

  /// Waits until the timer is connected and one of its ticks has arrived.
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
        // The router may have started before its timer.
        guard refusal.retryable, LoadClock.now < deadline else { throw refusal.failure }
        self.refusal = nil
        try settle(until: LoadClock.now + 250_000_000)
        try start()
      }
      guard LoadClock.now < deadline else {
        throw LoadFailure(
          .unavailable, code: "no_ticks",
          link.isParent
            ? "The timer's ticks are not arriving: connect it to the ingest socket as well, by starting it with"
              + " \(settings)."
            : "The timer's ticks are not arriving: check that a router and a timer are running and that the key is"
              + " valid."
        )
      }
    }
    try command("timer.cancel", id, #"{"id":"\#(id)"}"#)
    try settle(until: LoadClock.now + 100_000_000)
  }

  /// Unsubscribes from all ticks, including those of the probe. Returns once the timer has been
  /// notified.
  func goDeaf() throws {
    receivers.goDeaf()
    while !receivers.state.isDeaf.done { try settle(until: LoadClock.now + 50_000_000) }
    try settle(until: LoadClock.now + 200_000_000)
  }

  /// Sends a command that is not part of the plan.
  private func command(_ target: String, _ id: String, _ body: String) throws {
    let number = requests.add(Request(intended: LoadClock.now, meeting: -1, kind: .bad))
    try link.send(
      messages.head(number, target, key: id, wallMs: LoadClock.wallMs), body, key: id)
  }

  /// Cancels the remaining meetings, for a timer that keeps running.
  func cancelAll(_ meetings: [Int]) throws {
    for (index, meeting) in meetings.enumerated() {
      let id = messages.meetings.text(meeting)
      try command("timer.cancel", id, #"{"id":"\#(id)"}"#)
      if index % 1000 == 999 { try step(until: LoadClock.now + 20_000_000, nil) }
    }
    try settle(until: LoadClock.now + 300_000_000)
  }

  /// Number of planned commands that were sent and have no reply yet.
  var unanswered: Int64 { tallies.values.reduce(0) { $0 + $1.unanswered } }

  /// Number of starts in the ramp that have no reply, whether they were sent or not.
  var unansweredStarts: Int64 {
    let tally = tallies[.ramp] ?? CommandTally()
    return Int64(plan.starts) - tally.sent + tally.unanswered
  }

  /// Sends the commands that are due, processes received messages, and waits for more until the
  /// given time.
  ///
  /// - Parameter schedule: times of the plan; nil before it begins.
  /// - Throws: `LoadFailure` if ticks are no longer received, `ZeroMQError`.
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

  // MARK: Receiving

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

  /// Records the rejection of a command that is not part of the plan. The rejection is checked only
  /// while the path is being tested.
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

  /// Number of countdowns on a page, so that the page fits in the maximum message size of 1 MiB.
  private static let pageSize = 1500

  /// Returns a page of the countdowns that the timer should have. It begins after the given
  /// countdown.
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
