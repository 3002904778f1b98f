import Bus
import Standups

/// How far an export has come; it is handed to the client as text and comes back with the next
/// page.
struct ExportPage: Hashable, Sendable {
  /// How many bytes of JSON the text may have at most: the rest of a message is for what is around.
  private static let mostBytes = 900_000
  /// A page ends after as many.
  private static let enoughBytes = 200_000

  /// What the page says so far.
  private(set) var text = ""
  /// How many bytes that has in a message, where it is a text inside JSON: each quote takes two.
  private var bytes = 0
  /// The last standup that was begun; nil before the first.
  var sortKey: Int64?
  /// Whether meetings of that standup are still to come.
  var isOpen = false
  /// Whether any of its meetings was written.
  var hasMeetings = false
  /// The page of its meetings that comes next.
  var after: String?
  /// How many meetings are read at once.
  var limit = 50
  /// The piece that comes next, if the page before had room for its beginning only.
  private(set) var begun: Begun?

  /// A piece that does not fit one page.
  struct Begun: Hashable, Sendable {
    /// How many bytes of its UTF-8 were written.
    var written: Int
    /// Whether the rest belongs to the same piece.
    var checksum: UInt64
  }

  /// - Throws: `invalid`, if the text is not one that an export gave.
  init(cursor: String?) throws {
    guard let cursor else { return }
    let parts = cursor.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty || Int64(parts[0]) != nil else { throw Self.unknown }
    let words = parts[1].split(separator: "+", omittingEmptySubsequences: false)
    guard ["0", "1", "2"].contains(words[0]), words.count == 1 || words.count == 3 else {
      throw Self.unknown
    }
    sortKey = Int64(parts[0])
    isOpen = words[0] != "0"
    hasMeetings = words[0] == "2"
    after = isOpen && !parts[2].isEmpty ? String(parts[2]) : nil
    if words.count == 3 {
      guard let written = Int(words[1]), written > 0, let checksum = UInt64(words[2]) else {
        throw Self.unknown
      }
      begun = Begun(written: written, checksum: checksum)
    }
    // The first meetings are begun on the page that opens their standup.
    guard begun != nil || sortKey != nil && (after != nil || !isOpen) else { throw Self.unknown }
  }

  private static let unknown = BusError(
    .invalid, "“after” is not the “next” of an earlier page of an export.")

  var cursor: String {
    let state = isOpen ? (hasMeetings ? "2" : "1") : "0"
    let begun = begun.map { "+\($0.written)+\($0.checksum)" } ?? ""
    return "\(sortKey.map { "\($0)" } ?? ""):\(state)\(begun):\(isOpen ? after ?? "" : "")"
  }

  /// Whether it is time for another page.
  var isFull: Bool { bytes >= Self.enoughBytes }

  /// Writes what is short.
  mutating func write(_ piece: String) {
    text += piece
    bytes += BusJSON.bytes(of: piece)
  }

  /// Writes a piece, or as much of it as a whole page can hold.
  ///
  /// - Returns: whether all of it is written now; if not, the page has no room for it.
  /// - Throws: `conflict`, if it is not the piece of which the page before has the beginning.
  mutating func add(_ piece: String) throws -> Bool {
    let written = try writtenBytes(of: piece)
    let rest = written == 0 ? piece : String(decoding: piece.utf8.dropFirst(written), as: UTF8.self)
    let size = BusJSON.bytes(of: rest)
    let room = Self.mostBytes - bytes
    if size <= room {
      begun = nil
      text += rest
      bytes += size
      return true
    }
    guard size > Self.mostBytes else { return false }
    // A file has no control characters but ends of lines, so a byte takes two at most.
    let part = Self.beginning(of: rest, bytes: room / 2)
    write(part)
    let count = written + part.utf8.count
    if count > 0 { begun = Begun(written: count, checksum: FNV1a.hash(piece.utf8)) }
    return false
  }

  /// - Throws: `conflict`, if the page before ended within a piece that is gone.
  func checkNothingBegun() throws {
    if begun != nil { throw Self.changed }
  }

  private func writtenBytes(of piece: String) throws -> Int {
    guard let begun else { return 0 }
    guard begun.checksum == FNV1a.hash(piece.utf8), begun.written < piece.utf8.count else {
      throw Self.changed
    }
    return begun.written
  }

  private static let changed = BusError(
    .conflict,
    "The standup or meeting that did not fit one page was changed while it was exported;"
      + " export again from the beginning.")

  private static func beginning(of text: String, bytes: Int) -> String {
    var end = text.utf8.index(text.startIndex, offsetBy: max(0, min(bytes, text.utf8.count)))
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return String(text[..<end])
  }
}
