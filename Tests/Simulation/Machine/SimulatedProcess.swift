#if DEBUG || SIMULATION
  import ZeroMQ

  /// Process of the machine: a loop that the machine drives, and its own share of Swift's thread pool.
  ///
  /// `@unchecked Sendable`: it is used on the machine's thread only.
  final class SimulatedProcess: LoopDriver, @unchecked Sendable {
    enum Condition { case running, suspended, killed }

    /// Name such as `standups` or `timer-2`.
    let name: String
    /// Number that is unique within a run.
    let number: Int
    let machine: Machine
    private(set) var condition = Condition.running
    private var suspendedAt: Int64 = 0
    /// Duration of each suspension, in nanoseconds.
    private(set) var standstills: [Int64] = []
    /// Additional duration of each turn, in nanoseconds.
    var slowness: Int64 = 0

    private var ownLoop: SocketLoop?
    private var poolJobs: [UnownedJob] = []
    private lazy var pool = Pool(self)
    /// Time of its next scheduled turn; nil for none.
    private var turnAt: Int64?
    /// True if the loop was woken since this flag was last reset.
    private var wasWoken = false
    /// The tasks of the process.
    private var tasks: [Task<Void, Never>] = []
    /// Closures that are called when the process is killed, to end its objects in other places.
    private var onKill: [() -> Void] = []
    /// Called on the loop after the process was killed, so that endless retries notice that it is over.
    var farewell: (@Sendable () -> Void)?

    /// Runs jobs that belong to no loop. Most of them arrive through Swift's hook; jobs that yield arrive here.
    ///
    /// `@unchecked Sendable`: it is used on the machine's thread only.
    private final class Pool: TaskExecutor, @unchecked Sendable {
      /// The process; nil once it has been killed.
      var process: SimulatedProcess?

      init(_ process: SimulatedProcess) { self.process = process }

      func enqueue(_ job: consuming ExecutorJob) {
        process?.addPoolJob(UnownedJob(job))
      }
    }

    init(_ name: String, number: Int, on machine: Machine) {
      self.name = name
      self.number = number
      self.machine = machine
      ownLoop = SocketLoop(name: name, drivenBy: self)
    }

    /// Its only thread.
    var loop: SocketLoop {
      guard let ownLoop else { preconditionFailure("\(name) is gone") }
      return ownLoop
    }

    var isAlive: Bool { condition != .killed }

    /// Starts a task of this process.
    func start(_ body: @escaping @Sendable () async -> Void) {
      machine.run(self) { tasks.append(Task { await body() }) }
      wake(loop)
    }

    /// Runs a closure on its loop, in a later turn.
    func perform(_ body: @escaping @Sendable () -> Void) {
      guard isAlive else { return }
      loop.async(body)
    }

    // MARK: Turns

    func wake(_ loop: SocketLoop) {
      wasWoken = true
      line(up: machine.now + slowness + machine.random(in: 2_000...80_000))
    }

    func addPoolJob(_ job: UnownedJob) {
      poolJobs.append(job)
      if machine.running !== self { wake(loop) }
    }

    private func line(up time: Int64) {
      guard condition == .running else { return }
      if let turnAt, turnAt <= time { return }
      turnAt = time
      machine.schedule(self, at: time)
    }

    /// True if the turn that was scheduled for this moment is still needed.
    func isDue(at time: Int64) -> Bool { condition == .running && turnAt == time }

    /// Runs a turn of its loop, and its jobs on the pool.
    func turn() {
      turnAt = nil
      var isBusy = false
      machine.run(self) { isBusy = goOn() }
      guard condition == .running else { return }
      if isBusy {
        line(up: machine.now + slowness + 10_000)
      } else if let deadline = ownLoop?.nextDeadline {
        line(up: max(machine.now + 1, Int64(deadline.nanoseconds)) + slowness)
      }
    }

    /// Continues the turn.
    ///
    /// - Returns: true if there is more to do.
    private func goOn() -> Bool {
      var isBusy = loop.driveTurn()
      var rounds = 0
      while !poolJobs.isEmpty, rounds < 64 {
        rounds += 1
        let jobs = poolJobs
        poolJobs = []
        for job in jobs { job.runSynchronously(on: pool.asUnownedTaskExecutor()) }
        isBusy = loop.driveTurn()
      }
      return isBusy || !poolJobs.isEmpty
    }

    // MARK: Faults

    /// Suspends the process, as SIGSTOP does. Its input waits.
    func suspend() {
      guard condition == .running else { return }
      condition = .suspended
      suspendedAt = machine.now
      turnAt = nil
    }

    func resume() {
      guard condition == .suspended else { return }
      condition = .running
      standstills.append(machine.now - suspendedAt)
      line(up: machine.now)
    }

    func whenKilled(_ body: @escaping () -> Void) { onKill.append(body) }

    /// Kills the process at once, as SIGKILL does. Its further output is dropped.
    ///
    /// Its waiting tasks are then ended, so that a run leaks no memory: they notice that their loop has stopped and
    /// that all their outputs are closed.
    func kill() {
      guard isAlive else { return }
      condition = .killed
      turnAt = nil
      for body in onKill { body() }
      onKill = []
      machine.run(self) {
        if let farewell { loop.async(farewell) }
        for task in tasks { task.cancel() }
        loop.requestDrivenStop()
        var rounds = 0
        repeat {
          wasWoken = false
          rounds += 1
          _ = goOn()
        } while (wasWoken || !poolJobs.isEmpty) && rounds < 1000
      }
      tasks = []
      farewell = nil
      ownLoop = nil
      pool.process = nil
    }
  }
#endif
