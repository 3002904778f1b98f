import Bus
import Foundation

/// A room of Matrix, by its address in the client-server API.
enum MatrixRoom {
  /// Whether a URL is that of a room: its id, not one of its aliases, which can come to mean another room.
  static func isOne(_ url: String) -> Bool {
    guard let parts = URLComponents(string: url), parts.query == nil else { return false }
    return parts.percentEncodedPath.wholeMatch(of: /\/_matrix\/client\/v3\/rooms\/(!|%21)[^\/]+/)
      != nil
  }

  /// Where an event is put. Its id names the transaction, so one that comes twice is shown once.
  static func sending(_ id: String, to room: String) -> String {
    "\(room)/send/m.room.message/\(Topic.escape(id))"
  }
}
