import StandupsConfiguration
import Foundation
import Glibc

/// Samples a running test once per second and records the results.
///
/// A class, because both the run and its steps record results in it.
final class TimerWatch {
  let receivers: TickReceivers
  private let options: TimerOptions
  private let plan: TimerPlan
  private var pids: [Int32]
  private var progress: Progress
  private var start: Int64 = 0
  private var intervals: [TimerReport.Interval] = []
  /// Time of the next sample.
  private(set) var next: Int64 = 0
  private var usage: ProcessUsage?
  /// Beginning of the steady part.
  private var steady: Int64?
  /// Number of starts that had no reply when the steady part began.
  private var unansweredStarts: Int64 = 0
  /// Resource usage at the beginning of the steady part, and at the end.
  private var before: ProcessUsage?
  private var after: ProcessUsage?
  /// Resource usage with all meetings, when the steady part began.
  private var full: ProcessUsage?
  /// Resource usage of the tester, at the same times.
  private var ownBefore = ProcessUsage()
  private var ownAfter = ProcessUsage()
  private var began = MachineTime.now()
  private var machineShare = 0.0
  private var commandCPU: Int64 = 0
  private var commandShare = 0.0
  private var tickShare = 0.0
  private var seconds = 0.0
  private var drift: Drift?
  private let empty: ProcessUsage?
  /// Time from which the usage of the processes counts, and the number of ticks up to then; nil for
  /// the whole steady part.
  private var counted: (since: Int64, ticks: Int64)?
  private var ended: Int64 = 0
  /// Time at which the timer was restarted.
  private(set) var restarted: Int64?

  /// Maximum number of intervals; a longer run has longer intervals.
  private static let maxIntervals: Int64 = 600

  init(
    _ options: TimerOptions, _ plan: TimerPlan, pids: [Int32], _ receivers: TickReceivers,
    _ context: LoadContext
  ) {
    self.options = options
    self.plan = plan
    self.pids = pids
    self.receivers = receivers
    progress = Progress(context, every: options.every)
    empty = ProcessUsage.of(pids)
  }

  private var ramp: Int64 { options.workload.ramp }
  private var total: Int64 { ramp + options.workload.duration }
  private var step: Int64 { max(1, total / 1_000_000_000 / Self.maxIntervals + 1) * 1_000_000_000 }

  func begin(_ start: Int64) {
    self.start = start
    usage = ProcessUsage.of(pids)
    began = .now()
    commandCPU = LoadClock.threadCPU
    next = start + step
  }

  /// Begins the steady part, once all meetings have started or the wait for their replies has timed
  /// out.
  func beginSteady(_ moment: Int64, _ driver: TimerDriver) {
    steady = moment
    unansweredStarts = driver.unansweredStarts
    before = ProcessUsage.of(pids)
    full = before
    ownBefore = ProcessUsage(pid: getpid()) ?? ProcessUsage()
  }

  /// Takes a sample if it is due.
  ///
  /// - Returns: true if a sample was due.
  func look(_ driver: TimerDriver) -> Bool {
    let now = LoadClock.now
    guard now >= next else { return false }
    next += step
    note(now)
    let counts = receivers.ledger.withLock { $0.counts }
    guard let last = intervals.last else { return true }
    let rate = Double(last.ticks) / (Double(step) / 1e9)
    progress.show(
      now - start, of: total,
      "\(Figure.count(Int64(rate))) ticks/s  p99 \(LatencySummary.text(last.p99))"
        + "  duplicate \(counts.duplicate)  early \(counts.early)  unanswered \(driver.unanswered)")
    return true
  }

  /// Records that the timer was killed and another one started.
  func noteRestart(_ pids: [Int32]) {
    restarted = LoadClock.now
    noteProcesses(pids)
  }

  /// Records that the processes have changed. Their usage counts from here on.
  func noteProcesses(_ pids: [Int32]) {
    self.pids = pids + options.pids
    before = ProcessUsage.of(self.pids)
    usage = before
    counted = (LoadClock.now, receivers.ledger.withLock { $0.received.count })
  }

  private func note(_ now: Int64) {
    let histogram = receivers.ledger.withLock { $0.takeInterval() }
    let current = ProcessUsage.of(pids)
    let summary = LatencySummary(histogram, isWhole: false)
    intervals.append(
      TimerReport.Interval(
        at: Double(now - start) / 1e9, ticks: histogram.count, p50: summary.p50, p99: summary.p99,
        p999: summary.p999, max: summary.max,
        cpuSeconds: (current?.cpuSeconds ?? 0) - (usage?.cpuSeconds ?? 0),
        residentBytes: current?.residentBytes ?? 0,
        isSteady: steady.map { now - step >= $0 } ?? false))
    usage = current
  }

  /// Ends the measurement; late ticks may still arrive.
  func end() {
    progress.clear()
    after = ProcessUsage.of(pids)
    let now = LoadClock.now
    ended = now
    let whole = Double(now - start)
    ownAfter = ProcessUsage(pid: getpid()) ?? ProcessUsage()
    seconds = Double(now - (steady ?? now)) / 1e9
    machineShare = MachineTime.now().share(since: began)
    commandShare = Double(LoadClock.threadCPU - commandCPU) / whole
    tickShare = receivers.state.cpuSeconds * 1e9 / whole
  }

  /// Closes the ledger.
  func finish() {
    drift = receivers.ledger.withLock { $0.finish() }
    drift?.setRange(
      levels: intervals.filter { $0.isSteady && $0.ticks > 0 }.map { ($0.at, $0.p50) })
  }

  // MARK: The result

  func report(
    _ driver: TimerDriver, machine: Machine, link: TimerLink, isThroughRouter: Bool
  ) -> TimerReport {
    let ledger = receivers.ledger.withLock { $0 }
    let state = receivers.state
    var commands: [String: TimerReport.Command] = [:]
    for (kind, tally) in driver.tallies {
      commands[kind.rawValue] = TimerReport.Command(
        sent: tally.sent, done: tally.done, refused: tally.refused,
        unanswered: tally.unanswered, latency: LatencySummary(tally.latency))
    }
    let lateness = LatencySummary(ledger.received)
    let began = Date(timeIntervalSinceNow: -Double(LoadClock.now - start) / 1e9)
    return TimerReport(
      version: Version.current, began: began.formatted(.iso8601), machine: machine,
      workload: options.workload, isThroughRouter: isThroughRouter, ramp: rampResult(driver),
      seconds: seconds,
      ticks: ledger.counts, speakers: ledger.speakers, lateness: lateness,
      sentLateness: LatencySummary(ledger.sent),
      speakerLateness: LatencySummary(ledger.speakerLateness),
      drift: drift ?? Drift(slopes: [], overall: nil), commands: commands,
      droppedFromPlan: plan.dropped, process: process(ledger),
      tester: tester(driver, state, lateness), intervals: intervals,
      recovery: recovery(driver, ledger), sharing: sharing(ledger),
      problems: problems(driver, ledger, link, state))
  }

  private func rampResult(_ driver: TimerDriver) -> TimerReport.Ramp {
    TimerReport.Ramp(
      plannedSeconds: Double(ramp) / 1e9,
      seconds: unansweredStarts > 0 ? nil : driver.lastStart.map { Double($0 - start) / 1e9 },
      unanswered: unansweredStarts)
  }

  private func process(_ ledger: TickLedger) -> TimerReport.Process? {
    guard let before, let after else { return nil }
    let cpu = after.cpuSeconds - before.cpuSeconds
    let ticks = Double(ledger.received.count - (counted?.ticks ?? 0))
    let seconds = counted.map { Double(ended - $0.since) / 1e9 } ?? seconds
    let grown = Double((full ?? after).residentBytes - (empty?.residentBytes ?? 0))
    return TimerReport.Process(
      pids: pids, cpuSeconds: cpu, cpuShare: seconds > 0 ? cpu / seconds : 0,
      cpuSecondsPerMillionTicks: ticks > 0 ? cpu / ticks * 1e6 : nil, peakBytes: after.peakBytes,
      residentBytesBefore: (full ?? before).residentBytes, residentBytesAfter: after.residentBytes,
      bytesPerMeeting: plan.meetings > 0 ? grown / Double(plan.meetings) : nil)
  }

  private func recovery(_ driver: TimerDriver, _ ledger: TickLedger) -> TimerReport.Recovery? {
    guard let restarted else { return nil }
    func seconds(_ moment: Int64) -> Double { max(0, Double(moment - restarted) / 1e9) }
    return TimerReport.Recovery(
      secondsToState: driver.restored.flatMap { $0 > restarted ? seconds($0) : nil },
      secondsToSchedule: seconds(ledger.lastLost), lost: ledger.counts.lost)
  }

  private func sharing(_ ledger: TickLedger) -> SharingReport? {
    guard let plan = options.workload.sharing, let sharing = ledger.sharing else { return nil }
    return SharingReport(
      sharing, timers: plan.timers, lostUnmoved: ledger.lostUnmoved, start: start)
  }

  private func tester(
    _ driver: TimerDriver, _ state: TickReceiver.State, _ lateness: LatencySummary
  ) -> TimerReport.Tester {
    let own = LatencySummary(driver.lateness)
    let full = state.turns > 0 ? Double(state.fullTurns) / Double(state.turns) : 0
    var bottlenecks: [String] = []
    if tickShare > 0.8 {
      bottlenecks.append("was the bottleneck: its tick thread was saturated.")
    }
    if commandShare > 0.8 {
      bottlenecks.append("was the bottleneck: its command thread was saturated.")
    }
    if own.p99 > 5000 {
      bottlenecks.append(
        "sent its own commands late (p99 \(LatencySummary.text(own.p99))), so the load was uneven.")
    }
    if machineShare > 0.95 {
      bottlenecks.append(
        "shared a machine without idle time, so part of the lateness is time spent waiting for a core."
      )
    }
    return TimerReport.Tester(
      lateness: own, tickThreadShare: tickShare, commandThreadShare: commandShare,
      fullQueueShare: full, machineShare: machineShare,
      residentBytesBefore: ownBefore.residentBytes, residentBytesAfter: ownAfter.residentBytes,
      bottlenecks: bottlenecks)
  }

  private func problems(
    _ driver: TimerDriver, _ ledger: TickLedger, _ link: TimerLink, _ state: TickReceiver.State
  ) -> [String] {
    var problems: [String] = []
    if unansweredStarts > 0 {
      problems.append(
        "Starts of the ramp without a reply \(TimerMessages.patienceMs / 1000) s after the last one:"
          + " \(unansweredStarts); the measurement started without them.")
    }
    let late = (steady ?? start) - start - ramp
    if late > 1_000_000_000, !options.workload.churn.isEmpty {
      problems.append(
        "The ramp took \(Figure.text(Double(late) / 1e9)) s longer than planned, but the churn assumes"
          + " that meetings start on time; use a longer --ramp.")
    }
    if driver.repeated > 0 {
      problems.append(
        "Replies that arrived twice, or minutes after their deadline: \(driver.repeated).")
    }
    if driver.wronglyTaken > 0 {
      problems.append("Invalid commands that were accepted: \(driver.wronglyTaken).")
    }
    if driver.unreadable > 0 { problems.append("Unreadable replies: \(driver.unreadable).") }
    if link.unsent > 0 { problems.append("Messages that could not be sent: \(link.unsent).") }
    if state.unreadable > 0 {
      problems.append("Events that were not ticks of this run: \(state.unreadable).")
    }
    if plan.dropped > 0 {
      problems.append(
        "Commands of the churn without a suitable meeting: \(plan.dropped).")
    }
    return problems
  }
}
