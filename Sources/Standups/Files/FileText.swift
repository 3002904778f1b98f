public import Foundation
import Glibc

/// Encoding of a text file: UTF-8 as in RFC 8259, with or without a byte order mark, or UTF-16,
/// which some Windows programs write.
enum FileText {
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let chunk = 1 << 20

  /// Detects the encoding, and converts UTF-16 to UTF-8.
  ///
  /// - Returns: a file in UTF-8, and the offset at which its text begins.
  static func utf8(of handle: FileHandle) throws -> (FileHandle, start: Int64) {
    try handle.seek(toOffset: 0)
    let first = Array(try handle.read(upToCount: mark.count) ?? Data())
    if first == mark { return (handle, Int64(mark.count)) }
    switch (first.first, first.dropFirst().first) {
    case (0xFF, 0xFE): return (try copy(of: handle, from: 2, isBigEndian: false), 0)
    case (0xFE, 0xFF): return (try copy(of: handle, from: 2, isBigEndian: true), 0)
    // Without a byte order mark, one zero byte in the first character means UTF-16.
    case (.some(1...), 0): return (try copy(of: handle, from: 0, isBigEndian: false), 0)
    case (0, .some(1...)): return (try copy(of: handle, from: 0, isBigEndian: true), 0)
    default: return (handle, 0)
    }
  }

  /// Returns the text without a UTF-8 byte order mark.
  static func withoutMark(_ data: Data) -> Data {
    data.starts(with: mark) ? data.dropFirst(mark.count) : data
  }

  private static func copy(
    of handle: FileHandle, from start: UInt64, isBigEndian: Bool
  ) throws -> FileHandle {
    let copy = try FileHandle.nameless()
    try handle.seek(toOffset: start)
    var units: [UInt16] = []
    var place = start
    while let bytes = try handle.read(upToCount: chunk), !bytes.isEmpty {
      guard bytes.count.isMultiple(of: 2) else { throw problem(at: place) }
      units += stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
        let (a, b) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return isBigEndian ? a << 8 | b : b << 8 | a
      }
      // A surrogate pair may be split between two reads: its first half is kept for the next one.
      let half = units.last.map(UTF16.isLeadSurrogate) == true ? units.popLast() : nil
      guard let text = String(validating: units, as: UTF16.self) else { throw problem(at: place) }
      try copy.write(contentsOf: Data(text.utf8))
      units = half.map { [$0] } ?? []
      place += UInt64(bytes.count)
    }
    guard units.isEmpty else { throw problem(at: place) }
    return copy
  }

  private static func problem(at place: UInt64) -> StandupsJSONError {
    StandupsJSONError(
      path: "",
      problem: "invalid UTF-16 in the \(chunk) bytes from offset \(place);"
        + " save the file as UTF-8")
  }
}

extension FileHandle {
  /// Creates a temporary file without a name, which the system removes when it is closed.
  ///
  /// - Throws: `POSIXError` if it cannot be created.
  public static func nameless() throws -> FileHandle {
    var path = Array("\(FileManager.default.temporaryDirectory.path)/standups-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    unlink(path)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
