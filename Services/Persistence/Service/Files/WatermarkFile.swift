import Foundation
import Glibc

/// Durability watermark: the last acknowledged revision, in a separate file next to the database.
///
/// SQLite treats a damaged write-ahead log as a shorter log, and a missing log as an empty one, so
/// acknowledged changes could be lost silently. The watermark reveals such a loss. It is written
/// after each batch without a flush, so it survives the end of the process. A power failure may
/// leave an older watermark, but never one that is ahead of the log, because the log is flushed
/// first.
final class WatermarkFile {
  private let file: Int32

  /// Health problem of a service whose watermark could not be read.
  static let unreadable =
    "The durability watermark in STANDUPS_DATA could not be read at startup, so a loss of the latest changes"
    + " would have gone unnoticed. Compare the database with a backup, and check the disk."

  /// Health problem of a service whose watermark cannot be written, to which the caller appends the
  /// error.
  static let unwritable =
    "The durability watermark in STANDUPS_DATA cannot be written, so a loss of the latest changes would go"
    + " unnoticed"

  static func path(of database: String) -> String { database + DatabaseFiles.watermark }

  /// Result of reading a watermark.
  enum Finding: Sendable, Equatable {
    /// No watermark, because the database is new or was copied without it.
    case none
    /// The file is damaged, or is not a watermark.
    case unreadable
    case watermark(Watermark)

    /// The watermark, if it could be read.
    var watermark: Watermark? {
      if case .watermark(let watermark) = self { watermark } else { nil }
    }
  }

  /// Opens the watermark of a database for writing.
  init(of database: String) throws {
    file = open(Self.path(of: database), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError.current("open the durability watermark") }
  }

  deinit { close(file) }

  private static let bytes = 128

  func write(_ watermark: Watermark) throws {
    var text = Array("\(watermark.revision) \(watermark.epoch) ".utf8)
    var sum = Checksum()
    sum.add(text)
    text += Array("\(sum.value)\n".utf8)
    // Write the full length at once, so that the previous content is completely replaced.
    text += [UInt8](repeating: 0, count: max(0, Self.bytes - text.count))
    let written = text.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
    guard written == text.count else { throw SystemError.current("write the durability watermark") }
  }

  /// Flushes the file once, so that it exists after a power failure. Later writes may be lost, but
  /// they leave an older watermark rather than an empty file.
  func synchronize() throws {
    guard fsync(file) == 0 else { throw SystemError.current("flush the durability watermark") }
  }

  /// Reads the watermark of a database.
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
    return .watermark(Watermark(epoch: String(parts[1]), revision: revision))
  }
}
