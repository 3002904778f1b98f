import Bus
import Documents
import Foundation

/// A line of an archive, which is a file in JSON Lines format (docs/archive.md).
enum ArchiveLine {
  /// The first line, which describes the origin of the archive.
  case header(Header)
  case section(Section)
  case document(Document)
  case sectionEnd(SectionEnd)
  /// The line after the last section, which summarises the contents of the archive.
  case end(End)
  /// The last line: the SHA-256 checksum, in hexadecimal, of all preceding lines including their
  /// line breaks.
  case sum(String)

  /// The origin of the archive.
  struct Header: Codable, Equatable {
    /// Version of the format; the reader rejects all others.
    static let version = 1
    var version: Int
    /// Version of the program that wrote the archive.
    var program: String
    var date: Date
    /// The installations whose documents the archive contains.
    var cells: [Cell]
    /// True if the webhooks include their secrets.
    var hasSecrets: Bool

    /// An installation, or one of several that share the standups.
    struct Cell: Codable, Equatable {
      /// Nil if there is only one installation.
      var name: String?
      /// The epoch that identifies its journal.
      var epoch: String
      /// The journal's last sequence.
      var sequence: Int64
    }
  }

  /// Start of a section, which contains the documents of a slot's standups or those outside of
  /// standups.
  struct Section: Codable, Equatable {
    /// Number of the section in the file, from 1.
    var number: Int
    /// The slot; nil for documents outside of standups.
    var slot: Int?
    /// Cell to which documents outside of standups belong, if there are several cells.
    var cell: String?
  }

  struct SectionEnd: Codable, Equatable {
    var number: Int
    /// Number of documents in the section.
    var documents: Int
    /// True if the section is valid. If its data changed while it was written, it is invalid and a
    /// later section repeats it.
    var isKept: Bool
  }

  struct End: Codable, Equatable {
    /// Number of documents in valid sections.
    var documents: Int
    /// Number of documents in valid sections, by collection.
    var counts: [String: Int]
    /// Slots that kept changing while they were written, despite all attempts; nil for none.
    var torn: [Int]?
    /// Documents that are not in the file because they could not be read; nil for none.
    var unreadable: [String]?
    /// Number of live meetings, which are not in the file.
    var live: Int
    /// The journals' last sequences at the end of the export, in the order of the header.
    var cells: [Header.Cell]
  }

  /// Maximum length of a line, in bytes. Every document fits, because it also fits into a bus
  /// message.
  static let maxBytes = 2 << 20
  private static let documentStart = Data(#"{"document":"#.utf8)

  private struct Mark: Codable {
    var archive: Header?
    var section: Section?
    var sectionEnd: SectionEnd?
    var end: End?
    var sha256: String?
  }

  /// The line with its line break. Control characters are escaped, so that they cannot affect a
  /// terminal.
  func text() throws -> Data {
    let json =
      switch self {
      case .header(let header): try BusJSON.encode(Mark(archive: header))
      case .section(let section): try BusJSON.encode(Mark(section: section))
      case .document(let document):
        Self.documentStart + (try BusJSON.encode(document)) + Data("}".utf8)
      case .sectionEnd(let end): try BusJSON.encode(Mark(sectionEnd: end))
      case .end(let end): try BusJSON.encode(Mark(end: end))
      case .sum(let sum): try BusJSON.encode(Mark(sha256: sum))
      }
    return Data((DisplayText.safeJSON(String(decoding: json, as: UTF8.self)) + "\n").utf8)
  }

  /// Parses a line.
  ///
  /// - Parameter text: the line without its line break.
  /// - Throws: `BusError` if it is not a line of an archive.
  init(_ text: Data) throws {
    if text.starts(with: Self.documentStart), text.last == UInt8(ascii: "}") {
      self = .document(
        try BusJSON.decode(
          from: Data(text.dropFirst(Self.documentStart.count).dropLast())))
      return
    }
    let mark: Mark = try BusJSON.decode(from: text)
    if let header = mark.archive {
      self = .header(header)
    } else if let section = mark.section {
      self = .section(section)
    } else if let end = mark.sectionEnd {
      self = .sectionEnd(end)
    } else if let end = mark.end {
      self = .end(end)
    } else if let sum = mark.sha256 {
      self = .sum(sum)
    } else {
      throw BusError(.invalid, "This line is not part of an archive.")
    }
  }
}
