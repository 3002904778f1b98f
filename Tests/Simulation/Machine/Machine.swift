#if DEBUG || SIMULATION
  import Bus
  import CSimulation
  import StandupsDependencies
  import Threads
  import ZeroMQ

  /// A simulated machine: virtual time, due work, and the process that currently runs.
  ///
  /// Everything happens on the thread that called ``own(seed:_:)``, one step at a time. The seed determines the order
  /// of work that is due at the same time. If nothing is due, the time jumps to the next due work.
  ///
  /// `@unchecked Sendable`: it is used on that thread only.
  final class Machine: @unchecked Sendable {
    /// Kinds of due work.
    private enum Work {
      case turn(SimulatedProcess)
      case body(() -> Void)
    }

    /// Nanoseconds on the virtual clock. It does not start at zero, because moments before the start of the machine do
    /// not exist.
    private(set) var now: Int64 = 1_000_000_000_000
    /// Offset of the wall clock, in nanoseconds. The wall clock starts at 2026-01-05T09:00:00Z.
    private var wallOffset: Int64 = 1_767_603_600_000_000_000
    private var queue = WorkQueue<Work>()
    /// Generator that determines the order of steps.
    private var order: SeededGenerator
    /// The process that currently runs.
    private(set) var running: SimulatedProcess?
    /// Digest of all steps so far. It is equal for two identical runs.
    private(set) var digest = Digest()
    /// Number of steps.
    private(set) var steps = 0

    private static let current = Locked<Machine?>(nil)

    private init(seed: UInt64) {
      order = SeededGenerator(seed: seed)
    }

    /// Runs a machine on this thread.
    ///
    /// - Parameter seed: seed of the run; equal seeds give identical runs.
    static func own<Result>(seed: UInt64, _ body: (Machine) throws -> Result) rethrows -> Result {
      let machine = Machine(seed: seed)
      let isFirst = current.withLock { current in
        defer { current = current ?? machine }
        return current == nil
      }
      precondition(isFirst, "one machine at a time")
      csimulation_begin(seed ^ 0x5EED) { job in
        Machine.current.withLock { $0 }?.enqueue(job)
      }
      defer {
        csimulation_end()
        current.withLock { $0 = nil }
      }
      machine.setClocks()
      machine.renewEntropy()
      return try body(machine)
    }

    /// Discards the rest of the random block of an earlier run, so that this run starts with its own block. Ids use
    /// randomness that is fetched in blocks.
    private func renewEntropy() {
      let before = csimulation_entropy_reads()
      while csimulation_entropy_reads() == before { _ = Header.freshID() }
    }

    /// Adds work to the running process that Swift would otherwise give to its thread pool.
    private func enqueue(_ job: UnsafeMutableRawPointer) {
      guard let running else { preconditionFailure("a task was made outside of any process") }
      running.addPoolJob(unsafeBitCast(job, to: UnownedJob.self))
    }

    // MARK: Time

    /// Milliseconds of virtual time.
    var nowMs: Int64 { now / 1_000_000 }
    /// Time of the wall clock, in milliseconds since 1970.
    var wallMs: Int64 { (now + wallOffset) / 1_000_000 }

    /// Sets the wall clock forward or back.
    func stepWallClock(byMs ms: Int64) {
      wallOffset += ms * 1_000_000
      setClocks()
    }

    private func setClocks() {
      csimulation_set_clocks(now, now + wallOffset)
    }

    // MARK: Due work

    /// A random number for the order of steps.
    func random(in range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &order) }

    /// Runs a closure outside of any process, after some nanoseconds.
    func after(_ ns: Int64, _ body: @escaping () -> Void) {
      queue.insert(.body(body), at: now + max(0, ns), tie: order.next())
    }

    /// Runs a closure outside of any process, after some milliseconds.
    func after(ms: Int64, _ body: @escaping () -> Void) { after(ms * 1_000_000, body) }

    func schedule(_ process: SimulatedProcess, at time: Int64) {
      queue.insert(.turn(process), at: max(time, now), tie: order.next())
    }

    /// Executes the next due step.
    ///
    /// - Parameter end: steps that are due after this moment are not executed.
    /// - Returns: false if nothing is due.
    func step(until end: Int64) -> Bool {
      guard let (time, work) = queue.popFirst(until: end) else {
        now = max(now, end)
        setClocks()
        return false
      }
      if time > now {
        now = time
        setClocks()
      }
      steps += 1
      switch work {
      case .body(let body): body()
      case .turn(let process):
        guard process.isDue(at: time) else { break }
        digest.add(UInt64(bitPattern: now))
        digest.add(UInt64(process.number))
        process.turn()
      }
      return true
    }

    /// Adds a value to the digest, so that runs can be compared.
    func note(_ value: UInt64) { digest.add(value) }

    /// Runs a closure as a process.
    func run(_ process: SimulatedProcess, _ body: () -> Void) {
      let outer = running
      running = process
      defer { running = outer }
      body()
    }

    /// Removes all due work.
    func clear() { queue = WorkQueue() }
  }

  /// FNV-1a over words, as a short identifier of a whole run.
  struct Digest: Hashable {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ word: UInt64) {
      value = (value ^ word) &* 0x100_0000_01b3
      value ^= value >> 29
    }

    mutating func add(_ text: String) {
      for byte in text.utf8 { add(UInt64(byte)) }
    }

    var text: String { String(value, radix: 16) }
  }
#endif
