public import Bus
public import Foundation
public import Schema

/// Agrees that meetings recognise the voice of the sender, and that a print of it is kept.
///
/// Nothing is learned from meetings before the consent. Agreeing again changes nothing. Only a person
/// can agree, and only for themselves: a key that acts as no person, and a token, are `denied`.
///
/// ```swift
/// let voice = try await bus.send(AgreeToVoice())
/// print(voice.agreedAt)
/// ```
public struct AgreeToVoice: BusCommand, Hashable {
  /// The state after the consent. A person who was removed meanwhile is `not_found`.
  public typealias Reply = OwnVoice
  public static let target = "people.agreeToVoice"
  public static let traits = CommandTraits(
    access: .observer, in: .any, isStored: true, errors: [.notFound])
  /// Agrees for the sender; the body is `{}`.
  public init() {}
}

/// Withdraws the consent of the sender to the recognition of their voice, and erases the print.
///
/// A meeting in progress stops recognising the voice. Without a consent, the command changes nothing.
/// Only a person can withdraw, and only for themselves.
public struct WithdrawVoice: BusCommand, Hashable {
  /// The state after the withdrawal, without any data.
  public typealias Reply = OwnVoice
  public static let target = "people.withdrawVoice"
  public static let traits = CommandTraits(access: .observer, in: .any, isStored: true)
  /// Withdraws for the sender; the body is `{}`.
  public init() {}
}

/// Reads whether the sender has agreed that their voice is recognised, and the data about their print.
public struct GetOwnVoice: BusCommand, Hashable {
  /// The state of the person who sent the command; `denied` for any other sender.
  public typealias Reply = OwnVoice
  /// Wire name. Read-only.
  public static let target = "people.voice"
  public static let traits = CommandTraits(access: .observer, in: .any)
  /// Reads the state of the sender; the body is `{}`.
  public init() {}
}

/// Consent of a person to the recognition of their own voice. The print itself is never shown.
public struct OwnVoice: Codable, Hashable, Sendable, Bounded {
  /// Time of the consent. Absent if the person has not agreed, or has withdrawn the consent.
  public var agreedAt: Date?
  /// True if a print of the voice is kept.
  public var hasPrint: Bool
  /// Speech from which the print was learned, in milliseconds.
  public var learnedMs: Int64
  /// Time at which a meeting last recognised the voice or learned from it. 90 days later, consent and
  /// print are erased. Absent if no meeting has.
  public var lastUsedAt: Date?
  public static let bounds: MemberBounds<Self> = [
    \.learnedMs: .range(0...VoicePrintRules.maxLearnedMs)
  ]

  /// Creates a state. Default: the person has not agreed, and nothing is kept.
  public init(
    agreedAt: Date? = nil, hasPrint: Bool = false, learnedMs: Int64 = 0, lastUsedAt: Date? = nil
  ) {
    self.agreedAt = agreedAt
    self.hasPrint = hasPrint
    self.learnedMs = learnedMs
    self.lastUsedAt = lastUsedAt
  }
}

// MARK: For the router

/// Returns the sealed voice prints of those persons who have agreed that their voice is recognised.
///
/// Fails with `unavailable` until the service knows, after a start, that the database was not restored
/// from a backup; consents in a backup may be older than a withdrawal.
public struct GetVoices: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "people.voicesOf"
  public static let traits = CommandTraits(access: .parent)
  /// Ids of the persons, at most 100. Unknown ones, and those of persons who have not agreed, are
  /// omitted from the reply.
  public var people: [String]
  public static let bounds: MemberBounds<Self> = [
    \.people: .count(0...maxPeople).each(.personID)
  ]
  /// Maximum number of persons, whose prints fit in one page of documents.
  public static let maxPeople = 100
  /// Requests the voices of these persons, at most 100.
  public init(people: [String]) { self.people = people }
  /// The voices of those who have agreed.
  public struct Reply: Codable, Hashable, Sendable, Bounded {
    /// Voices, in the order of the ids in the command.
    public var voices: [PersonVoice]
    public static let bounds: MemberBounds<Self> = [\.voices: .count(0...maxPeople)]
    /// Creates a reply.
    public init(voices: [PersonVoice]) { self.voices = voices }
  }
}

/// A person who has agreed that their voice is recognised.
public struct PersonVoice: Codable, Hashable, Sendable, Bounded {
  /// Id of the person, a UUID in lower case.
  public var person: String
  /// Identifies the consent, a UUID in lower case: a print that was learned under another one is not
  /// kept.
  public var consent: String
  /// Sealed print of the voice, in Base64, which only the transcription service can open. Absent if no
  /// meeting has learned the voice yet.
  public var print: String?
  public static let bounds: MemberBounds<Self> = [
    \.person: .personID,
    \.consent: .uuid,
    \.print: .sealedVoicePrint,
  ]
  /// Creates a voice; `print` is nil if no meeting has learned it yet.
  public init(person: String, consent: String, print: String? = nil) {
    self.person = person
    self.consent = consent
    self.print = print
  }
}

/// Keeps the voices that a meeting learned.
///
/// A voice is ignored if the person has withdrawn the consent under which it was learned, even if they
/// have agreed again. Each voice is saved on its own; after an error, send the command again.
public struct KeepVoices: BusCommand, Hashable {
  /// Empty reply once all voices are saved or ignored.
  public typealias Reply = Done
  public static let target = "people.keepVoices"
  public static let traits = CommandTraits(access: .parent)
  /// Voices to keep, at most 100, and each person once.
  public var voices: [LearnedVoice]
  public static let bounds: MemberBounds<Self> = [\.voices: .count(0...maxVoices)]
  /// Maximum number of voices.
  public static let maxVoices = GetVoices.maxPeople
  /// Keeps these voices, at most 100.
  public init(voices: [LearnedVoice]) { self.voices = voices }
}

/// Voice of one person, as a meeting learned it.
public struct LearnedVoice: Codable, Hashable, Sendable, Bounded {
  /// Id of the person, a UUID in either case.
  public var person: String
  /// The consent, as `people.voicesOf` returned it.
  public var consent: String
  /// Sealed print, in Base64, which replaces the stored one. Default: the stored print stays, because
  /// the meeting recognised the voice and learned nothing new.
  public var print: String?
  /// Speech from which the print was learned, in milliseconds. Ignored without a print.
  public var learnedMs: Int64
  public static let bounds: MemberBounds<Self> = [
    \.person: .personID,
    \.consent: .uuid,
    \.print: .sealedVoicePrint,
    \.learnedMs: .range(0...VoicePrintRules.maxLearnedMs),
  ]
  /// Creates the voice of a person; nil as `print` leaves the stored one unchanged.
  public init(person: String, consent: String, print: String? = nil, learnedMs: Int64 = 0) {
    self.person = person
    self.consent = consent
    self.print = print
    self.learnedMs = learnedMs
  }
}
