#if DEBUG || SIMULATION
  import ZeroMQ

  /// A process of the machine: a loop that the machine drives, and the share of Swift's pool that is its own.
  ///
  /// `@unchecked Sendable`: it is used on the machine's thread only.
  final class SimulatedProcess: LoopDriver, @unchecked Sendable {
    enum Condition { case running, suspended, killed }

    /// Such as `standups` or `timer-2`.
    let name: String
    /// A different one for each process of a run.
    let number: Int
    let machine: Machine
    private(set) var condition = Condition.running
    private var suspendedAt: Int64 = 0
    /// How long it stood still, each time, in nanoseconds.
    private(set) var standstills: [Int64] = []
    /// How much longer each turn takes than usual, in nanoseconds.
    var slowness: Int64 = 0

    private var ownLoop: SocketLoop?
    private var poolJobs: [UnownedJob] = []
    private lazy var pool = Pool(self)
    /// For when its next turn is lined up; nil for none.
    private var turnAt: Int64?
    /// Whether there was something new for the loop since this was last reset.
    private var wasWoken = false
    /// Ends what the process runs in.
    private var tasks: [Task<Void, Never>] = []
    /// Called when it is killed: what it held in other hands ends.
    private var onKill: [() -> Void] = []
    /// Run on its loop after that: whoever tries without end learns that it is over.
    var farewell: (@Sendable () -> Void)?

    /// Runs what belongs on no loop. Most of that comes through Swift's hook; what yields there comes here.
    ///
    /// `@unchecked Sendable`: it is used on the machine's thread only.
    private final class Pool: TaskExecutor, @unchecked Sendable {
      /// Until it is killed.
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

    /// Begins a task of this process.
    func start(_ body: @escaping @Sendable () async -> Void) {
      machine.run(self) { tasks.append(Task { await body() }) }
      wake(loop)
    }

    /// Does something on its loop, in a turn to come.
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

    /// Whether the turn that was lined up for this moment is still wanted.
    func isDue(at time: Int64) -> Bool { condition == .running && turnAt == time }

    /// Its loop's turn, and what it has on the pool.
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

    /// - Returns: whether there is more to do.
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

    /// Stands still, as with SIGSTOP: what comes waits.
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

    /// Ends at once, as with SIGKILL: nothing that it still does reaches anybody.
    ///
    /// What its tasks wait for is then ended, so that a run leaves no memory behind: they see their loop stop, and
    /// all their ways out are closed.
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
