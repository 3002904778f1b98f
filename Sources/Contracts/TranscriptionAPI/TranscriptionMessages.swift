public import Bus

/// Whether speech may be recognised for a subject.
public struct SpeechAuthorization: Codable, Hashable, Sendable {
  /// What was decided on a subject; the same four words as in Apple's Speech framework.
  ///
  /// Nobody was asked yet (`notDetermined`), it was allowed (`authorized`) or forbidden (`denied`),
  /// or there is no speech engine here, so that nobody need be asked (`restricted`).
  public enum Status: String, Codable, Hashable, Sendable {
    case notDetermined, authorized, denied, restricted
  }
  /// What holds now.
  public var status: Status
  /// Why it is restricted, in a sentence.
  public var reason: String?
  /// A status, and only where it is `restricted` a reason.
  public init(status: Status, reason: String? = nil) {
    self.status = status
    self.reason = reason
  }
}

/// Asks whether speech may be recognised for a subject (any id; for us, a standup).
public struct GetSpeechAuthorization: BusCommand, Hashable {
  /// What holds for the subject. Where the service does not learn in time what had been decided, it
  /// refuses as `unavailable`.
  public typealias Reply = SpeechAuthorization
  /// The name on the wire; it only reads.
  public static let target = "transcription.authorization"
  /// It changes nothing, and tells what who follows the events may know.
  public static let isForObservers = true
  /// For whom speech would be recognised, from 1 to 128 bytes.
  public var subject: String
  /// Asks about one subject.
  public init(subject: String) { self.subject = subject }
}

/// Grants or denies it, or has it asked again. A denial ends the subject's streams at once, and nothing
/// that they had not told is kept.
public struct AuthorizeSpeech: BusCommand, Hashable {
  /// What holds now: `restricted` even after a grant, where there is no speech engine.
  public typealias Reply = SpeechAuthorization
  /// The name on the wire. Done twice it is the same; it is answered when the decision is durable.
  public static let target = "transcription.authorize"
  /// For whom it is decided, from 1 to 128 bytes.
  public var subject: String
  /// True allows it, false forbids it, and nil is as if nobody had been asked; each can be changed
  /// later.
  public var isGranted: Bool?
  /// Decides for one subject.
  public init(subject: String, isGranted: Bool?) {
    self.subject = subject
    self.isGranted = isGranted
  }
}

/// Forgets what is in memory of a subject that is gone, and of streams that have ended.
///
/// What was decided on the subject is not kept either: whoever sends this has removed it, or put something else in its
/// place, which is read then.
public struct ForgetSpeech: BusCommand, Hashable {
  /// Only that it is forgotten.
  public typealias Reply = Done
  /// The name on the wire; only the router may send it. Done twice it is the same.
  public static let target = "transcription.forget"
  /// For whom nothing is decided any more; nil for nobody.
  public var subject: String?
  /// `owner/name` of streams that have ended, whose words are forgotten; at most 1000.
  public var ids: [String]
  /// Whether the subject has come from another cell, with what was decided there.
  public var hasCome: Bool?
  /// Forgets a subject, or the words of streams, or both.
  public init(subject: String? = nil, ids: [String] = [], hasCome: Bool? = nil) {
    self.subject = subject
    self.ids = ids
    self.hasCome = hasCome
  }
}

/// Opens a recognition stream for a piece of work.
public struct StartRecognition: KeyedCommand, Hashable {
  /// The name on the wire. Only the router may send it; one that is open already stays open.
  public static let target = "transcription.start"
  /// `owner/name`, at most 128 bytes; one stream per id.
  public var id: String
  /// For whom speech must be authorised.
  public var subject: String
  /// The stream's time now, in milliseconds: times of lines count from the stream's 0.
  public var startMs: Int64
  /// The views under which partial lines are published; nil publishes none.
  public var labels: EventLabels?
  /// The stream's time up to which an earlier stream of this id has told its lines, in milliseconds:
  /// audio that is sent again from before it is dropped.
  public var settledMs: Int64?
  /// A stream whose time is 0 now, without partial lines and with nothing told before, unless told.
  /// The time is from 0 to a day. A subject that is not authorised is refused as `denied`, one
  /// stream too many as `busy`.
  public init(
    id: String, subject: String, startMs: Int64 = 0, labels: EventLabels? = nil,
    settledMs: Int64? = nil
  ) {
    self.id = id
    self.subject = subject
    self.startMs = startMs
    self.labels = labels
    self.settledMs = settledMs
  }

  /// The stream is open, and audio may come.
  public struct Reply: Codable, Hashable, Sendable {
    /// The stream's id, as it was asked for.
    public var id: String
    /// How much audio may be under way or waiting, in samples.
    public var creditSamples: Int
    /// Names the stream and what it takes at first, in samples of 16 kHz.
    public init(id: String, creditSamples: Int) {
      self.id = id
      self.creditSamples = creditSamples
    }
  }
}

/// Hands over audio: one binary attachment, 16 kHz mono signed 16-bit little-endian.
///
/// A sender that keeps its audio until it is settled loses nothing when the service dies: told
/// `not_found`, it sends again from `settled` on, without `stream`.
///
/// ```swift
/// let audio = RecognizeAudio(id: "meeting/\(meeting)", offset: 0, atMs: 0)
/// let frame = Frame(Data(count: 3200))  // 100 ms of silence, as PCM
/// let reply = try await bus.send(audio, attachments: [frame], options: CallOptions())
/// print(reply.creditSamples, reply.stream ?? "")
/// ```
public struct RecognizeAudio: KeyedCommand, Hashable {
  /// The name on the wire. Anyone may send it; more than the credit is refused as `busy`, and
  /// nothing of it is taken.
  public static let target = "transcription.audio"
  /// The stream that hears it, such as `meeting/` and the id of a meeting.
  public var id: String
  /// The position of the first sample, counted by the sender from its first; repeats are dropped.
  public var offset: Int64
  /// When the first sample was spoken, in milliseconds of the stream's time. Without it, the moment at
  /// which the audio comes tells.
  public var atMs: Int64?
  /// The stream that the last reply named. If it is not the one that is open now, the audio is
  /// refused as `not_found`: what is not settled has to be sent again.
  public var stream: String?
  /// Says where the attachment belongs: samples are counted from 0, and 16 of them are a
  /// millisecond. `stream` is nil in the first message and after `not_found`.
  public init(id: String, offset: Int64, atMs: Int64? = nil, stream: String? = nil) {
    self.id = id
    self.offset = offset
    self.atMs = atMs
    self.stream = stream
  }

  /// The audio was taken, or dropped as a repetition.
  public struct Reply: Codable, Hashable, Sendable {
    /// How many more samples may be sent now without an answer.
    public var creditSamples: Int
    /// The offset up to which nothing has to be sent again: what was said there is durable, or it is
    /// silence.
    public var settled: Int64?
    /// Names the stream; one that is opened again under the same id has another name.
    public var stream: String?
    /// Without `settled` and `stream` a sender can neither drop audio nor notice a new stream.
    public init(creditSamples: Int, settled: Int64? = nil, stream: String? = nil) {
      self.creditSamples = creditSamples
      self.settled = settled
      self.stream = stream
    }
  }
}

/// Asks where an open stream stands. The instance that has the stream answers, and at once, so the answer
/// is a sign of its life, too.
public struct GetRecognition: KeyedCommand, Hashable {
  /// As audio is answered; nothing changes.
  public typealias Reply = RecognizeAudio.Reply
  /// The name on the wire. Only the router may send it.
  public static let target = "transcription.stream"
  /// The stream; one that is not open is refused as `not_found`.
  public var id: String
  /// Asks about the stream of this id.
  public init(id: String) { self.id = id }
}

/// Ends a stream: what is still buffered is recognised, then the reply holds every final line.
public struct FinishRecognition: KeyedCommand, Hashable {
  /// The name on the wire. Only the router may send it; repeated, it gets the same lines.
  public static let target = "transcription.finish"
  /// The stream that ends; one that was never open is refused as `not_found`.
  public var id: String
  /// Ends the stream of this id. Up to 2.5 s are waited for a sender that catches up, and then for
  /// the recognition of what is buffered.
  public init(id: String) { self.id = id }

  /// What was heard in the whole stream.
  public struct Reply: Codable, Hashable, Sendable {
    /// The final lines in order; of very many, the newest that fit a message.
    public var lines: [TranscriptLine]
    /// Takes lines that were told one by one before.
    public init(lines: [TranscriptLine]) { self.lines = lines }
  }
}

/// Ends a stream and drops what is buffered.
public struct CancelRecognition: KeyedCommand, Hashable {
  /// Only that it is over. A stream that is not open is refused as `not_found`.
  public typealias Reply = Done
  /// The name on the wire. Only the router may send it.
  public static let target = "transcription.cancel"
  /// The stream whose words nobody wants any more.
  public var id: String
  /// Ends the stream of this id at once.
  public init(id: String) { self.id = id }
}

/// One line that was heard, with the stream's times.
public struct TranscriptLine: Codable, Hashable, Sendable {
  /// Names the line within its stream, so that a line told twice is taken once.
  public var key: String
  /// Milliseconds since the stream's 0.
  public var fromMs: Int64
  /// Where it ends, in milliseconds since the stream's 0.
  public var toMs: Int64
  /// What was said, as the engine wrote it.
  public var text: String
  /// Names the stream that heard it, if the audio's sender said when it was spoken: a stream that was
  /// opened again may hear once more what an earlier one has told.
  public var stream: String?
  /// A line with its times in milliseconds; without `stream`, they follow from when the audio came.
  public init(key: String, fromMs: Int64, toMs: Int64, text: String, stream: String? = nil) {
    self.key = key
    self.fromMs = fromMs
    self.toMs = toMs
    self.text = text
    self.stream = stream
  }
}

/// Transcription calls: a line is final.
public struct LineRecognized: OwnedMessage, Hashable {
  /// Only that it was taken. Until then its audio is not settled.
  public typealias Reply = Done
  /// The name on the wire. The router calls the binding of the id's owner.
  public static let target = "transcription.lineRecognized"
  /// The stream, as the parent named it.
  public var id: String
  /// What was heard; it will not change any more.
  public var line: TranscriptLine
  /// Tells one line; the lines of a stream are told in order, one at a time.
  public init(id: String, line: TranscriptLine) {
    self.id = id
    self.line = line
  }
}

/// Transcription calls: the stream cannot go on.
public struct RecognitionFailed: OwnedMessage, Hashable {
  /// Only that it was heard.
  public typealias Reply = Done
  /// The name on the wire. The router calls the binding of the id's owner.
  public static let target = "transcription.failed"
  /// The stream that is over, as the parent named it.
  public var id: String
  /// Why, in a sentence for a person.
  public var reason: String
  /// Tells once that a stream hears nothing more.
  public init(id: String, reason: String) {
    self.id = id
    self.reason = reason
  }
}

/// Transcription calls: speech was granted or denied for a subject, or is to be asked about again; to be
/// kept.
public struct SpeechAuthorizationChanged: DelegateMessage, Hashable {
  /// Only that it was kept; then the command is answered.
  public typealias Reply = Done
  /// The name on the wire; told twice, it is the same.
  public static let target = "transcription.authorizationChanged"
  /// For whom it was decided.
  public var subject: String
  /// True where speech may be recognised from now on, nil where nobody has decided.
  public var isGranted: Bool?
  /// Tells what was decided, in place of any earlier decision on the subject.
  public init(subject: String, isGranted: Bool?) {
    self.subject = subject
    self.isGranted = isGranted
  }
}

/// Transcription calls when it starts: what had been decided, and which streams should be open?
public struct RecognitionRequested: WorkRequest, Hashable {
  /// The name on the wire. What was decided comes before the streams.
  public static let target = "transcription.stateRequested"
  /// The `next` of the page before, as it came; nil asks for the first.
  public var after: String?
  /// Asks only what was decided for this subject: another instance may have been told.
  public var subject: String?
  /// Without arguments it asks for the first page of everything.
  public init(after: String? = nil, subject: String? = nil) {
    self.after = after
    self.subject = subject
  }

  /// A page of what the parent knows.
  public struct Reply: WorkPage, Hashable {
    /// Granted or denied, by subject: those of this page.
    public var authorizations: [String: Bool]
    /// The streams that should be open, those of other instances included.
    public var streams: [StartRecognition]
    /// Pass it as `after` for the next page; nil on the last.
    public var next: String?
    /// The owners that were passed over, as they are away: theirs may be open although they are not named.
    public var away: [String]?
    /// What a source without decisions and streams answers.
    public static let empty = Reply(authorizations: [:], streams: [])
    /// A page; without `next` it is the last one.
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

/// The data of a partial line: the best guess so far. Never durable.
public struct PartialData: Codable, Hashable, Sendable {
  /// The guess, which later ones replace.
  public var text: String
  /// Where it begins, in milliseconds since the stream's 0.
  public var fromMs: Int64
  /// Where it ends so far, in milliseconds since the stream's 0.
  public var toMs: Int64
  /// Takes a guess and its times; it goes out under the labels of the stream.
  public init(text: String, fromMs: Int64, toMs: Int64) {
    self.text = text
    self.fromMs = fromMs
    self.toMs = toMs
  }
}
