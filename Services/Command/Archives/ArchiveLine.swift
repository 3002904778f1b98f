import Bus
import Documents
import Foundation

/// A line of an archive, which is a file of JSON lines (docs/archive.md).
enum ArchiveLine {
  /// The first line.
  case header(Header)
  case section(Section)
  case document(Document)
  case sectionEnd(SectionEnd)
  /// What is in it.
  case end(End)
  /// The last line: SHA-256 of all lines before it, with their ends, in hexadecimal digits.
  case sum(String)

  /// What the file is.
  struct Header: Codable, Equatable {
    /// The version of this format; another one is another format.
    static let version = 1
    var version: Int
    /// The version of the program that wrote it.
    var program: String
    var date: Date
    /// Whose documents these are.
    var cells: [Cell]
    /// Whether webhooks have their secrets.
    var hasSecrets: Bool

    /// An installation, or one of several that share the standups.
    struct Cell: Codable, Equatable {
      /// Nil where there is one installation.
      var name: String?
      /// Names its journal.
      var epoch: String
      /// How far the journal went.
      var sequence: Int64
    }
  }

  /// What follows belongs to the standups of a slot, or to none.
  struct Section: Codable, Equatable {
    /// From 1 on, in the order of the file.
    var number: Int
    /// Nil for what belongs to no standup.
    var slot: Int?
    /// The cell of what belongs to no standup, if there are several.
    var cell: String?
  }

  struct SectionEnd: Codable, Equatable {
    var number: Int
    /// How many documents are in it.
    var documents: Int
    /// Whether it counts. If something was changed while it was written, it does not, and comes once more.
    var isKept: Bool
  }

  struct End: Codable, Equatable {
    /// How many documents are in the sections that count.
    var documents: Int
    /// The same by collection.
    var counts: [String: Int]
    /// The slots that were changed while they were written, however often that was tried; nil for none.
    var torn: [Int]?
    /// What could not be read, and is not in the file; nil for nothing.
    var unreadable: [String]?
    /// How many meetings were live, of which the file has nothing.
    var live: Int
    /// How far the journals went at the end, in the order of the header.
    var cells: [Header.Cell]
  }

  /// The longest line, in bytes: a document fits a message of the bus.
  static let maxBytes = 2 << 20
  private static let documentStart = Data(#"{"document":"#.utf8)

  private struct Mark: Codable {
    var archive: Header?
    var section: Section?
    var sectionEnd: SectionEnd?
    var end: End?
    var sha256: String?
  }

  /// The line with its end. What could steer a terminal is written as escapes.
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

  /// - Parameter text: without its end.
  /// - Throws: `BusError` for what is no line of an archive.
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
      throw BusError(.invalid, "Invalid line; expected a line of an archive.")
    }
  }
}
