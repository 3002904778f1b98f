public import Bus

/// Whether speech may be recognised for a subject.
public struct SpeechAuthorization: Codable, Hashable, Sendable {
  public enum Status: String, Codable, Hashable, Sendable {
    case notDetermined, authorized, denied, restricted
  }
  public var status: Status
  /// Why it is restricted, in a sentence.
  public var reason: String?
  public init(status: Status, reason: String? = nil) {
    self.status = status
    self.reason = reason
  }
}

/// Asks whether speech may be recognised for a subject (any id; for us, a standup).
public struct GetSpeechAuthorization: BusCommand, Hashable {
  public typealias Reply = SpeechAuthorization
  public static let target = "transcription.authorization"
  public var subject: String
  public init(subject: String) { self.subject = subject }
}

/// Grants or denies it.
public struct AuthorizeSpeech: BusCommand, Hashable {
  public typealias Reply = SpeechAuthorization
  public static let target = "transcription.authorize"
  public var subject: String
  public var isGranted: Bool
  public init(subject: String, isGranted: Bool) {
    self.subject = subject
    self.isGranted = isGranted
  }
}

/// Opens a recognition stream for a piece of work.
public struct StartRecognition: KeyedCommand, Hashable {
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

  public struct Reply: Codable, Hashable, Sendable {
    public var id: String
    /// How much audio may be under way or waiting, in samples.
    public var creditSamples: Int
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
public struct RecognizeAudio: KeyedCommand, Hashable {
  public static let target = "transcription.audio"
  public var id: String
  /// The position of the first sample, counted by the sender from its first; repeats are dropped.
  public var offset: Int64
  /// When the first sample was spoken, in milliseconds of the stream's time. Without it, the moment at
  /// which the audio comes tells.
  public var atMs: Int64?
  /// The stream that the last reply named. If it is not the one that is open now, the audio is
  /// refused as `not_found`: what is not settled has to be sent again.
  public var stream: String?
  public init(id: String, offset: Int64, atMs: Int64? = nil, stream: String? = nil) {
    self.id = id
    self.offset = offset
    self.atMs = atMs
    self.stream = stream
  }

  public struct Reply: Codable, Hashable, Sendable {
    /// How many more samples may be sent now without an answer.
    public var creditSamples: Int
    /// The offset up to which nothing has to be sent again: what was said there is durable, or it is
    /// silence.
    public var settled: Int64?
    /// Names the stream; one that is opened again under the same id has another name.
    public var stream: String?
    public init(creditSamples: Int, settled: Int64? = nil, stream: String? = nil) {
      self.creditSamples = creditSamples
      self.settled = settled
      self.stream = stream
    }
  }
}

/// Ends a stream: what is still buffered is recognised, then the reply holds every final line.
public struct FinishRecognition: KeyedCommand, Hashable {
  public static let target = "transcription.finish"
  public var id: String
  public init(id: String) { self.id = id }

  public struct Reply: Codable, Hashable, Sendable {
    public var lines: [TranscriptLine]
    public init(lines: [TranscriptLine]) { self.lines = lines }
  }
}

/// Ends a stream and drops what is buffered.
public struct CancelRecognition: KeyedCommand, Hashable {
  public typealias Reply = Done
  public static let target = "transcription.cancel"
  public var id: String
  public init(id: String) { self.id = id }
}

/// One line that was heard, with the stream's times.
public struct TranscriptLine: Codable, Hashable, Sendable {
  /// Names the line within its stream, so that a line told twice is taken once.
  public var key: String
  /// Milliseconds since the stream's 0.
  public var fromMs: Int64
  public var toMs: Int64
  public var text: String
  /// Names the stream that heard it, if the audio's sender said when it was spoken: a stream that was
  /// opened again may hear once more what an earlier one has told.
  public var stream: String?
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
  public typealias Reply = Done
  public static let target = "transcription.lineRecognized"
  public var id: String
  public var line: TranscriptLine
  public init(id: String, line: TranscriptLine) {
    self.id = id
    self.line = line
  }
}

/// Transcription calls: the stream cannot go on.
public struct RecognitionFailed: OwnedMessage, Hashable {
  public typealias Reply = Done
  public static let target = "transcription.failed"
  public var id: String
  public var reason: String
  public init(id: String, reason: String) {
    self.id = id
    self.reason = reason
  }
}

/// Transcription calls: speech was granted or denied for a subject; to be kept.
public struct SpeechAuthorizationChanged: DelegateMessage, Hashable {
  public typealias Reply = Done
  public static let target = "transcription.authorizationChanged"
  public var subject: String
  public var isGranted: Bool
  public init(subject: String, isGranted: Bool) {
    self.subject = subject
    self.isGranted = isGranted
  }
}

/// Transcription calls when it starts: what had been decided, and which streams should be open?
public struct RecognitionRequested: WorkRequest, Hashable {
  public static let target = "transcription.stateRequested"
  /// The `next` of the page before, as it came; nil asks for the first.
  public var after: String?
  /// Asks only what was decided for this subject: another instance may have been told.
  public var subject: String?
  public init(after: String? = nil, subject: String? = nil) {
    self.after = after
    self.subject = subject
  }

  public struct Reply: WorkPage, Hashable {
    /// Granted or denied, by subject: those of this page.
    public var authorizations: [String: Bool]
    public var streams: [StartRecognition]
    /// Pass it as `after` for the next page; nil on the last.
    public var next: String?
    public static let empty = Reply(authorizations: [:], streams: [])
    public init(
      authorizations: [String: Bool], streams: [StartRecognition], next: String? = nil
    ) {
      self.authorizations = authorizations
      self.streams = streams
      self.next = next
    }
  }
}

/// The data of a partial line: the best guess so far. Never durable.
public struct PartialData: Codable, Hashable, Sendable {
  public var text: String
  public var fromMs: Int64
  public var toMs: Int64
  public init(text: String, fromMs: Int64, toMs: Int64) {
    self.text = text
    self.fromMs = fromMs
    self.toMs = toMs
  }
}
