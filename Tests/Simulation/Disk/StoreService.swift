#if DEBUG || SIMULATION
  import Bus
  import Documents
  import FastJSON
  import PersistenceAPI
  import ZeroMQ

  /// Persistence on the bus, with a model of the database in place of SQLite.
  actor StoreService: Service {
    private let process: SimulatedProcess
    private let disk: Disk
    /// Commits that wait for the disk. All of them together form one batch.
    private var waiting: [Item] = []
    private var isWriting = false

    private enum Item {
      case commit(Commit, Header, CommandTable.Answer)
      case term(WriterTerm, CommandTable.Answer)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
      process.loop.asUnownedSerialExecutor()
    }

    init(_ process: SimulatedProcess, _ disk: Disk) {
      self.process = process
      self.disk = disk
      process.whenKilled { disk.crashed() }
    }

    nonisolated var definition: ServiceDefinition {
      var commands = CommandTable()
      commands.begin(Commit.self) { [self] command, call, answer in
        assumeIsolated { $0.add(.commit(command, call.header, answer)) }
      }
      commands.begin(BeginTerm.self) { [self] command, _, answer in
        assumeIsolated { $0.add(.term(command.term, answer)) }
      }
      let disk = disk
      commands.on(Load.self) { command, _ in disk.ledger.load(command.query) }
      commands.on(Replay.self) { command, _ in
        try disk.ledger.replay(command.query)
      }
      commands.on(FindReply.self) { command, _ in
        FindReply.Reply(reply: try disk.ledger.find(command.key, command.request)?.reply)
      }
      commands.on(GetWaitingStores.self) { _, _ in .init(waiting: []) }
      commands.on(GetJournalRange.self) { _, _ in disk.ledger.range }
      return ServiceDefinition(name: "persistence", capacity: 4096, commands: commands)
    }

    func start() {}
    func drain() {}

    private func add(_ item: Item) {
      waiting.append(item)
      if !isWriting { flush() }
    }

    private func flush() {
      guard !waiting.isEmpty else { return }
      isWriting = true
      let batch = waiting
      waiting = []
      guard !disk.isFull else { return refuse(batch) }
      var next = disk.ledger
      let before = next.head
      var answers: [@Sendable () -> Void] = []
      for item in batch {
        switch item {
        case .term(let term, let answer):
          next.begin(term)
          answers.append { answer(.success(.emptyObject)) }
        case .commit(let commit, let header, let answer):
          let result = Result {
            try Self.reply(
              to: commit, next.apply(commit, header: header, atMs: disk.machine.nowMs), next.epoch)
          }
          answers.append { answer(result) }
        }
      }
      disk.machine.note(UInt64(next.head - before))
      disk.write(next, by: process) { [self, answers] in
        assumeIsolated { $0.written(answers) }
      }
    }

    private func written(_ answers: [@Sendable () -> Void]) {
      for answer in answers { answer() }
      isWriting = false
      flush()
    }

    private func refuse(_ batch: [Item]) {
      let error = BusError(
        .unavailable, "The disk is full.", retryable: false, detail: ["store": "full"])
      for item in batch {
        switch item {
        case .term(_, let answer), .commit(_, _, let answer): answer(.failure(error))
        }
      }
      isWriting = false
      flush()
    }

    /// Encodes replies like `PersistenceService`.
    private static func reply(
      to commit: Commit, _ outcome: Ledger.Outcome, _ epoch: String
    ) throws -> RawJSON {
      let isSame =
        outcome.events.map(\.event.id) == commit.events.map(\.id)
        && (!commit.events.isEmpty || outcome.earlier == commit.idempotency?.reply)
      return try RawJSON(
        encoding: Commit.Reply(
          epoch: epoch, events: outcome.events,
          repeated: commit.idempotency == nil || isSame ? nil : outcome.earlier))
    }
  }
#endif
