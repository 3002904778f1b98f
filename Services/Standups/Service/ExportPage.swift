import Bus
import StandupsCollections
import Documents
import FastJSON
import Foundation
import Standups

/// A page of an exported file while it is being written.
struct ExportPage: Hashable, Sendable {
  /// Maximum size of the text as JSON, in bytes: the rest of the message is left for the members
  /// around it.
  private static let maxBytes = 900_000
  /// Size in bytes after which a page ends.
  private static let enoughBytes = 200_000

  /// Text of the page so far.
  private(set) var text = ""
  /// Size of the text as a JSON string, in bytes: an escaped quote counts twice.
  private var bytes = 0
  /// Position at which the file continues.
  var cursor = Cursor()
  /// The requested standups, each once; nil for all.
  let ids: [Standup.ID]?
  /// Standups that were read and come next; kept only during one command.
  var ahead: [Document] = []
  /// The long meeting that comes next, with all of its parts; kept only during one command.
  var whole: Meeting?
  /// True if no further standups follow those.
  var isLast = false
  /// Number of meetings that are read at once.
  var limit = 50

  /// The position at which a file continues, which the client receives as text and sends back.
  struct Cursor: Codable, Hashable {
    /// Place up to which standups are written or begun: a cursor of the store, or the number of
    /// standups if only certain ones were requested.
    var after: String?
    /// True if a standup was begun, so that a comma precedes the next one.
    var hasStandups = false
    /// The standup whose meetings are still to be written.
    var open: Standup.ID?
    /// True if any of its meetings was written.
    var hasMeetings = false
    /// Cursor of the next page of its meetings.
    var meetings: String?
    /// The piece that comes next, if the previous page had room only for its beginning.
    var begun: Begun?
  }

  /// A piece that does not fit in one page.
  struct Begun: Codable, Hashable {
    /// Number of bytes of its UTF-8 that were written.
    var written: Int
    /// Hash of the whole piece, to check that the rest belongs to the same piece.
    var checksum: UInt64
  }

  /// Continues an export from its cursor.
  ///
  /// - Throws: `invalid` if the text is not the cursor of an export.
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

  /// Cursor of the next page, as text.
  var next: String {
    get throws { String(decoding: try BusJSON.encode(cursor), as: UTF8.self) }
  }

  /// True if the page is large enough to end.
  var isFull: Bool { bytes >= Self.enoughBytes }

  /// Writes a short piece.
  mutating func write(_ piece: String) {
    text += piece
    bytes += JSONSize.bytes(of: piece)
  }

  /// Writes a piece, or the beginning of a piece that is larger than a page.
  ///
  /// - Returns: true if the whole piece is now written; false if the page has no room for the rest.
  /// - Throws: `conflict` if the previous page ended within another piece.
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
    // A file has no control characters other than line ends, so each byte takes at most two.
    let part = Self.beginning(of: rest, bytes: room / 2)
    write(part)
    let count = written + part.utf8.count
    if count > 0 { cursor.begun = Begun(written: count, checksum: FNV1a.hash(piece.utf8)) }
    return false
  }

  /// Checks that no piece is unfinished.
  ///
  /// - Throws: `conflict` if the previous page ended within a piece that no longer exists.
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
