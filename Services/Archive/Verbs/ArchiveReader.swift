import Bus
import Digests
import Foundation

/// Reads an archive line by line, compressed or not, and checks that it is complete and undamaged.
final class ArchiveReader {
  private static let pieceBytes = 64 << 10
  private static let gzipMark: [UInt8] = [0x1F, 0x8B]
  private static let databaseMark = Data("SQLite format 3".utf8)
  private static let headerMark = Data(#"{"archive":"#.utf8)

  private let handle: FileHandle
  private let name: String
  private let gzip: GzipStream?
  private let sum: SHA256Sum
  private var buffer = Data()
  /// Index in `buffer` at which the next line starts.
  private var start = 0
  private var isAtEnd = false
  private var isFirst = true
  /// True once the `end` line has been read.
  private var hasEnd = false
  /// True once the checksum line has been read and verified.
  private var isWhole = false
  private var section: (number: Int, documents: Int)?
  /// Number of bytes of the file read so far.
  private(set) var bytesRead: Int64 = 0

  /// The probable type of a file.
  enum Kind { case archive, database, other }

  /// Detects the type of a file from its first bytes and seeks back to its start.
  static func kind(of handle: FileHandle, named name: String) throws -> Kind {
    do {
      let start = try handle.read(upToCount: 16) ?? Data()
      try handle.seek(toOffset: 0)
      if start.starts(with: gzipMark) || start.starts(with: headerMark) { return .archive }
      return start.starts(with: databaseMark) ? .database : .other
    } catch {
      throw Failure.file(name, "read", error)
    }
  }

  /// Opens an archive.
  ///
  /// - Parameter handle: the file, which is read from its start.
  /// - Throws: `Failure` if the file cannot be read.
  init(_ handle: FileHandle, named name: String) throws {
    self.handle = handle
    self.name = name
    do {
      try handle.seek(toOffset: 0)
      let mark = try handle.read(upToCount: Self.gzipMark.count) ?? Data()
      try handle.seek(toOffset: 0)
      gzip = mark.elementsEqual(Self.gzipMark) ? try GzipStream(.expanding) : nil
      sum = try SHA256Sum()
    } catch {
      throw Failure.file(name, "read", error)
    }
  }

  /// Returns the next line; nil at the end of a complete file.
  ///
  /// - Throws: `Failure` if the file is not an archive, is damaged or truncated, or has a newer
  ///   version.
  func next() throws -> ArchiveLine? {
    guard let text = try nextText() else {
      guard isWhole else {
        throw isFirst ? foreign : truncated
      }
      return nil
    }
    guard !isWhole else { throw damaged("it continues after its end") }
    let line: ArchiveLine
    do {
      line = try ArchiveLine(text)
    } catch {
      if isFirst { throw foreign(text) }
      throw damaged("a line cannot be read")
    }
    try check(line)
    if case .sum(let last) = line {
      guard sum.finish() == last else { throw damaged("its checksum does not match") }
      isWhole = true
    } else {
      sum.add(text)
      sum.add(Data("\n".utf8))
    }
    return line
  }

  private func check(_ line: ArchiveLine) throws {
    defer { isFirst = false }
    switch line {
    case .header(let header):
      guard isFirst else { throw damaged("it has a second header") }
      guard header.version <= ArchiveLine.Header.version else { throw newer(header) }
    case _ where isFirst: throw foreign
    case .sum:
      guard hasEnd else { throw damaged("its end is missing") }
    case _ where hasEnd: throw damaged("it continues after its end")
    case .section(let begun):
      guard section == nil else { throw damaged("a section has no end") }
      section = (begun.number, 0)
    case .document:
      guard section != nil else { throw damaged("a document is outside any section") }
      section?.documents += 1
    case .sectionEnd(let ended):
      guard let begun = section, begun == (ended.number, ended.documents) else {
        throw damaged("a section does not match the total at its end")
      }
      section = nil
    case .end:
      guard section == nil else { throw damaged("a section has no end") }
      hasEnd = true
    }
  }

  // MARK: Lines

  private func nextText() throws -> Data? {
    while true {
      if let newline = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = newline + 1 }
        return Data(buffer[start..<newline])
      }
      buffer = Data(buffer[start...])
      start = 0
      if isAtEnd {
        guard buffer.isEmpty else {
          if isFirst { throw foreign }
          throw problem("cut_off", "is truncated in the middle of a line.")
        }
        return nil
      }
      guard buffer.count <= ArchiveLine.maxBytes else {
        if isFirst { throw foreign }
        throw damaged("a line is longer than \(ArchiveLine.maxBytes >> 20) MiB")
      }
      try readMore()
    }
  }

  private func readMore() throws {
    let piece: Data
    do {
      piece = try handle.read(upToCount: Self.pieceBytes) ?? Data()
    } catch {
      throw Failure.file(name, "read", error)
    }
    bytesRead += Int64(piece.count)
    isAtEnd = piece.isEmpty
    guard let gzip else {
      buffer += piece
      return
    }
    guard !piece.isEmpty else {
      guard gzip.isOver else { throw truncated }
      return
    }
    do {
      try gzip.take(piece) { buffer += $0 }
    } catch is GzipStream.Damaged {
      // Some data has been decoded, so the file is a damaged archive rather than another type of
      // file.
      if isFirst, buffer.isEmpty { throw foreign }
      throw damaged("its gzip data is invalid")
    }
  }

  // MARK: Problems

  private func problem(_ code: String, _ sentence: String) -> Failure {
    Failure(.data, code: code, "\(name) \(sentence) Nothing was imported.")
  }

  private func damaged(_ what: String) -> Failure { problem("damaged", "is damaged: \(what).") }

  private var truncated: Failure { problem("cut_off", "is truncated: its end is missing.") }

  private var foreign: Failure {
    problem("foreign", "is not an archive. “standups export --format archive” creates one.")
  }

  private func newer(_ header: ArchiveLine.Header) -> Failure {
    problem(
      "newer",
      "has archive version \(header.version) (written by \(DisplayText.safe(header.program)));"
        + " this program reads versions up to \(ArchiveLine.Header.version). Update this program.")
  }

  /// Error for an unknown first line. A header of another version may have other members, so only
  /// its version is decoded.
  private func foreign(_ text: Data) -> Failure {
    struct AnyVersion: Decodable {
      struct Version: Decodable { var version: Int }
      var archive: Version
    }
    guard let any: AnyVersion = try? BusJSON.decode(from: text),
      any.archive.version > ArchiveLine.Header.version
    else { return foreign }
    return problem(
      "newer",
      "has archive version \(any.archive.version); this program reads versions up to"
        + " \(ArchiveLine.Header.version). Update this program.")
  }
}
