import Bus
public import Documents
import Foundation

/// Saved form of a person’s consent to the recognition of their voice, with the sealed print. The id of
/// the document is the id of the person.
///
/// Neither archives nor events contain it, and no reply to anyone but the router contains the print.
public struct SavedVoice: Codable, Hashable, Sendable, StoredValue {
  /// The collection of its documents.
  public static let collection = "people.voices"

  /// Identifies the consent, a UUID in lower case.
  public var consent: String
  /// Time of the consent, in milliseconds since 1970-01-01 UTC.
  public var agreedMs: Int64
  /// Time of the last use, in milliseconds since 1970-01-01 UTC; nil if no meeting has used the voice.
  public var usedMs: Int64?
  /// Speech from which the print was learned, in milliseconds.
  public var learnedMs: Int64
  /// Sealed print in Base64; nil if no meeting has learned the voice yet.
  public var print: String?
  /// Epoch of the journal at the time of the consent. A restored database has another epoch, and its
  /// consents may be older than a withdrawal: they are erased.
  public var epoch: String

  /// Creates the form of a consent; `print` is nil if no meeting has learned the voice yet.
  public init(
    consent: String, agreedMs: Int64, usedMs: Int64? = nil, learnedMs: Int64 = 0,
    print: String? = nil, epoch: String
  ) {
    self.consent = consent
    self.agreedMs = agreedMs
    self.usedMs = usedMs
    self.learnedMs = learnedMs
    self.print = print
    self.epoch = epoch
  }

  /// Latest valid time, in milliseconds since 1970-01-01 UTC: the year 9999. Sums cannot overflow.
  private static let maxMs: Int64 = 253_402_300_799_999
  /// Maximum number of bytes of an epoch, which is a UUID today.
  private static let maxEpochBytes = 128

  /// Checks a stored consent.
  public func problem(in document: Document) -> String? {
    guard UUID(text: document.id)?.lowercaseText == document.id else { return Self.isAnother }
    guard UUID(text: consent)?.lowercaseText == consent else {
      return "Invalid id of a consent; expected a UUID in lower case."
    }
    guard ([agreedMs] + [usedMs].compactMap { $0 }).allSatisfy((0...Self.maxMs).contains) else {
      return "Invalid time; expected milliseconds from 0 to \(Self.maxMs)."
    }
    guard (0...VoicePrintRules.maxLearnedMs).contains(learnedMs) else {
      return "Invalid “learnedMs”; expected 0 to \(VoicePrintRules.maxLearnedMs)."
    }
    guard (1...Self.maxEpochBytes).contains(epoch.utf8.count) else {
      return "Invalid epoch; expected 1 to \(Self.maxEpochBytes) bytes."
    }
    return print.map(VoicePrintRules.isPrint) == false ? VoicePrintRules.problem : nil
  }
}
