import FoundationEssentials
import Glibc
import StandupsSQLite

/// Leases in a file, for processes of one host.
///
/// A lock on a separate file next to the store shows that a holder is present; the kernel releases
/// it when the process ends. A suspended process keeps its lock, so only the timeout ends its
/// lease.
final class SQLiteLease: LeaseStore {
  private let path: String
  private var connection: SQLiteConnection?
  private var witness = LeaseWitness()
  private var lock: Int32 = -1
  private var lockPath: String?
  /// File whose lock shows that this instance waits.
  private var waitingFile: (path: String, descriptor: Int32)?

  init(path: String) { self.path = path }

  deinit { close() }

  private func connected(_ claim: LeaseClaim) throws -> SQLiteConnection {
    if let connection { return connection }
    let new = try SQLiteConnection.open(path, .create, patience: 1000)
    try new.execute("PRAGMA journal_mode = WAL", operation: "set up the leases")
    try new.execute("PRAGMA synchronous = FULL", operation: "set up the leases")
    try new.execute(
      """
      CREATE TABLE IF NOT EXISTS leases (
        name TEXT PRIMARY KEY, holder TEXT NOT NULL, term INTEGER NOT NULL, beat INTEGER NOT NULL
      ) STRICT
      """, operation: "create the leases table")
    try new.run(
      "INSERT OR IGNORE INTO leases (name, holder, term, beat) VALUES (?, '', 0, 0)",
      [.text(claim.name)], operation: "create the lease")
    connection = new
    witness = LeaseWitness()
    return new
  }

  func attempt(_ claim: LeaseClaim, term: Int64?) throws -> LeaseAnswer {
    let connection = try connected(claim)
    guard !connection.hasMoved() else {
      // Another file has replaced this one or is about to, and other instances use that file.
      close()
      throw LeaseFailure(description: "The lease file \(path) was moved or removed.")
    }
    return try connection.transaction(.immediate, operation: "request the lease") {
      let row = try look(connection, claim)
      if let term {
        guard row.holder == claim.holder, row.term == term else {
          return .refused(by: row.holder, term: row.term)
        }
        try set(connection, claim, row.holder, term)
        return .held(term: term)
      }
      guard witness.isFree(row, ttlMs: claim.ttlMs, now: .now) else {
        try beginWaiting(claim)
        return .refused(by: row.holder, term: row.term)
      }
      try takeLock(claim.holder)
      endWaiting()
      if !row.holder.isEmpty { unlink(place(of: row.holder)) }
      let next = row.next(wallMs: Self.wallMs)
      try set(connection, claim, claim.holder, next)
      return .held(term: next)
    }
  }

  private func set(
    _ connection: SQLiteConnection, _ claim: LeaseClaim, _ holder: String, _ term: Int64
  ) throws {
    try connection.run(
      "UPDATE leases SET holder = ?, term = ?, beat = beat + 1 WHERE name = ?",
      [.text(holder), .integer(term), .text(claim.name)], operation: "write the lease")
  }

  private func look(_ connection: SQLiteConnection, _ claim: LeaseClaim) throws -> LeaseRow {
    let row = try connection.first(
      "SELECT holder, term, beat FROM leases WHERE name = ?", [.text(claim.name)],
      operation: "read the lease"
    ) { ($0.text(0), $0.integer(1), $0.integer(2)) }
    let (holder, term, beat) = row ?? ("", 0, 0)
    // All observers are on this host, so the time since boot is the same for all of them.
    return LeaseRow(
      holder: holder, term: term, beat: beat, isPresent: isPresent(holder), isCertain: true,
      nowMs: BootTime.now.nanoseconds / 1_000_000)
  }

  private static var wallMs: Int64 { Int64((Date().timeIntervalSince1970 * 1000).rounded()) }

  // MARK: Presence

  /// Returns the path of a holder's presence file. A holder's id is not a safe file name, so unsafe
  /// characters are removed.
  private func place(of holder: String) -> String {
    "\(path)-\(String(holder.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }.prefix(64)))"
  }

  private func takeLock(_ holder: String) throws {
    guard lock < 0 else { return }
    let place = place(of: holder)
    let descriptor = open(place, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      if descriptor >= 0 { Glibc.close(descriptor) }
      throw LeaseFailure(description: "\(place) cannot be locked (errno \(errno)).")
    }
    lock = descriptor
    lockPath = place
  }

  private func isPresent(_ holder: String) -> Bool {
    guard !holder.isEmpty else { return false }
    let place = place(of: holder)
    if place == lockPath { return true }
    let descriptor = open(place, O_RDONLY | O_CLOEXEC)
    // If the presence is unknown, the holder counts as present, and the timeout decides.
    guard descriptor >= 0 else { return errno != ENOENT }
    defer { Glibc.close(descriptor) }
    guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return true }
    flock(descriptor, LOCK_UN)
    return false
  }

  // MARK: Waiting instances

  private func waitingPrefix(_ claim: LeaseClaim) -> String { place(of: "waits-\(claim.name)-") }

  private func beginWaiting(_ claim: LeaseClaim) throws {
    guard waitingFile == nil else { return }
    let place = place(of: "waits-\(claim.name)-\(claim.holder)")
    let descriptor = open(place, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // An observer may be holding the lock for a moment; a later attempt then announces this
    // instance.
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      if descriptor >= 0 { Glibc.close(descriptor) }
      guard errno == EWOULDBLOCK else {
        throw LeaseFailure(description: "\(place) cannot be locked (errno \(errno)).")
      }
      return
    }
    waitingFile = (place, descriptor)
  }

  private func endWaiting() {
    guard let (place, descriptor) = waitingFile else { return }
    waitingFile = nil
    unlink(place)
    Glibc.close(descriptor)
  }

  func waiting(_ claim: LeaseClaim) throws -> [LeaseWaiter] {
    let prefix = waitingPrefix(claim)
    let (folder, beginning) =
      prefix.lastIndex(of: "/").map {
        (String(prefix[..<$0]), prefix[prefix.index(after: $0)...])
      } ?? (".", prefix[...])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix(beginning) }
    return names.compactMap { name -> LeaseWaiter? in
      guard let sinceMs = Self.lockedSinceMs("\(folder)/\(name)") else { return nil }
      return LeaseWaiter(
        holder: String(name.dropFirst(beginning.count)), waitedMs: max(0, Self.wallMs - sinceMs))
    }
    .sorted { ($1.waitedMs, $0.holder) < ($0.waitedMs, $1.holder) }
  }

  /// Returns the time since which a process has locked a file, in milliseconds since 1970; nil if
  /// it is not locked. An unlocked file that is some minutes old was left by a killed process and
  /// is removed.
  private static func lockedSinceMs(_ path: String) -> Int64? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { Glibc.close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    let sinceMs = Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
    guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return sinceMs }
    flock(descriptor, LOCK_UN)
    if wallMs - sinceMs > 300_000 { unlink(path) }
    return nil
  }

  func release(_ claim: LeaseClaim, term: Int64) throws {
    guard let connection else { return }
    try connection.run(
      "UPDATE leases SET holder = '', beat = beat + 1 WHERE name = ? AND holder = ? AND term = ?",
      [.text(claim.name), .text(claim.holder), .integer(term)], operation: "release the lease")
  }

  var descriptor: Int32? { nil }

  func listen() -> Bool { connection == nil }

  func close() {
    endWaiting()
    connection?.close()
    connection = nil
    if let lockPath { unlink(lockPath) }
    lockPath = nil
    if lock >= 0 { Glibc.close(lock) }
    lock = -1
  }
}

/// The reason why a store of leases could not be used.
struct LeaseFailure: Error, CustomStringConvertible {
  var description: String
}
