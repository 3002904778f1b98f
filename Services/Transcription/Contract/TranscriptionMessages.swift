public import Bus
public import FastJSON
public import Schema

/// Decision whether speech may be recognised for a subject.
public struct SpeechAuthorization: Codable, Hashable, Sendable {
  /// Decision about a subject, named as in Apple's Speech framework.
  public enum Status: String, Codable, Hashable, Sendable {
    /// No decision was made yet.
    case notDetermined
    /// Recognition is allowed.
    case authorized
    /// Recognition is forbidden.
    case denied
    /// This installation cannot recognise the speech, so no decision is needed.
    case restricted
  }
  /// Decision that applies now.
  public var status: Status
  /// Reason why recognition is restricted, as a sentence. Absent for any other status.
  public var reason: String?
  /// Creates a decision; `reason` is only for `restricted`.
  public init(status: Status, reason: String? = nil) {
    self.status = status
    self.reason = reason
  }
}

/// Returns whether speech may be recognised for a subject, which can be any id, such as that of a
/// standup.
///
/// If the scope of the command does not include all teams, the command fails with `not_found` for a
/// subject that is unknown or outside the scope.
public struct GetSpeechAuthorization: BusCommand, Hashable {
  /// Decision for the subject. Fails with `unavailable` if the service does not learn the earlier
  /// decision in time.
  public typealias Reply = SpeechAuthorization
  /// Wire name. Read-only.
  public static let target = "transcription.authorization"
  public static let traits = CommandTraits(
    access: .observer, in: .any, errors: [.notFound, .moved])
  /// Subject: any string of 1 to 128 bytes.
  public var subject: String
  /// Language of the speech, a tag of BCP 47 with at most a language, a script and a region. The decision
  /// is `restricted`, with the reason, if no model recognises it. Default: the language of the engine.
  public var language: String?
  public static let bounds: MemberBounds<Self> = [
    \.subject: .text(1...128), \.language: .languageTag,
  ]
  /// Requests the decision for one subject, whose speech is in the language of the engine by default.
  public init(subject: String, language: String? = nil) {
    self.subject = subject
    self.language = language
  }
}

/// Grants or denies speech recognition for a subject, or withdraws the decision. A denial ends the
/// subject's streams at once, and words that they have not reported yet are never stored. The
/// decision is saved before the reply.
///
/// If the scope of the command does not include all teams, the command fails with `not_found` for a
/// subject that is unknown or outside the scope.
public struct AuthorizeSpeech: BusCommand, Hashable {
  /// Decision that applies now; `restricted` even after a grant if the installation has no speech
  /// engine.
  public typealias Reply = SpeechAuthorization
  /// Wire name. Idempotent. The reply arrives once the decision is durable.
  public static let target = "transcription.authorize"
  public static let traits = CommandTraits(access: .member, in: .any, errors: [.notFound, .moved])
  /// Subject: any string of 1 to 128 bytes.
  public var subject: String
  /// True allows recognition, false forbids it. Absent withdraws the decision, so that people are
  /// asked for it again. Any decision can be changed later.
  public var isGranted: Bool?
  public static let bounds: MemberBounds<Self> = [\.subject: .text(1...128)]
  /// Sets the decision for one subject.
  public init(subject: String, isGranted: Bool?) {
    self.subject = subject
    self.isGranted = isGranted
  }
}

/// Lists the languages in which speech can be recognised, from the models that are installed now.
public struct ListSpeechLanguages: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "transcription.languages"
  public static let traits = CommandTraits(access: .observer, in: .any)
  /// Requests the list.
  public init() {}

  /// Languages, as tags of BCP 47. A tag also covers the more special ones: `pt` covers `pt-BR`.
  public struct Reply: Codable, Hashable, Sendable, Bounded {
    /// Language of the engine. Absent without a speech engine.
    public var standard: String?
    /// Languages of the models that an operator installed, sorted, at most 64.
    public var languages: [String]
    public static let bounds: MemberBounds<Self> = [
      \.standard: .languageTag, \.languages: .count(0...64).each(.languageTag),
    ]
    /// Creates the list. Default: without an engine.
    public init(standard: String? = nil, languages: [String] = []) {
      self.standard = standard
      self.languages = languages
    }
  }
}

/// Forgets the decision about a subject that no longer exists, and streams that have ended.
///
/// Only memory is affected: the sender has already removed the saved decision, or replaced it with
/// one that is read next.
public struct ForgetSpeech: BusCommand, Hashable {
  /// Empty reply once the data is forgotten.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "transcription.forget"
  public static let traits = CommandTraits(access: .parent, errors: [.invalid])
  /// Subject whose decision is forgotten. Absent for none.
  public var subject: String?
  /// Ids of ended streams, `owner/name`, whose lines are forgotten, at most 1000.
  public var ids: [String]
  /// True if the subject arrived from another cell, with its decision from there. Default: false.
  public var hasCome: Bool?
  public static let bounds: MemberBounds<Self> = [\.ids: .count(0...1000).each(.ownedID)]
  /// Forgets a subject, the lines of streams, or both.
  public init(subject: String? = nil, ids: [String] = [], hasCome: Bool? = nil) {
    self.subject = subject
    self.ids = ids
    self.hasCome = hasCome
  }
}

/// Opens a recognition stream for a piece of work. An open stream is left unchanged.
///
/// Fails with `denied` unless speech is authorised for the subject, and if no model recognises the language,
/// or too many other languages are being recognised. There are at most 256 streams at once.
public struct StartRecognition: KeyedCommand, FastCodable, Hashable {
  /// Wire name. An open stream stays open.
  public static let target = "transcription.start"
  public static let traits = CommandTraits(access: .parent)
  /// Id of the stream, `owner/name`, at most 128 bytes; there is one stream per id.
  public var id: String
  /// Subject for which speech must be authorised: any string of 1 to 128 bytes.
  public var subject: String
  /// Current time of the stream, in milliseconds. The times of its lines are relative to time 0 of
  /// the stream.
  public var startMs: Int64
  /// Topic families in which partial lines are published. Absent for no partial lines.
  public var labels: EventLabels?
  /// Time of the stream up to which an earlier stream of this id has reported its lines, in
  /// milliseconds. Earlier audio is dropped if it is sent again. Absent without an earlier stream.
  public var settledMs: Int64?
  /// Language of the speech, a tag of BCP 47 with at most a language, a script and a region. Its model is
  /// loaded if necessary. Default: the language of the engine.
  public var language: String?
  /// Persons in the room who have agreed that their voices are recognised, at most 32. Default: none, or
  /// those of `transcription.setVoices`.
  public var voices: [RoomVoice]?
  /// Number of attendees in the room who have not agreed. With `others` and without `voices`, it is not
  /// known yet who has agreed. Default: unknown.
  public var others: Int?
  /// Turns in the room, in order, at most 64, as in `transcription.setVoicesTurn`. Default: unknown.
  public var turns: [RoomTurn]?
  public static let bounds: MemberBounds<Self> = [
    \.id: .ownedID,
    \.subject: .text(1...128),
    \.startMs: .range(0...86_400_000),
    \.language: .languageTag,
    \.voices: .count(0...RoomVoice.maxInRoom),
    \.others: .range(0...1000),
    \.turns: .count(0...RoomTurn.maxInMessage),
  ]
  /// Creates a stream. Default: its time is 0 now, no partial lines are published, no earlier stream
  /// exists, and no voices are recognised.
  ///
  /// The time is from 0 to one day. The command fails with `denied` for a subject that is not
  /// authorised, and with `busy` if the maximum number of streams is open.
  public init(
    id: String, subject: String, startMs: Int64 = 0, labels: EventLabels? = nil,
    settledMs: Int64? = nil, language: String? = nil, voices: [RoomVoice]? = nil,
    others: Int? = nil, turns: [RoomTurn]? = nil
  ) {
    self.id = id
    self.subject = subject
    self.startMs = startMs
    self.labels = labels
    self.settledMs = settledMs
    self.language = language
    self.voices = voices
    self.others = others
    self.turns = turns
  }

  /// Open stream, which accepts audio.
  public struct Reply: Codable, Hashable, Sendable, Bounded {
    /// Id of the stream.
    public var id: String
    /// Number of samples that may be sent before the next reply.
    public var creditSamples: Int
    public static let bounds: MemberBounds<Self> = [\.id: .ownedID]
    /// Creates the reply with the initial credit, in samples of 16 kHz.
    public init(id: String, creditSamples: Int) {
      self.id = id
      self.creditSamples = creditSamples
    }
  }
}

/// Sends audio as one binary attachment: 16 kHz, mono, signed 16-bit little-endian, at most 160,000
/// samples.
///
/// Audio beyond the credit fails with `busy`; send it again after `retryAfterMs`. A sender that
/// keeps its audio until it is settled loses nothing if the service dies: after `not_found`, it
/// sends its audio again from `settled` on, without `stream`.
///
/// ```swift
/// let audio = RecognizeAudio(id: "meeting/\(meeting)", offset: 0, atMs: 0)
/// let frame = Frame(Data(count: 3200))  // 100 ms of silence, as PCM
/// let reply = try await bus.send(audio, attachments: [frame], options: CallOptions())
/// print(reply.creditSamples, reply.stream ?? "")
/// ```
public struct RecognizeAudio: KeyedCommand, Hashable {
  /// Wire name. Audio beyond the credit fails with `busy`, and none of it is
  /// accepted.
  public static let target = "transcription.audio"
  public static let traits = CommandTraits(
    access: .member, in: .any, errors: [.notFound, .conflict],
    attachments: "One frame: 16 kHz mono signed 16-bit little-endian, 2 to 320,000 bytes.")
  /// Id of the stream, such as `meeting/` and the id of a meeting.
  public var id: String
  /// Position of the first sample, from 0 to 1,382,400,000, counted from the first sample of the
  /// sender. Samples that were received before are dropped, and a gap is filled with silence.
  public var offset: Int64
  /// Time at which the first sample was spoken, in milliseconds of the stream's time, at most
  /// 172,800,000 (two days). Default: the time at which it arrives.
  public var atMs: Int64?
  /// `stream` of the last reply. If another stream is open now, the command fails with `not_found`,
  /// and all audio from `settled` on must be sent again. Absent in the first message, and after
  /// `not_found`.
  public var stream: String?
  /// True for the own microphone of the person for whom the command is sent: the words belong to
  /// this person. Such audio has a stream of its own and requires `atMs`; at most 32 persons may
  /// have one in the same piece of work. The command fails with `denied` if it is not sent for a
  /// person. Default: false, the microphone of the room.
  public var isOwn: Bool?
  /// True if silence follows that is not sent, so that an utterance ends with this audio. Default:
  /// false.
  public var endsSpeech: Bool?
  public static let bounds: MemberBounds<Self> = [
    \.id: .ownedID,
    \.offset: .range(0...1_382_400_000),
    \.atMs: .range(0...172_800_000),
  ]
  /// Creates the command for one attachment. Samples are counted from 0, 16 per millisecond.
  /// `stream` is nil in the first message and after `not_found`. Default: the microphone of the
  /// room, whose silence is sent.
  public init(
    id: String, offset: Int64, atMs: Int64? = nil, stream: String? = nil, isOwn: Bool? = nil,
    endsSpeech: Bool? = nil
  ) {
    self.id = id
    self.offset = offset
    self.atMs = atMs
    self.stream = stream
    self.isOwn = isOwn
    self.endsSpeech = endsSpeech
  }

  /// Credit and position, once the audio has been accepted or, as a repetition, dropped.
  public struct Reply: Codable, Hashable, Sendable {
    /// Number of further samples that may be sent before the next reply.
    public var creditSamples: Int
    /// Offset before which no audio needs to be sent again, because its words are durable or it is
    /// silence. It may be higher than the number of samples sent. Absent if the stream has just
    /// ended.
    public var settled: Int64?
    /// Identifies the open stream. It changes if a stream is opened again under the same id.
    public var stream: String?
    /// Creates the reply. Without `settled` and `stream`, a sender can neither discard audio nor
    /// notice a new stream.
    public init(creditSamples: Int, settled: Int64? = nil, stream: String? = nil) {
      self.creditSamples = creditSamples
      self.settled = settled
      self.stream = stream
    }
  }
}

/// Reads the position of an open stream.
///
/// The instance that has the stream answers at once, so a reply also shows that the instance is
/// alive.
public struct GetRecognition: KeyedCommand, Hashable {
  /// Same reply as to audio; reading the position changes nothing.
  public typealias Reply = RecognizeAudio.Reply
  public static let target = "transcription.stream"
  public static let traits = CommandTraits(access: .parent, errors: [.notFound])
  /// Id of the stream. A stream that is not open fails with `not_found`.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .ownedID]
  /// Requests the position of the stream with this id.
  public init(id: String) { self.id = id }
}

/// Ends a stream and those of own microphones, after the buffered audio is recognised, and returns
/// all final lines.
public struct FinishRecognition: KeyedCommand, Hashable {
  /// Wire name. Idempotent. Repeating the command returns the same lines.
  public static let target = "transcription.finish"
  public static let traits = CommandTraits(access: .parent, errors: [.notFound, .conflict])
  /// Id of the stream. A stream that was never open fails with `not_found`.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .ownedID]
  /// Ends the stream with this id. The service waits up to 2.5 s for a sender that is catching up,
  /// and then recognises the buffered audio.
  public init(id: String) { self.id = id }

  /// Final lines of the whole stream.
  public struct Reply: Codable, Hashable, Sendable {
    /// Final lines in order. If there are too many for a message, only the newest are included.
    public var lines: [TranscriptLine]
    /// Creates the reply from lines that were reported one by one before.
    public init(lines: [TranscriptLine]) { self.lines = lines }
  }
}

/// Ends a stream and drops the buffered audio.
public struct CancelRecognition: KeyedCommand, Hashable {
  /// Empty reply once the stream has ended. A stream that is not open fails with `not_found`.
  public typealias Reply = Done
  public static let target = "transcription.cancel"
  public static let traits = CommandTraits(access: .parent, errors: [.notFound])
  /// Id of the stream, whose words are no longer needed.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .ownedID]
  /// Ends the stream with this id at once.
  public init(id: String) { self.id = id }
}

/// One recognised line, in the stream's time.
public struct TranscriptLine: Codable, Hashable, Sendable {
  /// Key of the line within its stream; a line that is reported twice is stored once.
  public var key: String
  /// Start of the line, in milliseconds of the stream's time.
  public var fromMs: Int64
  /// End of the line, in milliseconds of the stream's time.
  public var toMs: Int64
  /// Recognised text, as the engine wrote it.
  public var text: String
  /// Id of the recognition stream. A line is rejected if another stream has already covered its
  /// time. Absent if the sender did not report when the audio was spoken.
  public var stream: String?
  /// Id of the person whose own microphone recorded the line. Absent for the microphone of the
  /// room.
  public var person: String?
  /// Id of the person whose voice was recognised in the line of the room's microphone. Absent if no voice
  /// decided the line, and for an own microphone.
  public var voice: String?
  /// True if the line may have the voice of another person than the one whose turn it is, and none was
  /// recognised for certain. Absent otherwise.
  public var isDoubtful: Bool?
  /// True for a line that was reported before with the same key, and whose voice was recognised since,
  /// because a voice is known only once its person has spoken for a while. Absent otherwise.
  public var isReassigned: Bool?
  /// Creates a line; `stream` is nil if the times are those at which the audio arrived, `person` is nil
  /// for the microphone of the room, `voice` and `isDoubtful` if no voice was recognised, and
  /// `isReassigned` for a new line.
  public init(
    key: String, fromMs: Int64, toMs: Int64, text: String, stream: String? = nil,
    person: String? = nil, voice: String? = nil, isDoubtful: Bool? = nil,
    isReassigned: Bool? = nil
  ) {
    self.key = key
    self.fromMs = fromMs
    self.toMs = toMs
    self.text = text
    self.stream = stream
    self.person = person
    self.voice = voice
    self.isDoubtful = isDoubtful
    self.isReassigned = isReassigned
  }
}

/// Reports a final line.
public struct LineRecognized: OwnedMessage, Hashable {
  /// Empty reply. Until it arrives, the line's audio is not settled.
  public typealias Reply = Done
  /// Wire name. The router invokes the binding of the id's owner.
  public static let target = "transcription.lineRecognized"
  public static let errors: [BusError.Code] = [.notFound, .unbound]
  /// Id of the stream, `owner/name`.
  public var id: String
  /// The line, which does not change any more.
  public var line: TranscriptLine
  public static let bounds: MemberBounds<Self> = [\.id: .ownedID]
  /// Reports one line; the lines of a stream are reported in order, one at a time.
  public init(id: String, line: TranscriptLine) {
    self.id = id
    self.line = line
  }
}

/// Reports that a stream has failed.
public struct RecognitionFailed: OwnedMessage, Hashable {
  /// Empty reply.
  public typealias Reply = Done
  /// Wire name. The router invokes the binding of the id's owner.
  public static let target = "transcription.failed"
  public static let errors: [BusError.Code] = [.notFound, .unbound]
  /// Id of the failed stream, `owner/name`.
  public var id: String
  /// Reason, as a human-readable sentence.
  public var reason: String
  public static let bounds: MemberBounds<Self> = [\.id: .ownedID]
  /// Reports once that a stream no longer recognises anything.
  public init(id: String, reason: String) {
    self.id = id
    self.reason = reason
  }
}

/// Asks whether a subject is in the scope of the command that names it.
///
/// The transcription service sends it only if the scope does not include all teams. Fails with
/// `not_found` for a subject that is unknown or outside the scope, with `moved` for a subject in
/// another cell, and with `unavailable` if the service that has the subject is unavailable.
public struct SpeechSubjectNamed: DelegateMessage, Hashable {
  /// Empty reply if the subject is in the scope.
  public typealias Reply = Done
  /// Wire name. Read-only.
  public static let target = "transcription.subjectNamed"
  public static let errors: [BusError.Code] = [.notFound, .moved]
  /// Subject: any string of 1 to 128 bytes.
  public var subject: String
  public static let bounds: MemberBounds<Self> = [\.subject: .text(1...128)]
  /// Asks about one subject.
  public init(subject: String) { self.subject = subject }
}

/// Reports a decision about speech recognition for a subject, to be saved.
public struct SpeechAuthorizationChanged: DelegateMessage, Hashable {
  /// Empty reply once the decision is saved, after which the command is answered.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "transcription.authorizationChanged"
  /// Subject: any string of 1 to 128 bytes.
  public var subject: String
  /// True if speech may be recognised from now on, false if not. Absent if the decision was
  /// withdrawn.
  public var isGranted: Bool?
  public static let bounds: MemberBounds<Self> = [\.subject: .text(1...128)]
  /// Reports a decision, which replaces any earlier one about the subject.
  public init(subject: String, isGranted: Bool?) {
    self.subject = subject
    self.isGranted = isGranted
  }
}

/// Requests the earlier decisions and the streams that should be open. Transcription sends it when
/// it starts.
public struct RecognitionRequested: WorkRequest, Hashable {
  /// Wire name. The decisions come before the streams.
  public static let target = "transcription.stateRequested"
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Requests only the decision about this subject, which is on the first page. It may be unknown
  /// to this instance, because another instance received it. Default: everything.
  public var subject: String?
  /// Requests a page. Default: the first page of everything.
  public init(after: String? = nil, subject: String? = nil) {
    self.after = after
    self.subject = subject
  }

  /// A page of decisions and streams.
  public struct Reply: WorkPage, Hashable {
    /// Decisions of this page, by subject: true for granted, false for denied. The streams follow
    /// after the last decision.
    public var authorizations: [String: Bool]
    /// Streams of this page that should be open, including those of other instances.
    public var streams: [StartRecognition]
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    /// Owners that were skipped because they are unavailable. Their work is not listed, but may not
    /// have ended. Absent if no owner was skipped.
    public var away: [String]?
    /// Reply of an owner without decisions and streams.
    public static let empty = Reply(authorizations: [:], streams: [])
    /// Creates a page; `next` is nil on the last one.
    public init(
      authorizations: [String: Bool], streams: [StartRecognition], next: String? = nil,
      away: [String]? = nil
    ) {
      self.authorizations = authorizations
      self.streams = streams
      self.next = next
      self.away = away
    }
  }
}

/// Problem of a microphone's signal, measured while a person speaks.
public enum SignalProblem: String, Codable, Hashable, Sendable {
  /// The voice is so quiet that words may be missing.
  case quiet
  /// The voice is so loud that it is distorted.
  case clipped
}

/// Data of a partial line, an ephemeral event with the best guess so far.
public struct PartialData: Codable, Hashable, Sendable {
  /// Best guess so far, which the next guess replaces. Empty if the microphone recorded the words of
  /// another person, whose own microphone has them.
  public var text: String
  /// Start of the line, in milliseconds of the stream's time; for a meeting, of real time since its
  /// start.
  public var fromMs: Int64
  /// End of the line so far, in milliseconds of the stream's time; for a meeting, of real time
  /// since its start.
  public var toMs: Int64
  /// Id of the person whose own microphone recorded it. Absent for the microphone of the room. Each
  /// microphone has its own guesses.
  public var person: String?
  /// Problem of the signal in this line. Absent if the signal is good.
  public var signal: SignalProblem?
  /// Creates a guess with its times, which is published under the labels of the stream. `person` is
  /// nil for the microphone of the room, and `signal` for a good signal.
  public init(
    text: String, fromMs: Int64, toMs: Int64, person: String? = nil, signal: SignalProblem? = nil
  ) {
    self.text = text
    self.fromMs = fromMs
    self.toMs = toMs
    self.person = person
    self.signal = signal
  }
}
