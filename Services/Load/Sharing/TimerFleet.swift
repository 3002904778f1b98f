import Foundation
import Glibc

/// Timers that the tester starts, kills and restarts; empty if the timers are started by someone
/// else.
final class TimerFleet {
  private let options: TimerOptions
  private let programs: URL
  private let commands: String
  /// Endpoints for the ticks of each timer, in the order in which the timers are started.
  private let ingests: [String]
  private var children: [ChildProgram] = []
  private var started = 0
  /// Time at which a timer was killed; nil once the other timers have been notified of its loss.
  private var killed: Int64?
  private var hasKilled = false
  private var hasAdded = false
  private var hasRestarted = false
  private var members = 0

  init(_ options: TimerOptions, programs: URL, commands: String, ingests: [String]) {
    self.options = options
    self.programs = programs
    self.commands = commands
    self.ingests = ingests
  }

  var isEmpty: Bool { children.isEmpty }
  var pids: [Int32] { children.map(\.pid) }

  /// Starts the initial timers one by one, so that their numbers are known.
  func open(_ driver: TimerDriver, _ link: TimerLink) throws {
    guard case .child = options.subject else { return }
    let count = options.workload.sharing?.timers ?? 1
    for index in 0..<count {
      try start()
      try driver.awaitTimers(index + 1, until: LoadClock.now + options.patience) { try check() }
    }
    // A new timer waits for a second before it requests its countdowns.
    if count > 1 { try driver.settle(until: LoadClock.now + 1_500_000_000) }
    members = link.members.changes
  }

  private func start() throws {
    guard case .child(let program) = options.subject else { return }
    let path =
      program.map { URL(fileURLWithPath: $0) } ?? programs.appendingPathComponent("timer-service")
    var environment = [
      "STANDUPS_COMMANDS": commands, "STANDUPS_INGEST": ingests[min(started, ingests.count - 1)],
      "STANDUPS_LOG_LEVEL": "warning", "STANDUPS_TIMER_LIMIT": "10000000",
    ]
    environment.merge(options.environment) { $1 }
    children.append(try ChildProgram(path, environment: environment))
    started += 1
  }

  /// Checks that all timers are running.
  ///
  /// - Throws: `LoadFailure` if a timer has exited unexpectedly.
  func check() throws {
    guard let child = children.first(where: { $0.hasEnded }) else { return }
    throw LoadFailure(
      .software, code: "timer_ended",
      "The timer exited before the end of the test. Its last output: \(child.lastWords)")
  }

  /// Performs the changes that are due.
  ///
  /// - Parameters:
  ///   - since: nanoseconds since the beginning of the steady part.
  ///   - changed: called with the kind and the time of a change in the set of timers.
  func step(
    _ since: Int64, _ link: TimerLink, _ watch: TimerWatch,
    changed: (ShareLedger.Change.Kind, Int64) -> Void
  ) throws {
    if let restart = options.workload.restart, !hasRestarted, since >= restart {
      hasRestarted = true
      killFirst()
      link.forgetTimer()
      try start()
      watch.noteRestart(pids)
    }
    guard let plan = options.workload.sharing else { return }
    if let kill = plan.kill, !hasKilled, since >= kill {
      hasKilled = true
      killed = LoadClock.now
      killFirst()
      watch.noteProcesses(pids)
    }
    if let add = plan.add, !hasAdded, since >= add {
      hasAdded = true
      try start()
      watch.noteProcesses(pids)
    }
    guard members != link.members.changes else { return }
    members = link.members.changes
    // If a timer is added before the loss of another is noticed, both count as one change.
    changed(killed == nil ? .added : .killed, killed ?? LoadClock.now)
    killed = nil
  }

  private func killFirst() {
    guard let child = children.first else { return }
    child.kill(SIGKILL)
    while !child.hasEnded { usleep(500) }
    children.removeFirst()
  }

  func stop() {
    for child in children { child.stop() }
  }
}
