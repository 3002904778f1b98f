import Documents
import Foundation
import GatewayAPI

/// A browser that is logged in, as it is kept; the id of its document is its own.
struct SavedSession: Codable, Hashable, Sendable {
  /// The collection of its documents.
  static let collection = "gateway.sessions"

  /// Of the cookie's secret.
  var hash: String
  var name: String
  var role: WebRole
  /// In milliseconds since 1970.
  var beganMs: Int64
  var expiresMs: Int64
  /// Whether it is a calendar program with the secret in its link, which lets it read the calendar alone; nil for a browser.
  var isCalendar: Bool?

  /// As others may see it.
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
