#if DEBUG || SIMULATION
  import Bus
  import Documents
  import FastJSON
  import Foundation
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
      case batch(CommitBatch, Header, CommandTable.Answer)
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
      commands.begin(CommitBatch.self) { [self] command, call, answer in
        assumeIsolated { $0.add(.batch(command, call.header, answer)) }
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
            let outcome = try next.apply(commit, header: header, atMs: disk.machine.nowMs)
            return try RawJSON(encoding: Self.reply(to: commit, outcome, next.epoch))
          }
          answers.append { answer(result) }
        case .batch(let batch, let header, let answer):
          disk.count(batch)
          let results = batch.commits.map { commit in
            Self.result(of: commit, in: batch, header, &next, atMs: disk.machine.nowMs)
          }
          let reply = CommitBatch.Reply(epoch: next.epoch, results: results)
          answers.append { answer(Result { try RawJSON(encoding: reply) }) }
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
        case .batch(let batch, _, let answer):
          let refused = batch.commits.map { _ in BatchedResult(error: error) }
          let reply = CommitBatch.Reply(epoch: disk.ledger.epoch, results: refused)
          answer(Result { try RawJSON(encoding: reply) })
        }
      }
      isWriting = false
      flush()
    }

    /// Applies one commit of a batch, which neither sees nor affects the outcome of the others.
    private static func result(
      of batched: BatchedCommit, in batch: CommitBatch, _ header: Header, _ ledger: inout Ledger,
      atMs now: Int64
    ) -> BatchedResult {
      let commit = batched.alone(in: batch.term)
      let cause = Header(
        id: UUID(uuidString: batched.causation) ?? header.id,
        corr: UUID(uuidString: batched.correlation) ?? header.corr, by: batched.by)
      do {
        let outcome = try ledger.apply(commit, header: cause, atMs: now)
        return BatchedResult(
          reply(to: commit, outcome, ledger.epoch), epoch: ledger.epoch)
      } catch {
        return BatchedResult(error: BusError(any: error))
      }
    }

    /// Replies like `PersistenceService`.
    private static func reply(
      to commit: Commit, _ outcome: Ledger.Outcome, _ epoch: String
    ) -> Commit.Reply {
      commit.reply(
        epoch: epoch, events: outcome.events, isRepeated: outcome.isRepeated,
        earlier: outcome.earlier)
    }
  }
#endif
