import Bus
import Standups

/// How far an export has come; it is handed to the client as text and comes back with the next
/// page.
struct ExportPage: Hashable, Sendable {
  /// What the page says so far.
  var text = ""
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

  /// - Throws: `invalid`, if the text is not one that an export gave.
  init(cursor: String?) throws {
    guard let cursor else { return }
    let parts = cursor.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let sortKey = Int64(parts[0]), ["0", "1", "2"].contains(parts[1]),
      parts[1] == "0" || !parts[2].isEmpty
    else {
      throw BusError(.invalid, "“after” is not the “next” of an earlier page of an export.")
    }
    self.sortKey = sortKey
    isOpen = parts[1] != "0"
    hasMeetings = parts[1] == "2"
    after = isOpen ? String(parts[2]) : nil
  }

  var cursor: String {
    "\(sortKey ?? 0):\(isOpen ? (hasMeetings ? "2" : "1") : "0"):\(isOpen ? after ?? "" : "")"
  }
}
