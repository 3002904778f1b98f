/// The account of the ticks of one meeting: which are due when, and which of them came.
///
/// Between two commands its clock runs or stands; what is due follows from the clock that the timer
/// reports in each answer. Ticks that come while an answer is awaited are judged after it.
struct MeetingLedger: Sendable {
  struct Missing: Hashable, Sendable {
    var number: Int32
    var due: Int64
  }

  /// How a tick was judged.
  enum Verdict: Hashable, Sendable {
    case taken(due: Int64, isReordered: Bool)
    case duplicate
    case stray
  }

  /// When elapsed time was 0, while the clock runs.
  private(set) var origin: Int64 = 0
  /// Whether the clock runs.
  private(set) var isRunning = false
  /// Elapsed time while the clock is held, in milliseconds; nil before the first answer.
  private(set) var heldMs: Int64?
  /// The number of the next tick, while the clock runs.
  private var next: Int32 = 1
  private var highest: Int32 = 0
  /// Commands without an answer.
  private(set) var outstanding: Int32 = 0
  private(set) var isOver = false
  /// The last speaker that the parent knows of, by a call or by a skip.
  var speaker: Int32 = 0
  /// The last speaker of whom a call told.
  var announced: Int32 = 0
  /// Due before the next one, and not seen: the latest of them.
  private(set) var missing: [Missing] = []
  /// How many more are missing, for good.
  private var lostBefore: Int32 = 0
  /// Not judged yet.
  private(set) var waiting: [TickArrival] = []
  /// How many more waited.
  private var neverJudged: Int32 = 0
  var fit = LineFit()

  /// Of a timer that stands still for hours each tick is missing; these many may still come.
  static let maxMissing = 64
  /// And of a command that is never answered each tick would wait.
  static let maxWaiting = 4096

  /// Ticks that were due and did not come.
  var lost: Int64 { Int64(lostBefore) + Int64(missing.count) }
  /// Ticks that came, and nobody knows when they were due.
  var unjudged: Int64 { Int64(neverJudged) + Int64(waiting.count) }

  /// A command was sent whose answer may change the clock.
  mutating func asked() { outstanding += 1 }

  /// A command was refused: nothing changed.
  mutating func refused() { outstanding -= 1 }

  /// A command was answered.
  ///
  /// - Parameters:
  ///   - isOver: whether it ended the countdown.
  ///   - shape: what is the same for all meetings.
  mutating func answered(_ clock: ReportedClock, isOver over: Bool, _ shape: TickShape) {
    outstanding -= 1
    guard !isOver else { return }
    // The timer rounds to microseconds; a command that changes the clock moves it by much more.
    let isSame = isRunning && abs(clock.origin - origin) <= 2_000
    if isRunning, !isSame || over || !clock.isRunning {
      let end = isSame || !clock.isRunning ? clock.elapsedMs * 1_000_000 : clock.at - origin - 1_000
      close(at: end, shape)
    }
    isOver = over
    if !clock.isRunning { heldMs = clock.elapsedMs }
    if clock.isRunning, !isSame, !over {
      isRunning = true
      origin = clock.origin
      next = Int32(clamping: clock.elapsedMs / shape.tickMs + 1)
    }
  }

  /// The countdown came to its end.
  mutating func finished(_ shape: TickShape) {
    if isRunning { close(at: .max, shape) }
    isOver = true
  }

  /// The end of the run: what was due until then and did not come is lost.
  mutating func end(at moment: Int64, _ shape: TickShape) {
    if isRunning { close(at: moment - origin, shape) }
    missing.removeAll { $0.due > moment }
  }

  /// Everything up to an elapsed time is due.
  private mutating func close(at elapsed: Int64, _ shape: TickShape) {
    let last = min(shape.last, Int32(clamping: max(0, elapsed) / shape.tickNs))
    miss(upTo: last, shape)
    isRunning = false
  }

  private mutating func miss(upTo last: Int32, _ shape: TickShape) {
    while next <= last {
      missing.append(Missing(number: next, due: due(next, shape)))
      next += 1
      if missing.count > 2 * Self.maxMissing {
        missing.removeFirst(Self.maxMissing)
        lostBefore += Int32(Self.maxMissing)
      }
    }
  }

  private func due(_ number: Int32, _ shape: TickShape) -> Int64 {
    origin + Int64(number) * shape.tickNs
  }

  /// Keeps a tick until the answer is there.
  mutating func wait(_ arrival: TickArrival) {
    if waiting.count < Self.maxWaiting { waiting.append(arrival) } else { neverJudged += 1 }
  }

  mutating func takeWaiting() -> [TickArrival] {
    defer { waiting = [] }
    return waiting
  }

  /// Judges a tick; no answer may be outstanding.
  mutating func judge(_ number: Int32, _ shape: TickShape) -> Verdict {
    defer { highest = max(highest, number) }
    if isRunning, number >= next, number <= shape.last {
      miss(upTo: number - 1, shape)
      next = number + 1
      return .taken(due: due(number, shape), isReordered: false)
    }
    if let index = missing.firstIndex(where: { $0.number == number }) {
      let found = missing.remove(at: index)
      return .taken(due: found.due, isReordered: number < highest)
    }
    return number <= highest ? .duplicate : .stray
  }
}

/// What is the same for the ticks of all meetings of a run.
struct TickShape: Hashable, Sendable {
  var tickMs: Int64
  /// The length of a meeting.
  var lengthMs: Int64

  var tickNs: Int64 { tickMs * 1_000_000 }
  /// The number of the last tick.
  var last: Int32 { Int32(clamping: lengthMs / max(1, tickMs)) }
}
