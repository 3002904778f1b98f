import Bus
import Documents
import FoundationEssentials
import PostgreSQL

/// The single writing connection of one writer epoch. It belongs to `PostgreSQLStore` and runs on
/// its thread.
final class PostgreSQLWriter {
  let connection: PostgreSQLConnection
  let term: Int64
  private(set) var head: Int64
  private(set) var epoch: String
  private(set) var statistics = StoreStatistics()
  var isErasing: Bool
  let configuration: PostgreSQLConfiguration
  private let damaged: DamagedItems
  private let acknowledged: DurableSequence
  private var terms: [String: String]
  /// Latest epoch of a router that wrote.
  private var router: Int64
  private var heads: LastSequences
  var lastPrune: Date?
  private let watermarkFile: WatermarkFile?
  private var watermark: Watermark
  private let openingProblems: [String]
  private var watermarkProblem: String?
  /// Time of the last write, which also renews the lease.
  private(set) var lastWrite = ContinuousClock.now

  init(
    _ opened: PostgreSQLOpener.Opened, configuration: PostgreSQLConfiguration,
    damaged: DamagedItems, acknowledged: DurableSequence, statistics: StoreStatistics
  ) throws {
    connection = opened.connection
    heads = try StoreError.translating(configuration.address) {
      try LastSequences(opened.connection)
    }
    term = opened.term
    head = opened.head
    epoch = opened.epoch
    isErasing = opened.isErasing
    terms = opened.terms
    router = opened.router
    watermark = opened.watermark
    openingProblems = opened.problems
    self.configuration = configuration
    self.damaged = damaged
    self.acknowledged = acknowledged
    self.statistics = statistics
    watermarkFile = try configuration.watermarkPath.map { path in
      try StoreError.translating(path: path) {
        try FileSystem.makeDirectory(FileSystem.directory(of: path))
        let watermarkFile = try WatermarkFile(of: path)
        try watermarkFile.write(opened.watermark)
        try watermarkFile.synchronize()
        return watermarkFile
      }
    }
    acknowledged.record(opened.head)
  }

  /// Problems that an operator should know.
  var problems: [String] { openingProblems + (watermarkProblem.map { [$0] } ?? []) }

  private func fence(_ router: Int64) -> Fence {
    Fence(cell: configuration.cell, term: term, head: head, router: router)
  }

  private func translating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try StoreError.translating(configuration.address, body)
    } catch let error as StoreError {
      // Writes in progress may have been applied, but may not be durable.
      if error.code == .unreachable || connection.isLost { acknowledged.doubt() }
      throw error
    }
  }

  // MARK: Batches

  /// Writes a batch in one transaction, sent in a single round trip.
  ///
  /// A rejected transaction does not affect the others. If the database itself fails, the outcome
  /// of all transactions is unknown; if they are repeated, each is applied only once.
  func write(_ batch: [Transaction]) -> [Result<CommitResult, StoreError>] {
    statistics.batches += 1
    do {
      let outcomes = try translating { try apply(batch) }
      for (transaction, outcome) in zip(batch, outcomes) where outcome.isWritten {
        damaged.forget(transaction.commit.changes)
        if transaction.commit.changes.contains(where: \.isErasure) { isErasing = true }
      }
      statistics.count(outcomes)
      return outcomes
    } catch {
      statistics.failedBatches += 1
      let failure = StoreError.from(error, configuration.address)
      return batch.map { _ in .failure(failure) }
    }
  }

  /// Assumes at first that ids and keys are new, and that documents exist nowhere else. If one is
  /// not or does, looks up all of them.
  private func apply(_ batch: [Transaction]) throws -> [Result<CommitResult, StoreError>] {
    let now = configuration.common.now()
    configuration.common.willCommit(batch.count)
    let plan = try plan(batch, now, isCareful: false)
    if !plan.outcomes.contains(where: \.isConflict) {
      do {
        return try commit(plan, now)
      } catch let error as PostgreSQLError
        where error.code == .uniqueViolation || error.code == .negativeRoot
      {}
    }
    return try commit(try self.plan(batch, now, isCareful: true), now)
  }

  private func plan(_ batch: [Transaction], _ now: Date, isCareful: Bool) throws -> BatchPlan {
    let reader = BatchFacts(connection: connection, epoch: epoch, damaged: damaged)
    heads.trim()
    let facts = try reader.read(about: batch, isCareful: isCareful, heads: &heads)
    var plan = BatchPlan(
      head: head, epoch: epoch, now: now.milliseconds, terms: terms, router: router,
      known: heads.known,
      facts: facts)
    plan.apply(batch)
    return plan
  }

  private func commit(
    _ plan: BatchPlan, _ now: Date
  ) throws -> [Result<CommitResult, StoreError>] {
    let isWritten = plan.outcomes.contains(where: \.isWritten)
    var statements = [
      PostgreSQLStatement("BEGIN"),
      fence(plan.router).statement(next: plan.head, counts: isWritten),
    ]
    for segment in plan.segments {
      statements += segment.statements(cell: configuration.cell, now: now.milliseconds)
    }
    if !plan.heads.isEmpty { statements.append(Self.write(plan.heads)) }
    if let prune = prune(now) { statements.append(prune) }
    statements.append(PostgreSQLStatement("COMMIT"))
    _ = try connection.run(statements, operation: "commit")
    head = plan.head
    router = plan.router
    heads.merge(plan.heads)
    written(counts: isWritten)
    return plan.outcomes
  }

  private static func write(_ heads: [String: Int64]) -> PostgreSQLStatement {
    var (families, lasts) = (PostgreSQLArray(of: .text), PostgreSQLArray(of: .int8))
    for (family, last) in heads {
      families.append(family)
      lasts.append(last)
    }
    return PostgreSQLStatement(
      """
      INSERT INTO heads (view, last) SELECT * FROM unnest($1::text[], $2::int8[])
      ON CONFLICT (view) DO UPDATE SET last = excluded.last
      """, [families.value, lasts.value])
  }

  /// Records a commit, so that its loss would be noticed.
  private func written(counts: Bool) {
    lastWrite = .now
    acknowledged.record(head)
    guard counts else { return }
    watermark.revision += 1
    do {
      try watermarkFile?.write(watermark)
      watermarkProblem = nil
    } catch {
      // The data is durable even so, but its loss would not be noticed.
      watermarkProblem =
        "\(WatermarkFile.unwritable): \(error)"
    }
  }

  // MARK: Other writes

  /// Writes in a separate transaction, unless this writer is fenced.
  @discardableResult
  func write(
    _ statements: [PostgreSQLStatement], router: Int64? = nil, counts: Bool = false,
    operation: String
  ) throws -> [PostgreSQLRows] {
    if let router, router < self.router { throw StoreError.outdated(router, since: self.router) }
    let later = router ?? self.router
    return try translating {
      let all =
        [PostgreSQLStatement("BEGIN"), fence(later).statement(next: head, counts: counts)]
        + statements + [PostgreSQLStatement("COMMIT")]
      let rows = try connection.run(all, operation: operation)
      self.router = later
      written(counts: counts)
      return Array(rows.dropFirst(2).dropLast())
    }
  }

  func read(
    _ sql: String, _ values: [PostgreSQLValue] = [], operation: String
  ) throws -> PostgreSQLRows {
    try translating { try connection.run(sql, values, operation: operation) }
  }

  /// Begins a writer epoch of a service. Its commits in any other writer epoch are rejected from
  /// now on.
  func begin(_ term: WriterTerm, router: Int64?) throws {
    try write(
      [
        PostgreSQLStatement(
          """
          INSERT INTO terms (owner, id) VALUES ($1::text, $2::text)
          ON CONFLICT (owner) DO UPDATE SET id = excluded.id
          """, [.text(term.owner), .text(term.id)])
      ], router: router, counts: true, operation: "start a writer epoch")
    terms[term.owner] = term.id
  }

  /// Renews the lease; throws if another process writes now.
  func renew() throws { try write([], operation: "renew the writer epoch") }

  /// Closes the connection, and releases the journal for the next writer.
  func close() {
    if !connection.isLost { fence(router).release(connection) }
    connection.close()
  }
}
