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

/// Opens a recognition stream for any id.
public struct StartRecognition: BusCommand, Hashable {
  public static let target = "transcription.start"
  public var routingKey: String? { id }
  public var id: String
  /// For whom speech must be authorised.
  public var subject: String
  /// The stream's time now, in milliseconds: times of lines count from the stream's 0.
  public var startMs: Int64
  /// The views under which partial lines are published; nil publishes none.
  public var labels: EventLabels?
  public init(id: String, subject: String, startMs: Int64 = 0, labels: EventLabels? = nil) {
    self.id = id
    self.subject = subject
    self.startMs = startMs
    self.labels = labels
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
public struct RecognizeAudio: BusCommand, Hashable {
  public static let target = "transcription.audio"
  public var routingKey: String? { id }
  public var id: String
  /// The position of the first sample, counted by the sender from its first; repeats are dropped.
  public var offset: Int64
  public init(id: String, offset: Int64) {
    self.id = id
    self.offset = offset
  }

  public struct Reply: Codable, Hashable, Sendable {
    /// How many more samples may be sent now without an answer.
    public var creditSamples: Int
    public init(creditSamples: Int) { self.creditSamples = creditSamples }
  }
}

/// Ends a stream: what is still buffered is recognised, then the reply holds every final line.
public struct FinishRecognition: BusCommand, Hashable {
  public static let target = "transcription.finish"
  public var routingKey: String? { id }
  public var id: String
  public init(id: String) { self.id = id }

  public struct Reply: Codable, Hashable, Sendable {
    public var lines: [TranscriptLine]
    public init(lines: [TranscriptLine]) { self.lines = lines }
  }
}

/// Ends a stream and drops what is buffered.
public struct CancelRecognition: BusCommand, Hashable {
  public typealias Reply = Done
  public static let target = "transcription.cancel"
  public var routingKey: String? { id }
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
  public init(key: String, fromMs: Int64, toMs: Int64, text: String) {
    self.key = key
    self.fromMs = fromMs
    self.toMs = toMs
    self.text = text
  }
}

/// Transcription calls: a line is final.
public struct LineRecognized: DelegateMessage, Hashable {
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
public struct RecognitionFailed: DelegateMessage, Hashable {
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
public struct RecognitionRequested: DelegateMessage, Hashable {
  public static let target = "transcription.stateRequested"
  /// The `next` of the page before; nil asks for the first.
  public var after: String?
  public init(after: String? = nil) { self.after = after }

  public struct Reply: Codable, Hashable, Sendable {
    /// Granted or denied, by subject; all of them on the first page.
    public var authorizations: [String: Bool]
    public var streams: [StartRecognition]
    /// Pass it as `after` for the next page; nil on the last.
    public var next: String?
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
