import Bus
import Foundation
import PeopleAPI
import ServiceShell
import StandupsCollections

/// An index of the persons who have agreed that their voice is recognised. The prints stay in the
/// documents.
struct Voices: Hashable, Sendable {
  /// A consent without the print.
  struct Voice: Hashable, Sendable {
    var consent: String
    var agreedMs: Int64
    var usedMs: Int64?
    var learnedMs: Int64
    var hasPrint: Bool
    var epoch: String

    init(_ saved: SavedVoice) {
      consent = saved.consent
      agreedMs = saved.agreedMs
      usedMs = saved.usedMs
      learnedMs = saved.learnedMs
      hasPrint = saved.print != nil
      epoch = saved.epoch
    }

    /// Time at which consent and print are erased, in milliseconds since 1970-01-01 UTC.
    var expiryMs: Int64 { max(agreedMs, usedMs ?? agreedMs) + VoicePrintRules.keptMs }

    /// The form for the person themselves.
    var shown: OwnVoice {
      OwnVoice(
        agreedAt: Self.date(agreedMs), hasPrint: hasPrint, learnedMs: learnedMs,
        lastUsedAt: usedMs.map(Self.date))
    }

    private static func date(_ ms: Int64) -> Date {
      Date(timeIntervalSince1970: Double(ms) / 1000)
    }
  }

  /// The consents, by the ids of the persons.
  private(set) var all: [PersonID: Voice] = [:]
  /// Times at which consents are erased; 0 for those that must not be used.
  private(set) var due = DueTimes<PersonID>()
  /// The consents that are being erased.
  private(set) var erasing: Set<PersonID> = []
  /// The consents that must not be used, and are erased as soon as possible.
  private(set) var rejected: Set<PersonID> = []
  /// True once it is known that no consent comes from a backup. Before that, none is used.
  var isChecked = false
  /// The voices that each `keepVoices` waits for.
  var keeping: [OperationID: Int] = [:]

  /// Adds a consent, or replaces the earlier one of the person.
  mutating func put(_ saved: SavedVoice, of person: PersonID) {
    let voice = Voice(saved)
    all[person] = voice
    rejected.remove(person)
    due.set(person, to: voice.expiryMs)
  }

  mutating func remove(_ person: PersonID) {
    all[person] = nil
    rejected.remove(person)
    due.set(person, to: nil)
  }

  /// Marks a consent that must not be used, so that it is erased next.
  mutating func reject(_ person: PersonID) {
    rejected.insert(person)
    due.set(person, to: 0)
  }

  /// The consent of a person as of a time; nil if it has expired or must not be used.
  func voice(of person: PersonID, atMs now: Int64) -> Voice? {
    guard isChecked, !rejected.contains(person), let voice = all[person], voice.expiryMs > now
    else { return nil }
    return voice
  }

  /// True if no more consents are erased at the same time.
  var isErasingMany: Bool { erasing.count >= Self.maxErasing }

  /// Begins to erase the next consent that is due; nil if none is, or if enough are being erased.
  mutating func popDue(atMs now: Int64) -> PersonID? {
    guard !isErasingMany, let person = due.popFirst(atMs: now) else { return nil }
    erasing.insert(person)
    return person
  }

  /// Ends an erasure; after a failure, it is due again at the given time.
  mutating func erased(_ person: PersonID, retryMs: Int64?) {
    erasing.remove(person)
    if let retryMs {
      due.set(person, to: retryMs)
    } else if let voice = all[person] {
      due.set(person, to: voice.expiryMs)
    }
  }

  /// Maximum number of consents that are erased at the same time.
  private static let maxErasing = 16
}

/// Consents are erased when they are due. The alarm looks at the clock again at the latest after
/// `maxWaitMs`, because the clock may be set in the meantime.
extension PeopleReducer {
  static var alarm: PeopleAction? { .alarm }

  /// Time of the next erasure; nil while nothing can be erased, because the end of an erasure leads to
  /// the next one.
  func alarm(_ state: PeopleState) -> Int64? {
    let canErase =
      state.commands.isOpen && state.voices.isChecked && !state.voices.isErasingMany
    return canErase ? state.voices.due.firstMs : nil
  }

  func milliseconds(until alarm: Int64) -> Int64 { min(Self.maxWaitMs, alarm - now) }

  /// Maximum time before the clock is read again, in milliseconds.
  private static let maxWaitMs: Int64 = 3_600_000
}
