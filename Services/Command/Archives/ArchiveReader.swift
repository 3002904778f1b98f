import Bus
import Foundation

/// Reads an archive line by line, compressed or not, and checks that all of it is there as it was written.
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
  /// Where the next line begins in it.
  private var start = 0
  private var isAtEnd = false
  private var isFirst = true
  /// Whether it was said what is in it.
  private var hasEnd = false
  /// Whether the checksum has come after that, and is right.
  private var isWhole = false
  private var section: (number: Int, documents: Int)?
  /// How many bytes of the file were read.
  private(set) var bytesRead: Int64 = 0

  /// What a file seems to be.
  enum Kind { case archive, database, other }

  /// Looks at how a file begins, and goes back there.
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

  /// - Parameter handle: is read from its beginning.
  /// - Throws: `Failure`.
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

  /// The next line; nil at the end of the file, of which all is there then.
  ///
  /// - Throws: `Failure` for what is no archive, damaged, cut off, or of a newer version.
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
      // What was read of it may be the whole of an archive.
      if isFirst, buffer.isEmpty { throw foreign }
      throw damaged("its gzip data is invalid")
    }
  }

  // MARK: What is wrong

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

  /// A header of another version may have another form.
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
