import Documents
import Foundation
import GatewayAPI

/// Stored form of a session; the id of its document is the session id.
struct SavedSession: Codable, Hashable, Sendable {
  /// Collection of these documents, one per session.
  static let collection = "gateway.sessions"

  /// Hash of the cookie's secret.
  var hash: String
  var name: String
  var role: WebRole
  /// Start of the session, in milliseconds since 1970.
  var beganMs: Int64
  var expiresMs: Int64
  /// True for a calendar program, which has the secret in its link and may read the calendar only;
  /// nil for a browser.
  var isCalendar: Bool?

  /// Public form, without the hash.
  func shown(as id: String) -> WebSession {
    WebSession(
      id: id, name: name, role: role, began: Self.date(beganMs), expires: Self.date(expiresMs),
      isCalendar: isCalendar)
  }

  static func date(_ ms: Int64) -> Date { Date(timeIntervalSince1970: Double(ms) / 1000) }
}

extension SavedSession: StoredValue {
  func problem(in document: Document) -> String? {
    SavedInvite.problem(name: name, ms: [beganMs, expiresMs])
  }
}
