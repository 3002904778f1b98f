import Bus
import Documents
import FastJSON
import GatewayAPI

/// Stored form of an unused invitation; the id of its document is the hash of its code.
struct SavedInvite: Codable, Hashable, Sendable {
  /// Collection of these documents, one per invitation.
  static let collection = "gateway.invites"

  var name: String
  var role: WebRole
  /// Expiry, in milliseconds since 1970.
  var expiresMs: Int64
}

extension SavedInvite: StoredValue {
  func problem(in document: Document) -> String? {
    Self.problem(name: name, ms: [expiresMs])
  }

  /// First problem of a name or of times in milliseconds; nil if they are valid.
  static func problem(name: String, ms moments: [Int64]) -> String? {
    do throws(BusError) {
      _ = try PersonName(name)
    } catch {
      return error.message
    }
    return moments.allSatisfy(WireTime.sinceEpochMs.contains)
      ? nil : "Invalid time; expected a year from 1970 to 9999."
  }
}
