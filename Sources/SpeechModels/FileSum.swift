import Digests
package import Foundation

/// Compares files with the sizes and digests of a manifest.
package enum FileSum {
  /// Maximum number of bytes that are read at once.
  package static let pieceBytes = 1_048_576

  /// Returns whether a file has the expected size and digest. At most a piece more than that size is read.
  ///
  /// - Throws: the error of `FileHandle` for a file that cannot be read.
  package static func isWhole(_ path: String, _ file: ModelManifest.File) throws -> Bool {
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    // Ignored because the file was only read.
    defer { try? handle.close() }
    return try isWhole(file) { add in
      var bytes = 0
      while bytes <= file.bytes, let piece = try handle.read(upToCount: pieceBytes),
        !piece.isEmpty
      {
        bytes += piece.count
        add(piece)
      }
    }
  }

  /// Returns whether data has the expected size and digest.
  ///
  /// - Parameter read: passes the data on, piece by piece.
  /// - Throws: the error of `read`, or `POSIXError` if there is not enough memory.
  package static func isWhole(
    _ file: ModelManifest.File, read: ((Data) -> Void) throws -> Void
  ) throws -> Bool {
    let sum = try SHA256Sum()
    var bytes = 0
    try read { piece in
      bytes += piece.count
      sum.add(piece)
    }
    return bytes == file.bytes && sum.finish() == file.sha256
  }

  /// Returns the SHA-256 digest of data, in hexadecimal.
  ///
  /// - Throws: `POSIXError` if there is not enough memory.
  package static func digest(of data: Data) throws -> String {
    let sum = try SHA256Sum()
    sum.add(data)
    return sum.finish()
  }
}
