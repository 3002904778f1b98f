#if DEBUG || SIMULATION
  import Dependencies

  /// A disk with a database on it. It outlives the processes that use it.
  ///
  /// A write is durable when its sync has come back. What was under way when the process died has come to the disk
  /// as a whole or not at all, as SQLite finds a torn log to end before it.
  ///
  /// `@unchecked Sendable`: it is used on the machine's thread only.
  final class Disk: @unchecked Sendable {
    let machine: Machine
    private var random: SeededGenerator
    /// All that a process finds that opens the database.
    private(set) var ledger: Ledger
    /// Nothing more can be written.
    var isFull = false
    /// How long a sync takes, in milliseconds, beside the usual.
    var slowMs: Int64 = 0
    /// The writes that are under way, by number: what the database will be, and who waits for that.
    private var pending:
      [Int: (next: Ledger, process: SimulatedProcess, done: @Sendable () -> Void)] =
        [:]
    private var nextWrite = 0

    init(_ machine: Machine, seed: UInt64) {
      self.machine = machine
      random = SeededGenerator(seed: seed)
      ledger = Ledger(epoch: "epoch-1")
    }

    /// Writes the whole database anew, in effect, and syncs it.
    ///
    /// - Parameter done: called when it is durable; not if its writer died before.
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

    var isIdle: Bool { pending.isEmpty }

    /// It is as fast and as empty as it should be.
    func heal() {
      isFull = false
      slowMs = 0
      for number in pending.keys.sorted() { machine.after(ms: 5) { [self] in land(number) } }
    }

    /// The process that writes died.
    func crashed() {
      for number in pending.keys.sorted() {
        guard let write = pending.removeValue(forKey: number) else { continue }
        if Bool.random(using: &random) { ledger = write.next }
      }
    }
  }
#endif
