import Bus
import Foundation
import GatewayAPI
import Standups
import Threads

/// Buffers an upload on disk until it is complete, because an import reads the file twice and a
/// single standup may exceed the memory limit.
///
/// It runs on its own thread, because disk access blocks.
actor ImportSpool {
  /// Maximum size of a file, in bytes.
  static let maxBytes = Int64(WebRoute.importFile.traits.maxBytes)

  private let executor: BlockingExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private var handle: FileHandle?
  private var size: Int64 = 0
  private var file: StandupsFile?

  /// Starts the thread of the spool.
  ///
  /// - Throws: `NoThreadError` if no thread is available.
  init() throws { executor = try BlockingExecutor(label: "import") }

  /// Appends the next bytes of the upload.
  ///
  /// - Throws: `BusError` `tooLarge` beyond the maximum size.
  func append(_ bytes: [UInt8]) throws {
    size += Int64(bytes.count)
    guard size <= Self.maxBytes else {
      throw BusError(.tooLarge, "The file is too large; maximum: \(Self.maxBytes >> 30) GiB.")
    }
    do {
      let handle = try self.handle ?? .nameless()
      self.handle = handle
      try handle.write(contentsOf: Data(bytes))
    } catch {
      throw BusError(.unavailable, "Could not save the upload: \(error.localizedDescription)")
    }
  }

  /// The next part of the file, once the upload is complete; nil at its end.
  ///
  /// - Throws: `BusError` `invalid` if the file is not a standups.json.
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
