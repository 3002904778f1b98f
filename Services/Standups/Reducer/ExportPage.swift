import Bus
import Collections
import Documents
import FastJSON
import Foundation
import Standups

/// A page of a file, as far as it is written.
struct ExportPage: Hashable, Sendable {
  /// How many bytes of JSON the text may have at most: the rest of a message is for what is around.
  private static let maxBytes = 900_000
  /// A page ends after as many.
  private static let enoughBytes = 200_000

  /// What the page says so far.
  private(set) var text = ""
  /// How many bytes that has in a message, where it is a text inside JSON: each quote takes two.
  private var bytes = 0
  /// Where the file goes on.
  var cursor = Cursor()
  /// The standups that are asked for, each once; nil for all.
  let ids: [Standup.ID]?
  /// Standups that were read and come next; only within one command.
  var ahead: [Document] = []
  /// The long meeting that comes next, with all of its parts; only within one command.
  var whole: Meeting?
  /// Whether none come after those.
  var isLast = false
  /// How many meetings are read at once.
  var limit = 50

  /// Where a file goes on: handed to the client as text, and back.
  struct Cursor: Codable, Hashable {
    /// The standups up to this place are written or begun: one of the store, or where only some are
    /// asked for how many of them.
    var after: String?
    /// Whether a standup was begun, so that a comma comes before the next one.
    var hasStandups = false
    /// The standup whose meetings are still to come.
    var open: Standup.ID?
    /// Whether any of its meetings was written.
    var hasMeetings = false
    /// The page of its meetings that comes next.
    var meetings: String?
    /// The piece that comes next, if the page before had room for its beginning only.
    var begun: Begun?
  }

  /// A piece that does not fit one page.
  struct Begun: Codable, Hashable {
    /// How many bytes of its UTF-8 were written.
    var written: Int
    /// Whether the rest belongs to the same piece.
    var checksum: UInt64
  }

  /// - Throws: `invalid`, if the text is not one that an export gave.
  init(after text: String?, ids: [Standup.ID]? = nil) throws {
    self.ids = ids?.unique()
    guard let text else { return }
    guard let cursor = try? BusJSON.decode(Cursor.self, from: Data(text.utf8)),
      cursor.begun.map({ $0.written > 0 }) ?? true
    else {
      throw BusError.invalidCursor
    }
    if ids == nil { try DocumentCursor.check(cursor.after) }
    try DocumentCursor.check(cursor.meetings)
    self.cursor = cursor
  }

  /// Where the next page begins, as text.
  var next: String {
    get throws { String(decoding: try BusJSON.encode(cursor), as: UTF8.self) }
  }

  /// Whether it is time for another page.
  var isFull: Bool { bytes >= Self.enoughBytes }

  /// Writes what is short.
  mutating func write(_ piece: String) {
    text += piece
    bytes += JSONSize.bytes(of: piece)
  }

  /// Writes a piece, or as much of it as a whole page can hold.
  ///
  /// - Returns: whether all of it is written now; if not, the page has no room for it.
  /// - Throws: `conflict`, if it is not the piece of which the page before has the beginning.
  mutating func add(_ piece: String) throws -> Bool {
    let written = try writtenBytes(of: piece)
    let rest = written == 0 ? piece : String(decoding: piece.utf8.dropFirst(written), as: UTF8.self)
    let size = JSONSize.bytes(of: rest)
    let room = Self.maxBytes - bytes
    if size <= room {
      cursor.begun = nil
      text += rest
      bytes += size
      return true
    }
    guard size > Self.maxBytes else { return false }
    // A file has no control characters but ends of lines, so a byte takes two at most.
    let part = Self.beginning(of: rest, bytes: room / 2)
    write(part)
    let count = written + part.utf8.count
    if count > 0 { cursor.begun = Begun(written: count, checksum: FNV1a.hash(piece.utf8)) }
    return false
  }

  /// - Throws: `conflict`, if the page before ended within a piece that is gone.
  func checkNothingBegun() throws {
    if cursor.begun != nil { throw Self.changed }
  }

  private func writtenBytes(of piece: String) throws -> Int {
    guard let begun = cursor.begun else { return 0 }
    guard begun.checksum == FNV1a.hash(piece.utf8), begun.written < piece.utf8.count else {
      throw Self.changed
    }
    return begun.written
  }

  private static let changed = BusError(
    .conflict,
    "A standup or meeting that spans several pages changed during the export; start the export again."
  )

  private static func beginning(of text: String, bytes: Int) -> String {
    var end = text.utf8.index(text.startIndex, offsetBy: max(0, min(bytes, text.utf8.count)))
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return String(text[..<end])
  }
}
