/// Ledger of the ticks of one meeting: the due time of each tick, and whether it arrived.
///
/// Between two commands, the clock either runs or is paused. Due times follow from the clock that
/// the timer reports in each reply. Ticks that arrive before an outstanding reply are judged after
/// it.
struct MeetingLedger: Sendable {
  struct Missing: Hashable, Sendable {
    var number: Int32
    var due: Int64
  }

  /// Verdict on a tick.
  enum Verdict: Hashable, Sendable {
    case taken(due: Int64, isReordered: Bool)
    case duplicate
    case stray
  }

  /// Time at which elapsed time was 0, in nanoseconds of CLOCK_BOOTTIME; valid while the clock
  /// runs.
  private(set) var origin: Int64 = 0
  private(set) var isRunning = false
  /// Elapsed time while the clock is paused, in milliseconds; nil before the first reply.
  private(set) var heldMs: Int64?
  /// Number of the next tick; valid while the clock runs.
  private var next: Int32 = 1
  private var highest: Int32 = 0
  /// Number of commands without a reply.
  private(set) var outstanding: Int32 = 0
  private(set) var isOver = false
  /// Last speaker known from a call of the timer or from a skip.
  var speaker: Int32 = 0
  /// Last speaker that a call of the timer announced.
  var announced: Int32 = 0
  /// Most recent ticks that were due before `next` and have not arrived yet.
  private(set) var missing: [Missing] = []
  /// Number of earlier missing ticks, which count as lost even if they arrive later.
  private var lostBefore: Int32 = 0
  /// Ticks that have not been judged yet.
  private(set) var waiting: [TickArrival] = []
  /// Number of further ticks that arrived while `waiting` was full.
  private var neverJudged: Int32 = 0
  var fit = LineFit()

  /// Maximum number of missing ticks that may still arrive. It bounds the memory if a timer stops
  /// for hours and misses every tick.
  static let maxMissing = 64
  /// Maximum number of waiting ticks. It bounds the memory if a command is never answered, because
  /// every tick would then wait.
  static let maxWaiting = 4096

  /// Number of ticks that were due and did not arrive.
  var lost: Int64 { Int64(lostBefore) + Int64(missing.count) }
  /// Number of ticks that arrived with an unknown due time.
  var unjudged: Int64 { Int64(neverJudged) + Int64(waiting.count) }

  /// Records that a command was sent whose reply may change the clock.
  mutating func asked() { outstanding += 1 }

  /// Records that a command was rejected, so that it changes nothing.
  mutating func refused() { outstanding -= 1 }

  /// Records the reply to a command.
  ///
  /// - Parameters:
  ///   - isOver: true if the command ended the countdown.
  ///   - shape: properties that all meetings share.
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

  /// Records the end of the countdown.
  mutating func finished(_ shape: TickShape) {
    if isRunning { close(at: .max, shape) }
    isOver = true
  }

  /// Ends the run. Ticks that were due by then but did not arrive are lost.
  mutating func end(at moment: Int64, _ shape: TickShape) {
    if isRunning { close(at: moment - origin, shape) }
    missing.removeAll { $0.due > moment }
  }

  /// Marks every tick up to an elapsed time as due.
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

  /// Holds a tick until the reply has arrived.
  mutating func wait(_ arrival: TickArrival) {
    if waiting.count < Self.maxWaiting { waiting.append(arrival) } else { neverJudged += 1 }
  }

  mutating func takeWaiting() -> [TickArrival] {
    defer { waiting = [] }
    return waiting
  }

  /// Judges a tick. Call it only if no reply is outstanding.
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

/// Properties of the ticks that all meetings of a run share.
struct TickShape: Hashable, Sendable {
  var tickMs: Int64
  /// Length of a meeting, in milliseconds.
  var lengthMs: Int64

  var tickNs: Int64 { tickMs * 1_000_000 }
  /// Number of the last tick.
  var last: Int32 { Int32(clamping: lengthMs / max(1, tickMs)) }
}
