/// What went wrong while audio was read, converted or recorded.
public struct AudioError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A stable name for a kind of failure. New codes may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name, such as `unreadable`.
    public let rawValue: String
    /// The code of that name; one that is not listed below is a code, too.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file does not exist or may not be read.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The bytes are not what their header says, or there is no header.
    public static let malformed = Code(rawValue: "malformed")
    /// The audio ends before the place where it says it ends.
    public static let truncated = Code(rawValue: "truncated")
    /// A correct file of a kind that is not read here, such as compressed audio.
    public static let unsupported = Code(rawValue: "unsupported")
    /// A format that was asked for makes no sense, such as no channels.
    public static let invalidFormat = Code(rawValue: "invalidFormat")
    /// The sample rate converter refused.
    public static let conversion = Code(rawValue: "conversion")
    /// The program that records from the microphone is not installed.
    public static let recorderMissing = Code(rawValue: "recorderMissing")
    /// The microphone could not be opened, or went away.
    public static let microphone = Code(rawValue: "microphone")
    /// The system has no thread left to read it on.
    public static let noThread = Code(rawValue: "noThread")
    /// Audio could not be written.
    public static let unwritable = Code(rawValue: "unwritable")
  }

  /// The kind of failure.
  public let code: Code
  /// One sentence or two for a person: what is wrong, and what to do.
  public let message: String
  /// What the system or another program said, if it said anything.
  public let cause: String?

  /// An error with its sentence; nil as cause if nobody said more about it.
  public init(_ code: Code, _ message: String, cause: String? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The message, with the cause in parentheses if there is one.
  public var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
