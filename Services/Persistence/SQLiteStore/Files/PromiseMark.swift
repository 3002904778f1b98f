import Foundation
import Glibc
import SQLite

/// How much a database holds at least, by all that was acknowledged.
struct Promise: Sendable, Equatable {
  /// Names the journal.
  var epoch: String
  /// How many batches were written.
  var revision: Int64

  init(epoch: String, revision: Int64) {
    self.epoch = epoch
    self.revision = revision
  }

  /// What a database holds.
  init(in connection: SQLiteConnection) throws {
    let meta = Meta(connection: connection)
    self.init(epoch: try meta.epoch(), revision: try meta.integer(.revision))
  }

  /// States how many acknowledged changes a database lacks. The caller appends the cause.
  static func missing(_ count: Int64) -> String {
    count == 1
      ? "The last acknowledged change is missing"
      : "The last \(count) acknowledged changes are missing"
  }
}

/// The last promise, in a file of its own beside the database.
///
/// SQLite takes a damaged write-ahead log as a shorter one, and a lost one as none: what was acknowledged
/// would be gone without a word. The mark tells. It is written after each batch and not flushed by
/// itself, so a process that dies loses nothing of it; a power cut may leave an older one, which promises
/// less, never more than the log, which was flushed before.
final class PromiseMark {
  private let file: Int32

  /// Health problem of a service whose watermark could not be read.
  static let unreadable =
    "The durability watermark in STANDUPS_DATA could not be read at startup, so a loss of the latest changes"
    + " would have gone unnoticed. Compare the database with a backup, and check the disk."

  /// Health problem of a service whose watermark cannot be written. The caller appends the error.
  static let unwritable =
    "The durability watermark in STANDUPS_DATA cannot be written, so a loss of the latest changes would go"
    + " unnoticed"

  static func path(of database: String) -> String { database + DatabaseFiles.mark }

  /// What is found where a mark should be.
  enum Finding: Sendable, Equatable {
    /// Nothing: a new database, or one that was brought here without its mark.
    case none
    /// A file that is no mark, or a damaged one.
    case unreadable
    case promise(Promise)

    /// What was promised, if that is known.
    var promise: Promise? {
      if case .promise(let promise) = self { promise } else { nil }
    }
  }

  /// The mark of a database, which it is written to from now on.
  init(of database: String) throws {
    file = open(Self.path(of: database), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError.current("open the durability watermark") }
  }

  deinit { close(file) }

  private static let bytes = 128

  func write(_ promise: Promise) throws {
    var text = Array("\(promise.revision) \(promise.epoch) ".utf8)
    var sum = Checksum()
    sum.add(text)
    text += Array("\(sum.value)\n".utf8)
    // One write of one length, so that nothing of an earlier one is left.
    text += [UInt8](repeating: 0, count: max(0, Self.bytes - text.count))
    let written = text.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
    guard written == text.count else { throw SystemError.current("write the durability watermark") }
  }

  /// Makes the file itself survive a power cut, once: later an older mark may be there, not an empty one.
  func synchronize() throws {
    guard fsync(file) == 0 else { throw SystemError.current("flush the durability watermark") }
  }

  /// What was promised.
  static func read(of database: String) throws -> Finding {
    if try FileSystem.entry(at: path(of: database)) == .nothing { return .none }
    let bytes = try FileSystem.head(of: path(of: database), count: Self.bytes)
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let parts = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard parts.count == 3, let revision = Int64(parts[0]), let checksum = UInt64(parts[2])
    else { return .unreadable }
    var sum = Checksum()
    sum.add(Array("\(parts[0]) \(parts[1]) ".utf8))
    guard sum.value == checksum else { return .unreadable }
    return .promise(Promise(epoch: String(parts[1]), revision: revision))
  }
}
