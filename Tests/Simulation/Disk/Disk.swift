#if DEBUG || SIMULATION
  import PersistenceAPI
  import StandupsDependencies

  /// A disk with a database. It outlives the processes that use it.
  ///
  /// A write is durable after its sync has returned. A write that was pending when the process was killed has reached
  /// the disk completely or not at all, because SQLite ignores a torn end of its log.
  ///
  /// `@unchecked Sendable`: it is used on the machine's thread only.
  final class Disk: @unchecked Sendable {
    let machine: Machine
    private var random: SeededGenerator
    /// The content that a process finds when it opens the database.
    private(set) var ledger: Ledger
    /// True if the disk is full, so that nothing more can be written.
    var isFull = false
    /// Additional duration of a sync, in milliseconds.
    var slowMs: Int64 = 0
    /// Pending writes by number: the resulting database, and its callback.
    private var pending:
      [Int: (next: Ledger, process: SimulatedProcess, done: @Sendable () -> Void)] =
        [:]
    private var nextWrite = 0
    /// Number of batches of several commits that a service sent together.
    private(set) var batches = 0

    init(_ machine: Machine, seed: UInt64) {
      self.machine = machine
      random = SeededGenerator(seed: seed)
      ledger = Ledger(epoch: "epoch-1")
    }

    /// Replaces the whole database, in effect, and syncs it.
    ///
    /// - Parameter done: called once it is durable, unless its writer was killed before that.
    func write(_ next: Ledger, by process: SimulatedProcess, done: @escaping @Sendable () -> Void) {
      let number = nextWrite
      nextWrite += 1
      pending[number] = (next, process, done)
      let took = Int64.random(in: 300_000...6_000_000, using: &random) + slowMs * 1_000_000
      machine.after(took) { [self] in land(number) }
    }

    private func land(_ number: Int) {
      guard let write = pending.removeValue(forKey: number) else { return }
      ledger = write.next
      write.process.perform(write.done)
    }

    /// Counts a batch of commits that a service sent together.
    func count(_ batch: CommitBatch) {
      if batch.commits.count > 1 { batches += 1 }
    }

    var isIdle: Bool { pending.isEmpty }

    /// Ends all faults of the disk.
    func heal() {
      isFull = false
      slowMs = 0
      for number in pending.keys.sorted() { machine.after(ms: 5) { [self] in land(number) } }
    }

    /// Reports that the writing process was killed.
    func crashed() {
      for number in pending.keys.sorted() {
        guard let write = pending.removeValue(forKey: number) else { continue }
        if Bool.random(using: &random) { ledger = write.next }
      }
    }
  }
#endif
