import CommandLineKit
import Foundation
import Glibc
import SpeechModels

/// The directory or the address that a speech model is installed from.
protocol ModelSource {
  /// Directory or address, for messages.
  var name: String { get }
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: name of a file of the model, or of its manifest.
  ///   - maxBytes: maximum size, in bytes.
  ///   - receive: receives the pieces in order.
  /// - Throws: `Failure` if the file cannot be read or is longer, or the error of `receive`.
  func read(_ file: String, maxBytes: Int, _ receive: (Data) throws -> Void) throws
}

extension ModelSource {
  /// Reads a whole file into memory.
  func data(of file: String, maxBytes: Int) throws -> Data {
    var data = Data()
    try read(file, maxBytes: maxBytes) { data += $0 }
    return data
  }

  /// Failure for a file that is longer than its manifest says, or than a manifest may be.
  func tooLong(_ file: String, maxBytes: Int) -> Failure {
    Failure(
      .data, code: "too_large",
      "\(file) of \(DisplayText.safe(name)) has more than \(maxBytes) bytes; nothing was installed."
    )
  }
}

/// A model in a directory of this machine.
struct LocalModel: ModelSource {
  /// Absolute path of the directory.
  let name: String

  func read(_ file: String, maxBytes: Int, _ receive: (Data) throws -> Void) throws {
    let path = name + "/" + file
    // Reading from a pipe or a device might never end.
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw Failure.file(DisplayText.safe(path), "read")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(.noInput, code: "file", "\(DisplayText.safe(path)) is not a regular file.")
    }
    let handle: FileHandle
    do {
      handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    } catch {
      throw Failure.file(DisplayText.safe(path), "read", error)
    }
    // Ignored because the file was only read.
    defer { try? handle.close() }
    var bytes = 0
    while let piece = try next(of: handle, path), !piece.isEmpty {
      bytes += piece.count
      guard bytes <= maxBytes else { throw tooLong(file, maxBytes: maxBytes) }
      try receive(piece)
    }
  }

  private func next(of handle: FileHandle, _ path: String) throws -> Data? {
    do {
      return try handle.read(upToCount: FileSum.pieceBytes)
    } catch {
      throw Failure.file(DisplayText.safe(path), "read", error)
    }
  }
}
