public import Bus
public import FastJSON
public import Schema

/// A person in the room who has agreed that their voice is recognised.
public struct RoomVoice: FastCodable, Hashable, Sendable, Bounded {
  /// Id of the person, a UUID in lower case.
  public var person: String
  /// Identifies the consent under which the print was made. It is returned with the print that is
  /// learned.
  public var consent: String
  /// Sealed print of the voice, in base64. Absent if nothing was learned yet.
  public var print: String?
  public static let bounds: MemberBounds<Self> = [
    \.person: .uuid, \.consent: .uuid, \.print: .text(4...maxPrintBytes),
  ]
  /// Maximum number of persons whose voices are recognised in one room.
  public static let maxInRoom = 32
  /// Maximum length of a sealed print, in bytes.
  public static let maxPrintBytes = 2_048
  /// Creates a voice; `print` is nil if nothing was learned yet.
  public init(person: String, consent: String, print: String? = nil) {
    self.person = person
    self.consent = consent
    self.print = print
  }
}

/// The beginning of a turn in the room. Its end is the beginning of the next one.
public struct RoomTurn: FastCodable, Hashable, Sendable, Bounded {
  /// Beginning of the turn, in milliseconds of the stream's time.
  public var atMs: Int64
  /// Id of the person whose turn it is. Absent for a person without an account, and if the turn is
  /// unknown.
  public var person: String?
  public static let bounds: MemberBounds<Self> = [
    \.atMs: .range(0...Self.maxMs), \.person: .uuid,
  ]
  /// Maximum number of turns in a message.
  public static let maxInMessage = 64
  /// Maximum of `atMs`: the time of the longest stream.
  public static let maxMs: Int64 = 172_800_000
  /// Creates a turn; `person` is nil if it belongs to no person with an account.
  public init(atMs: Int64, person: String? = nil) {
    self.atMs = atMs
    self.person = person
  }
}

/// Replaces the persons whose voices a stream recognises, and erases the prints of those who are not named
/// any more at once.
///
/// Without recognition of voices, the command has no effect.
public struct SetVoices: KeyedCommand, Hashable {
  /// Empty reply. A stream that is not open fails with `not_found`, and with `busy` while it is not known
  /// if it will be restored.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "transcription.setVoices"
  public static let traits = CommandTraits(access: .parent, errors: [.notFound])
  /// Id of the stream.
  public var id: String
  /// Persons who have agreed, at most 32.
  public var voices: [RoomVoice]
  /// Number of attendees in the room who have not.
  public var others: Int
  /// Turns in order, as in `transcription.setVoicesTurn`. Default: those that are known.
  public var turns: [RoomTurn]?
  public static let bounds: MemberBounds<Self> = [
    \.id: .ownedID, \.voices: .count(0...RoomVoice.maxInRoom), \.others: .range(0...1000),
    \.turns: .count(1...RoomTurn.maxInMessage),
  ]
  /// Sets the voices of an open stream. Default: its turns stay as they are.
  public init(id: String, voices: [RoomVoice], others: Int, turns: [RoomTurn]? = nil) {
    self.id = id
    self.voices = voices
    self.others = others
    self.turns = turns
  }
}

/// A line of the room's microphone whose speaker someone corrected.
public struct RoomLine: FastCodable, Hashable, Sendable, Bounded {
  /// Key of the line, as it was reported. A line that the stream has not reported has no effect.
  public var key: String
  /// Id of the person who spoke it. Absent for a person without an account: the voice is then dropped, as that of a
  /// person who has not agreed.
  public var person: String?
  public static let bounds: MemberBounds<Self> = [
    \.key: .text(1...maxKeyBytes), \.person: .uuid,
  ]
  /// Maximum length of a key, in bytes.
  public static let maxKeyBytes = 128
  /// Maximum number of lines in a message.
  public static let maxInMessage = 64
  /// Creates a line; `person` is nil if it belongs to no person with an account.
  public init(key: String, person: String? = nil) {
    self.key = key
    self.person = person
  }
}

/// Replaces the turns in the room from the first given one on: the turn that has begun, and those that
/// follow on schedule if nothing changes. Corrected lines teach whose voices they are.
///
/// Without recognition of voices, the turns and lines have no effect.
public struct SetVoicesTurn: KeyedCommand, Hashable {
  /// Empty reply. A stream that is not open fails with `not_found`.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "transcription.setVoicesTurn"
  public static let traits = CommandTraits(access: .parent, errors: [.notFound])
  /// Id of the stream.
  public var id: String
  /// Turns in order, 1 to 64.
  public var turns: [RoomTurn]
  /// All lines whose speaker is corrected, the last 64 of them. A line that is repeated with the same person has no
  /// further effect, and one that is missing from fewer than 64 was corrected back: nothing is learned from it any more.
  /// Default: none.
  public var corrected: [RoomLine]?
  public static let bounds: MemberBounds<Self> = [
    \.id: .ownedID, \.turns: .count(1...RoomTurn.maxInMessage),
    \.corrected: .count(1...RoomLine.maxInMessage),
  ]
  /// Sets the turns of an open stream. Default: no lines were corrected.
  public init(id: String, turns: [RoomTurn], corrected: [RoomLine]? = nil) {
    self.id = id
    self.turns = turns
    self.corrected = corrected
  }
}

/// Reports the number of persons whose voices a stream recognises. Transcription sends it when a stream
/// opens and whenever the number changes, only if recognition of voices is turned on, or was when an
/// earlier instance had the stream.
public struct VoicesRecognised: OwnedMessage, Hashable {
  /// Empty reply.
  public typealias Reply = Done
  /// Wire name. The router invokes the binding of the id's owner. Idempotent.
  public static let target = "transcription.voicesRecognised"
  public static let errors: [BusError.Code] = [.notFound, .unbound]
  /// Id of the stream, `owner/name`.
  public var id: String
  /// Number of persons, 0 to 32.
  public var people: Int
  public static let bounds: MemberBounds<Self> = [
    \.id: .ownedID, \.people: .range(0...Int64(RoomVoice.maxInRoom)),
  ]
  /// Reports the number for one stream.
  public init(id: String, people: Int) {
    self.id = id
    self.people = people
  }
}

/// The voice of a person, as a stream learned it.
public struct Voice: Codable, Hashable, Sendable, Bounded {
  /// Id of the person, a UUID in lower case.
  public var person: String
  /// The consent, as in the `RoomVoice` of the stream.
  public var consent: String
  /// Sealed print in base64, which replaces the one of the `RoomVoice`. Absent if the voice was
  /// recognised and nothing was learned.
  public var print: String?
  /// Duration of the speech in the print, in milliseconds.
  public var learnedMs: Int64
  public static let bounds: MemberBounds<Self> = [
    \.person: .uuid, \.consent: .uuid, \.print: .text(4...RoomVoice.maxPrintBytes),
    \.learnedMs: .range(0...86_400_000),
  ]
  /// Creates a voice; `print` is nil for a voice that was only recognised.
  public init(person: String, consent: String, print: String? = nil, learnedMs: Int64 = 0) {
    self.person = person
    self.consent = consent
    self.print = print
    self.learnedMs = learnedMs
  }
}

/// Reports what a stream that has ended learned about the voices of persons who have agreed.
public struct VoicesLearned: OwnedMessage, Hashable {
  /// Empty reply once the prints are saved, or ignored because their persons no longer agree.
  public typealias Reply = Done
  /// Wire name. The router invokes the binding of the id's owner. Idempotent.
  public static let target = "transcription.voicesLearned"
  public static let errors: [BusError.Code] = [.notFound, .unbound]
  /// Id of the stream, `owner/name`.
  public var id: String
  /// Voices, 1 to 32, one for each person.
  public var voices: [Voice]
  public static let bounds: MemberBounds<Self> = [
    \.id: .ownedID, \.voices: .count(1...RoomVoice.maxInRoom),
  ]
  /// Reports the voices of one stream.
  public init(id: String, voices: [Voice]) {
    self.id = id
    self.voices = voices
  }
}
