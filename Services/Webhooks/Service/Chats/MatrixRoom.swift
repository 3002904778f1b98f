import Bus
import Foundation

/// A room of Matrix, identified by its URL in the client-server API.
enum MatrixRoom {
  /// Returns whether a URL identifies a room by its id. An alias is rejected, because it can be
  /// moved to another room.
  static func isOne(_ url: String) -> Bool {
    guard let parts = URLComponents(string: url), parts.query == nil else { return false }
    return parts.percentEncodedPath.wholeMatch(of: /\/_matrix\/client\/v3\/rooms\/(!|%21)[^\/]+/)
      != nil
  }

  /// URL to which an event is put. The event's id is the transaction id, so an event that is sent
  /// twice is shown once.
  static func sending(_ id: String, to room: String) -> String {
    "\(room)/send/m.room.message/\(Topic.escape(id))"
  }
}
