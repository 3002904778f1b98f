import FastJSON
import Foundation
import Schema

/// The part of a saved session that says which provider confirmed it.
struct SavedProvider: Codable, Hashable, Sendable {
  /// Name of the provider.
  var name: String
  /// Account at the provider, `sub`.
  var subject: String
  /// The encrypted refresh token; nil if the provider issued none, so that the session ends soon.
  var refresh: String?
  /// Time at which the provider last confirmed the session, in milliseconds since 1970-01-01 UTC. It
  /// is saved with a new refresh token, and otherwise every quarter of an hour.
  var checkedMs: Int64

  /// Describes the first problem with the stored form; nil if it is valid.
  var problem: String? {
    guard TeamID.isValid(name), (1...255).contains(subject.utf8.count),
      WireTime.sinceEpochMs.contains(checkedMs)
    else { return "Invalid provider of a session." }
    return nil
  }
}

/// A session that a provider confirms every few minutes, while the gateway has its refresh token.
struct ProviderSession: Hashable, Sendable {
  /// Name of the provider.
  let provider: String
  let subject: String
  var refresh: String
  let seal: RefreshSeal
  /// Time of the last confirmation, in milliseconds since 1970-01-01 UTC.
  var checkedMs: Int64
  /// Time of the last confirmation that was saved.
  var savedMs: Int64
  /// Time of the last attempt, in milliseconds of the machine's uptime; nil if none was made.
  var triedMs: Int64?
  var isBeingChecked = false
  /// True if the provider could not be reached at the last attempt.
  var isUnavailable = false

  /// Nil if the session was not begun with a provider that issues refresh tokens.
  init?(_ session: SavedSession, refresh: String, seal: RefreshSeal, checkedMs: Int64) {
    guard let provider = session.provider else { return nil }
    self.provider = provider.name
    self.subject = provider.subject
    self.refresh = refresh
    self.seal = seal
    self.checkedMs = checkedMs
    savedMs = provider.checkedMs
  }

  /// Time for which a session lasts while its provider cannot be reached, in milliseconds.
  static let graceMs: Int64 = 3_600_000

  /// Returns true if the session may be used: the provider confirmed it within two intervals, or
  /// cannot be reached and confirmed it within the last hour.
  func isGood(at nowMs: Int64, every refreshMs: Int64) -> Bool {
    let (age, isOver) = nowMs.subtractingReportingOverflow(checkedMs)
    return !isOver && age <= (isUnavailable ? Self.graceMs : 2 * refreshMs)
  }

  /// Returns true if the provider has not confirmed it for so long that it must end.
  func isOver(at nowMs: Int64) -> Bool {
    let (age, isOver) = nowMs.subtractingReportingOverflow(checkedMs)
    return isOver || age > Self.graceMs
  }
}
