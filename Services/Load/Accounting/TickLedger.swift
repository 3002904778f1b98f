import Countdown

/// Ledger of a whole run.
struct TickLedger: Sendable {
  let shape: TickShape
  let schedule: SpeakerSchedule?
  /// End of the ramp, in nanoseconds of CLOCK_BOOTTIME; lateness is measured from here on.
  private(set) var steady: Int64
  /// End of the run, in nanoseconds of CLOCK_BOOTTIME; ticks that are due later do not count.
  private(set) var end: Int64
  /// True if the tester receives ticks. If false, no tick counts as missing.
  var hears = true
  /// Assignment of the meetings to several timers; nil for one timer.
  var sharing: ShareLedger?
  /// Number of lost ticks of meetings that never had to move to another timer.
  private(set) var lostUnmoved: Int64 = 0

  private(set) var counts = TickCounts()
  private(set) var speakers = SpeakerCounts()
  /// Due time of the latest lost tick; 0 without one.
  private(set) var lastLost: Int64 = 0
  private var meetings: [MeetingLedger]
  /// Delay from the due time to the receipt and to the sending of ticks since `steady`, in
  /// nanoseconds.
  private(set) var received = Histogram(highest: TickLedger.maxLateness)
  private(set) var sent = Histogram(highest: TickLedger.maxLateness)
  private(set) var speakerLateness = Histogram(highest: TickLedger.maxLateness)
  /// Lateness on receipt of the ticks since the last ``takeInterval()``, ramp included.
  private var interval = Histogram(highest: TickLedger.maxLateness)
  /// Lateness of all ticks over time, both in seconds.
  private(set) var fit = LineFit()

  /// Ten minutes.
  private static let maxLateness: Int64 = 600_000_000_000
  /// The timer reports its clock in microseconds, rounded up.
  private static let earlyTolerance: Int64 = 2_000
  /// A tick states its time of sending in whole milliseconds, and the wall clock may be adjusted.
  private static let earlySentTolerance: Int64 = 2_000_000

  /// Creates the ledger of a run.
  ///
  /// - Parameters:
  ///   - steady, end: times of the run if they are known from the beginning; see
  ///     ``begin(steady:end:)``.
  init(
    meetings: Int, shape: TickShape, speakers: Int, steady: Int64 = .max, end: Int64 = .max
  ) {
    self.shape = shape
    schedule = SpeakerSchedule(durationMs: shape.lengthMs, speakers: speakers)
    self.steady = steady
    self.end = end
    self.meetings = Array(repeating: MeetingLedger(), count: meetings)
  }

  /// Sets the times of the run, which are known when the ramp is over.
  mutating func begin(steady: Int64, end: Int64) {
    self.steady = steady
    self.end = end
  }

  /// Ends the run early. Ticks that are due after this moment do not count.
  mutating func stop(at moment: Int64) { end = min(end, moment) }

  // MARK: Commands

  mutating func asked(_ meeting: Int) { meetings[meeting].asked() }

  mutating func refused(_ meeting: Int) {
    meetings[meeting].refused()
    settle(meeting)
  }

  /// Records the reply to a command.
  ///
  /// - Parameter speaker: current speaker after the command, if the command was a skip.
  mutating func answered(
    _ meeting: Int, _ clock: ReportedClock, isOver: Bool, skippedTo speaker: Int? = nil
  ) {
    meetings[meeting].answered(clock, isOver: isOver, shape)
    if let speaker {
      meetings[meeting].speaker = max(meetings[meeting].speaker, Int32(clamping: speaker))
    }
    settle(meeting)
  }

  private mutating func settle(_ meeting: Int) {
    guard meetings[meeting].outstanding == 0, !meetings[meeting].waiting.isEmpty else { return }
    for arrival in meetings[meeting].takeWaiting() { judge(meeting, arrival) }
  }

  // MARK: Ticks and calls

  /// Records a received tick.
  ///
  /// - Parameter source: number of the timer that sent the tick.
  mutating func tick(_ meeting: Int, _ arrival: TickArrival, from source: Int = 0) {
    guard meetings.indices.contains(meeting) else { return }
    sharing?.tick(meeting, from: source, at: arrival.received)
    if meetings[meeting].outstanding > 0 {
      meetings[meeting].wait(arrival)
    } else {
      judge(meeting, arrival)
    }
  }

  private mutating func judge(_ meeting: Int, _ arrival: TickArrival) {
    switch meetings[meeting].judge(arrival.number, shape) {
    case .duplicate: counts.duplicate += 1
    case .stray: if arrival.received <= end { counts.stray += 1 }
    case .taken(let due, let isReordered):
      guard due <= end else { return }
      counts.received += 1
      if isReordered { counts.reordered += 1 }
      let late = arrival.received - due
      let sentLate = arrival.sent - due
      if late < -Self.earlyTolerance || sentLate < -Self.earlySentTolerance { counts.early += 1 }
      let kept = max(0, late)
      interval.record(kept)
      guard due >= steady else { return }
      received.record(kept)
      sent.record(max(0, sentLate))
      let x = Double(due - steady) / 1e9
      let y = Double(late) / 1e9
      meetings[meeting].fit.add(x, y)
      fit.add(x, y)
    }
  }

  /// Records that a timer was added or killed.
  ///
  /// - Parameters:
  ///   - moment: time of the change.
  ///   - owners: timer of each meeting from now on.
  mutating func changed(_ kind: ShareLedger.Change.Kind, at moment: Int64, owners: [Int8]) {
    let running = zip(owners, meetings).map { $1.isOver ? -1 : $0 }
    sharing?.changed(kind, at: moment, owners: running)
  }

  /// Records a change of speaker that the timer reported.
  mutating func speakerChanged(_ meeting: Int, to speaker: Int, elapsedMs: Int64, at now: Int64) {
    guard meetings.indices.contains(meeting) else { return }
    let speaker = Int32(clamping: speaker)
    defer {
      meetings[meeting].speaker = max(meetings[meeting].speaker, speaker)
      meetings[meeting].announced = speaker
    }
    guard speaker != meetings[meeting].announced else {
      speakers.repeated += 1
      return
    }
    speakers.received += 1
    if speaker > meetings[meeting].speaker + 1 { speakers.missed += 1 }
    guard meetings[meeting].isRunning, meetings[meeting].outstanding == 0, now >= steady else {
      return
    }
    speakerLateness.record(max(0, now - meetings[meeting].origin - elapsedMs * 1_000_000))
  }

  mutating func finished(_ meeting: Int) {
    guard meetings.indices.contains(meeting) else { return }
    if !meetings[meeting].isOver { speakers.finished += 1 }
    meetings[meeting].finished(shape)
  }

  // MARK: Reading

  /// Returns the lateness of the ticks received since the last call.
  mutating func takeInterval() -> Histogram {
    defer { interval.reset() }
    return interval
  }

  /// Number of ticks that were due before a moment and have not arrived.
  func missing(before moment: Int64) -> Int64 {
    guard hears else { return 0 }
    return meetings.reduce(into: 0) { sum, meeting in
      var meeting = meeting
      meeting.end(at: moment, shape)
      sum += meeting.lost
    }
  }

  /// Returns the clocks of meetings that have not ended, for a timer that lost them.
  ///
  /// - Parameters:
  ///   - first: number of the first meeting.
  ///   - limit: maximum number of clocks.
  ///   - now: time of reading, used for paused clocks.
  func clocks(from first: Int, limit: Int, at now: Int64) -> [KeptClock] {
    var found: [KeptClock] = []
    for index in meetings.indices.dropFirst(first) where found.count < limit {
      let meeting = meetings[index]
      guard !meeting.isOver, meeting.isRunning || meeting.heldMs != nil else { continue }
      found.append(
        KeptClock(
          meeting: index, speaker: Int(meeting.speaker),
          clock: ReportedClock(
            elapsedMs: meeting.isRunning ? 0 : meeting.heldMs ?? 0,
            at: meeting.isRunning ? meeting.origin : now, isRunning: meeting.isRunning)))
    }
    return found
  }

  /// True unless a meeting is known to have ended.
  func mayRun(_ meeting: Int) -> Bool { !meetings[meeting].isOver }

  /// Closes the ledger, and returns the drift.
  mutating func finish() -> Drift {
    var slopes: [LineFit.Slope] = []
    for index in meetings.indices {
      checkSpeaker(index)
      guard hears else { continue }
      meetings[index].end(at: end, shape)
      counts.lost += meetings[index].lost
      if sharing?.moved(index) == false { lostUnmoved += meetings[index].lost }
      lastLost = meetings[index].missing.reduce(lastLost) { max($0, $1.due) }
      counts.unjudged += meetings[index].unjudged
      if let slope = meetings[index].fit.estimate { slopes.append(slope) }
    }
    counts.expected = counts.received + counts.lost
    return Drift(slopes: slopes, overall: fit.estimate?.slope)
  }

  /// By the end of the run, the timer has reported every change that was due a second earlier.
  private mutating func checkSpeaker(_ index: Int) {
    let meeting = meetings[index]
    guard let schedule, meeting.isRunning, meeting.outstanding == 0 else { return }
    let elapsed = (end - 1_000_000_000 - meeting.origin) / 1_000_000
    guard elapsed > 0, schedule.speaker(at: elapsed) > Int(meeting.speaker) else { return }
    speakers.missed += Int64(schedule.speaker(at: elapsed) - Int(meeting.speaker))
  }
}

/// State of a countdown, as the tester knows it.
struct KeptClock: Hashable, Sendable {
  var meeting: Int
  /// Last speaker that the tester knows.
  var speaker: Int
  var clock: ReportedClock
}

/// Counts of the timer's calls.
struct SpeakerCounts: Codable, Hashable, Sendable {
  /// Number of reported changes of speaker.
  var received: Int64 = 0
  /// Number of changes that were reported more than once.
  var repeated: Int64 = 0
  /// Number of changes that were not reported.
  var missed: Int64 = 0
  /// Number of meetings that ended.
  var finished: Int64 = 0
}
