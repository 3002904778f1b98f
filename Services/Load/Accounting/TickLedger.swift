import Countdown

/// The account of a whole run.
struct TickLedger: Sendable {
  let shape: TickShape
  let schedule: SpeakerSchedule?
  /// From when on lateness is measured, in nanoseconds of CLOCK_BOOTTIME: the ramp is over.
  private(set) var steady: Int64
  /// Ticks that are due later are none of this run.
  private(set) var end: Int64
  /// Whether ticks are heard; if not, none is missing.
  var hears = true
  /// Who ticks which meeting, where several timers share them.
  var sharing: ShareLedger?
  /// Ticks lost of meetings that never had to move to another timer.
  private(set) var lostUnmoved: Int64 = 0

  private(set) var counts = TickCounts()
  private(set) var speakers = SpeakerCounts()
  /// When the last tick was due that is lost; 0 without one.
  private(set) var lastLost: Int64 = 0
  private var meetings: [MeetingLedger]
  /// Nanoseconds from due to received, and to sent, of the ticks since `steady`.
  private(set) var received = Histogram(highest: TickLedger.maxLateness)
  private(set) var sent = Histogram(highest: TickLedger.maxLateness)
  private(set) var speakerLateness = Histogram(highest: TickLedger.maxLateness)
  /// The same as `received` since the last ``takeInterval()``.
  private var interval = Histogram(highest: TickLedger.maxLateness)
  /// The lateness of all ticks, in seconds over seconds.
  private(set) var fit = LineFit()

  /// Ten minutes.
  private static let maxLateness: Int64 = 600_000_000_000
  /// The timer's clock is read in microseconds, rounded up.
  private static let earlyTolerance: Int64 = 2_000
  /// A tick says when it was sent in whole milliseconds, and the wall clock may be adjusted.
  private static let earlySentTolerance: Int64 = 2_000_000

  /// - Parameters:
  ///   - steady, end: where they are known from the beginning; see ``begin(steady:end:)``.
  init(
    meetings: Int, shape: TickShape, speakers: Int, steady: Int64 = .max, end: Int64 = .max
  ) {
    self.shape = shape
    schedule = SpeakerSchedule(durationMs: shape.lengthMs, speakers: speakers)
    self.steady = steady
    self.end = end
    self.meetings = Array(repeating: MeetingLedger(), count: meetings)
  }

  /// The ramp is over, and so it is known when the run will be.
  mutating func begin(steady: Int64, end: Int64) {
    self.steady = steady
    self.end = end
  }

  /// Nothing that is due after a moment counts.
  mutating func stop(at moment: Int64) { end = min(end, moment) }

  // MARK: Commands

  mutating func asked(_ meeting: Int) { meetings[meeting].asked() }

  mutating func refused(_ meeting: Int) {
    meetings[meeting].refused()
    settle(meeting)
  }

  /// - Parameter speaker: who has the floor since the command, if it was a skip.
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

  // MARK: What comes

  /// - Parameter source: the number of the timer that sent it.
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

  /// A timer came or went.
  ///
  /// - Parameters:
  ///   - moment: when it did.
  ///   - owners: who has each meeting from now on.
  mutating func changed(_ kind: ShareLedger.Change.Kind, at moment: Int64, owners: [Int8]) {
    let running = zip(owners, meetings).map { $1.isOver ? -1 : $0 }
    sharing?.changed(kind, at: moment, owners: running)
  }

  /// The timer told who speaks.
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

  /// The ticks since the last call, by their lateness when received.
  mutating func takeInterval() -> Histogram {
    defer { interval.reset() }
    return interval
  }

  /// How many of the ticks that were due before a moment are not there yet.
  func missing(before moment: Int64) -> Int64 {
    guard hears else { return 0 }
    return meetings.reduce(into: 0) { sum, meeting in
      var meeting = meeting
      meeting.end(at: moment, shape)
      sum += meeting.lost
    }
  }

  /// The clocks of meetings that have not ended, for a timer that lost them.
  ///
  /// - Parameters:
  ///   - first: the number of the first meeting to look at.
  ///   - limit: how many to give at most.
  ///   - now: when clocks that stand are read.
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

  /// Whether a meeting has not ended as far as is known.
  func mayRun(_ meeting: Int) -> Bool { !meetings[meeting].isOver }

  /// Closes the account.
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

  /// A change that was due a second before the end has been told by now.
  private mutating func checkSpeaker(_ index: Int) {
    let meeting = meetings[index]
    guard let schedule, meeting.isRunning, meeting.outstanding == 0 else { return }
    let elapsed = (end - 1_000_000_000 - meeting.origin) / 1_000_000
    guard elapsed > 0, schedule.speaker(at: elapsed) > Int(meeting.speaker) else { return }
    speakers.missed += Int64(schedule.speaker(at: elapsed) - Int(meeting.speaker))
  }
}

/// A countdown as the parent kept it.
struct KeptClock: Hashable, Sendable {
  var meeting: Int
  /// The last that the parent knows of.
  var speaker: Int
  var clock: ReportedClock
}

/// What the timer told its parent.
struct SpeakerCounts: Codable, Hashable, Sendable {
  /// Changes of the speaker.
  var received: Int64 = 0
  /// Told again.
  var repeated: Int64 = 0
  /// Not told.
  var missed: Int64 = 0
  /// Meetings that came to their end.
  var finished: Int64 = 0
}
