import FastJSON
import Foundation
import OpenID

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
    guard OpenIDProvider.isName(name), (1...255).contains(subject.utf8.count),
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
  /// Time of the first of the latest attempts that all failed because the provider or the people
  /// service could not be reached, in milliseconds of the machine's uptime; nil if the last one did
  /// not.
  var unavailableSinceMs: Int64?
  /// Reason why the session must end, which is not saved yet; nil otherwise.
  var endReason: String?

  /// Nil for a session without a provider.
  init?(_ session: SavedSession, refresh: String, seal: RefreshSeal) {
    guard let provider = session.provider else { return nil }
    self.provider = provider.name
    self.subject = provider.subject
    self.refresh = refresh
    self.seal = seal
    checkedMs = provider.checkedMs
    savedMs = provider.checkedMs
  }

  /// Time for which a session lasts while its provider cannot be reached, in milliseconds.
  static let graceMs: Int64 = 3_600_000

  /// Time since the last confirmation, in milliseconds; negative if the clock was set back.
  func ageMs(at nowMs: Int64) -> Int64 {
    let (age, isOverflow) = nowMs.subtractingReportingOverflow(checkedMs)
    return isOverflow ? .max : age
  }

  /// Returns true if the session may be used: the provider confirmed it within two intervals, or
  /// cannot be reached and confirmed it within the last hour.
  func isGood(at nowMs: Int64, every refreshMs: Int64) -> Bool {
    endReason == nil
      && ageMs(at: nowMs) <= (unavailableSinceMs == nil ? 2 * refreshMs : Self.graceMs)
  }

  /// Returns true if all attempts of an hour failed, so that the session must end.
  ///
  /// - Parameter uptimeMs: milliseconds of the machine's uptime. After the machine was suspended, the
  ///   provider has time to answer.
  func isOver(at uptimeMs: Int64) -> Bool {
    unavailableSinceMs.map { uptimeMs - $0 >= Self.graceMs } ?? false
  }
}
