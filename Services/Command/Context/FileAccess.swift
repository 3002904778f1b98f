import Foundation
import Glibc

extension CommandContext {
  /// Reads a file; `-` is standard input.
  func read(_ name: String) throws -> Data {
    if name == "-" { return try input.all() }
    let path = path(name)
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw Failure.file(path, "read", error)
    }
  }

  /// Opens a file for random access; `-` is standard input.
  func open(_ name: String) throws -> FileHandle {
    if name == "-" { return try spooled() }
    let path = path(name)
    do {
      return try Self.open(path, O_RDONLY)
    } catch {
      throw Failure.file(path, "read", error)
    }
  }

  /// Copies standard input to a temporary file, which is deleted when it is closed.
  private func spooled() throws -> FileHandle {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("standups-\(UUID().uuidString)").path
    do {
      let handle = try Self.open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
      unlink(path)
      while case let data = try input.read(1 << 20), !data.isEmpty {
        try handle.write(contentsOf: data)
      }
      return handle
    } catch {
      throw Failure.file(path, "write", error)
    }
  }

  /// Writes a file atomically, in chunks.
  ///
  /// - Parameters:
  ///   - overwrites: true to replace an existing file.
  ///   - body: receives a function that writes a chunk and returns the total number of bytes so
  ///     far.
  /// - Returns: size of the file, in bytes.
  func write(
    to name: String, overwrites: Bool, _ body: ((String) throws -> Int64) async throws -> Void
  ) async throws -> Int64 {
    try await write(to: name, overwrites: overwrites, mode: 0o666) { sink in
      try await body { try sink(Data($0.utf8)) }
    }
  }

  /// Writes a file of bytes atomically, in chunks.
  ///
  /// - Parameter mode: permissions of the file, subject to the umask.
  func write(
    to name: String, overwrites: Bool, mode: mode_t,
    _ body: (@escaping (Data) throws -> Int64) async throws -> Void
  ) async throws -> Int64 {
    let path = path(name)
    if !overwrites, FileManager.default.fileExists(atPath: path) {
      throw Failure.exists(path)
    }
    let part = "\(path).\(UUID().uuidString.prefix(8)).part"
    // Remove the partial file if writing fails.
    defer { unlink(part) }
    do {
      let handle = try Self.open(part, O_WRONLY | O_CREAT | O_EXCL, mode)
      var bytes: Int64 = 0
      try await body { piece in
        try handle.write(contentsOf: piece)
        bytes += Int64(piece.count)
        return bytes
      }
      try handle.synchronize()
      guard rename(part, path) == 0 else { throw POSIXError.last }
      return bytes
    } catch let error where error is CocoaError || error is POSIXError {
      throw Failure.file(path, "write", error)
    }
  }

  private static func open(
    _ path: String, _ flags: Int32, _ mode: mode_t = 0
  ) throws -> FileHandle {
    let descriptor = Glibc.open(path, flags | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw POSIXError.last }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
