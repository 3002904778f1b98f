import Bus
import Foundation
import Standups
import Threads

/// A file that a browser sends, on the disk until all of it is there: it is read twice, as a standup can be larger than
/// what is kept in memory.
///
/// It has a thread of its own, as disks block.
actor ImportSpool {
  /// How large a file may be, in bytes.
  static let most: Int64 = 4 << 30

  private let executor: BlockingExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private var handle: FileHandle?
  private var size: Int64 = 0
  private var file: StandupsFile?

  /// - Throws: `NoThreadError`.
  init() throws { executor = try BlockingExecutor(label: "import") }

  /// Takes what comes next.
  ///
  /// - Throws: `BusError`, `too_large` beyond the bound.
  func append(_ bytes: [UInt8]) throws {
    size += Int64(bytes.count)
    guard size <= Self.most else {
      throw BusError(.tooLarge, "The file is too large; maximum: \(Self.most >> 30) GiB.")
    }
    do {
      let handle = try self.handle ?? .nameless()
      self.handle = handle
      try handle.write(contentsOf: Data(bytes))
    } catch {
      throw BusError(.unavailable, "Could not save the upload: \(error.localizedDescription)")
    }
  }

  /// The next part of the file, once all of it is there; nil at its end.
  ///
  /// - Throws: `BusError`, `invalid` for what is no standups.json.
  func next() throws -> StandupsFile.Part? {
    do {
      var file = try self.file ?? StandupsFile(try self.handle ?? .nameless())
      defer { self.file = file }
      return try file.next()
    } catch StandupsFileError.invalid(let problem) {
      throw BusError(.invalid, "The file cannot be imported: \(problem)")
    } catch {
      throw BusError(.unavailable, "Could not read the upload: \(error)")
    }
  }
}
