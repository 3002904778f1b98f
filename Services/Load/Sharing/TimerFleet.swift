import Foundation
import Glibc

/// The timers that the tester starts, kills and starts anew; none where somebody else started them.
final class TimerFleet {
  private let options: TimerOptions
  private let programs: URL
  private let commands: String
  /// Where the ticks of each timer go, in the order in which they are started.
  private let ingests: [String]
  private var children: [ChildProgram] = []
  private var started = 0
  /// When one was killed that the others have not yet heard of.
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

  /// Starts those that are there at first, one after the other, so that it is known which is which.
  func open(_ driver: TimerDriver, _ link: TimerLink) throws {
    guard case .child = options.subject else { return }
    let count = options.workload.sharing?.timers ?? 1
    for index in 0..<count {
      try start()
      try driver.awaitTimers(index + 1, until: LoadClock.now + options.patience) { try check() }
    }
    // A timer that comes waits for a second before it asks for what is its own.
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

  /// - Throws: `LoadFailure` where one has ended by itself.
  func check() throws {
    guard let child = children.first(where: { $0.hasEnded }) else { return }
    throw LoadFailure(
      .software, code: "timer_ended",
      "The timer exited before the end of the test. Its last output: \(child.lastWords)")
  }

  /// Does what is due.
  ///
  /// - Parameters:
  ///   - since: nanoseconds since the steady part began.
  ///   - changed: called when a timer has come or gone; with the moment when it did.
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
    // One at a time: a timer that comes while another one's end is not noticed counts as one change.
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
