public import Bus
public import Schema

/// Sends a piece of a dictation, and returns the words that were recognised so far: a person dictates
/// their written update for a standup. The first piece opens a stream of its own for them.
///
/// A dictation contains only the sender's voice, and only the sender receives the words, in the replies.
/// Nothing is stored or published, and a decision on the recording of the standup does not apply.
/// The sender saves the text with `standups.writeUpdate`. A person can dictate only for a standup of
/// which they are an attendee, and has one dictation at a time: starting another one ends it.
///
/// The words after 2 minutes of audio are dropped. A dictation ends after 10 s without a command, and
/// after 3 minutes at the latest. If the service is restarted, the stream fails with `not_found`; the
/// sender sends its audio from `settled` on again, without `stream`, and keeps the lines that it has.
///
/// ```swift
/// let audio = Data(samples).base64EncodedString()
/// let reply = try await bus.send(
///   Dictate(id: Dictate.id(of: person), standup: standup, offset: 0, audio: audio))
/// print(reply.lines.joined(separator: " "), reply.partial ?? "")
/// ```
public struct Dictate: KeyedCommand, Hashable {
  /// Wire name. Audio that was sent before is dropped.
  public static let target = "transcription.dictate"
  public static let traits = CommandTraits(
    access: .member, in: .any, errors: [.notFound, .moved, .conflict])
  /// Owner in every id of a dictation.
  public static let owner = "dictation"
  /// Maximum amount of audio of a dictation, in samples: 2 minutes.
  public static let maxSamples = 120 * 16_000
  /// Maximum size of the audio in a command, in bytes: 5 s.
  public static let maxBytes = 160_000
  /// Id of the dictation: `dictation/` and the id of the person who dictates, or a UUID for a tool that
  /// sends the command for no person. Any other id of a person fails with `denied`.
  public var id: String
  /// Id of the standup. A person who is not an attendee fails with `denied`.
  public var standup: String
  /// Position of the first sample, from 0 to 3,840,000, counted from the first sample of the sender.
  /// Samples that were received before are dropped, and a gap is filled with silence.
  public var offset: Int64
  /// Audio as base64: 16 kHz mono signed 16-bit little-endian, at most 160,000 bytes. Audio beyond the
  /// credit fails with `busy`, and none of it is accepted. Default: none, which reads the words.
  public var audio: String?
  /// `stream` of the last reply. If this stream has ended, or another device of the person dictates
  /// now, the command fails with `not_found`. Absent in the first command.
  public var stream: String?
  /// True if no more audio follows. The rest is recognised; repeat the command without audio until
  /// `isOver`. Default: false.
  public var isLast: Bool?
  public static let bounds: MemberBounds<Self> = [
    \.id: .matching("^dictation/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"),
    \.standup: .text(1...128),
    \.offset: .range(0...3_840_000),
    \.audio: .text(0...213_336),
    \.stream: .text(1...128),
  ]
  /// Creates a command. `stream` is nil in the first one. Default: without audio, and more follows.
  public init(
    id: String, standup: String, offset: Int64, audio: String? = nil, stream: String? = nil,
    isLast: Bool? = nil
  ) {
    self.id = id
    self.standup = standup
    self.offset = offset
    self.audio = audio
    self.stream = stream
    self.isLast = isLast
  }

  /// Returns the id of the dictation of a person, or of a tool with a UUID of its own, in lower case.
  public static func id(of person: String) -> String { OwnedID(owner, person).description }

  /// The words so far.
  public struct Reply: Codable, Hashable, Sendable, Bounded {
    /// Identifies the stream. It changes if a dictation is begun again.
    public var stream: String
    /// Number of further samples that may be sent before the next reply.
    public var creditSamples: Int
    /// Offset before which no audio needs to be sent again, because `lines` has its words or it is
    /// silence.
    public var settled: Int64
    /// Final lines of this stream, in order.
    public var lines: [String]
    /// Best guess of the words that follow them. Absent for none.
    public var partial: String?
    /// True if all audio is recognised and no more is accepted. Absent until then.
    public var isOver: Bool?
    public static let bounds: MemberBounds<Self> = [\.lines: .any]
    /// Creates the reply. `partial` is nil for no guess, and `isOver` until the end.
    public init(
      stream: String, creditSamples: Int, settled: Int64, lines: [String], partial: String? = nil,
      isOver: Bool? = nil
    ) {
      self.stream = stream
      self.creditSamples = creditSamples
      self.settled = settled
      self.lines = lines
      self.partial = partial
      self.isOver = isOver
    }
  }
}

/// Asks whether a person may dictate an update for a standup.
///
/// Fails with `not_found` for a standup that is unknown or outside the scope of the command, with
/// `moved` for one in another cell, and with `unavailable` if the service that has the standup is
/// unavailable.
public struct DictationNamed: DelegateMessage, Hashable {
  /// Wire name. Read-only.
  public static let target = "transcription.dictationNamed"
  public static let errors: [BusError.Code] = [.notFound, .moved]
  /// Id of the standup.
  public var standup: String
  /// Id of the person who dictates. Absent for a tool that sends the command for no person.
  public var person: String?
  public static let bounds: MemberBounds<Self> = [\.standup: .text(1...128), \.person: .uuid]
  /// Asks about one standup; `person` is nil for a tool.
  public init(standup: String, person: String? = nil) {
    self.standup = standup
    self.person = person
  }

  /// The permission, and the language of the standup.
  public struct Reply: Codable, Hashable, Sendable, Bounded {
    /// True if the person is an attendee of the standup, or if no person was named.
    public var isAllowed: Bool
    /// Language of the speech, a tag of BCP 47. Absent for that of the engine.
    public var language: String?
    public static let bounds: MemberBounds<Self> = [\.language: .languageTag]
    /// Creates the reply; `language` is nil for that of the engine.
    public init(isAllowed: Bool, language: String? = nil) {
      self.isAllowed = isAllowed
      self.language = language
    }
  }
}
