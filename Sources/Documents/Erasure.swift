public import Bus
public import FastJSON
public import Schema

/// The erasure of a meeting, a standup or another subject; only the fact that it existed remains.
///
/// Its existing content in the journal is emptied: the events keep their positions and times, and
/// their data becomes `{"erased":true}`. The same happens to its replies in the idempotency store.
/// Soon after that, the content is also gone from the disk.
///
/// Without any member, only the documents that the same transaction removes are also erased from
/// the disk.
public struct Erasure: FastCodable, Hashable, Sendable, Bounded {
  /// Id of a meeting, all of whose events are erased.
  public var meeting: String?
  /// Id of a standup, all of whose events are erased, including those of its meetings.
  public var standup: String?
  /// True to leave the events of the meetings of `standup` unchanged. Default: false.
  public var keepsMeetings: Bool?

  /// Another subject: all events about it that belong to no standup and no meeting are erased, and
  /// the replies that contain it as a string.
  public var subject: String?

  /// An erasure without any member: only the documents that the same transaction removes are also
  /// erased from the disk.
  public static let removed = Erasure()
  public static let bounds: MemberBounds<Self> = [\.meeting: .uuid, \.standup: .uuid]

  /// Erases a whole meeting.
  public init(meeting: some CustomStringConvertible) { self.meeting = meeting.description }

  /// Erases a whole standup.
  ///
  /// - Parameter keepsMeetings: true to leave the events of its meetings unchanged.
  public init(standup: some CustomStringConvertible, keepsMeetings: Bool? = nil) {
    self.standup = standup.description
    self.keepsMeetings = keepsMeetings
  }

  /// Erases everything about a subject that is neither a meeting nor a standup.
  public init(subject: String) { self.subject = subject }

  /// The strings that identify replies to erase: ids, and a subject as a JSON string with its
  /// quotes, because it may be a common word.
  public var texts: [String] {
    [meeting, standup].compactMap { $0 } + (subject.map { [Self.quoted($0)] } ?? [])
  }

  /// Returns true if an event with these labels is erased.
  public func concerns(_ labels: EventLabels) -> Bool {
    if let meeting, labels.meeting == meeting { return true }
    if let subject, labels.subject == subject, labels.standup == nil, labels.meeting == nil {
      return true
    }
    guard let standup, labels.standup == standup else { return false }
    return keepsMeetings != true || labels.meeting == nil
  }

  private static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  init(
    meeting: String? = nil, standup: String? = nil, keepsMeetings: Bool? = nil,
    subject: String? = nil
  ) {
    self.meeting = meeting
    self.standup = standup
    self.keepsMeetings = keepsMeetings
    self.subject = subject
  }
}

extension RawJSON {
  /// The content of an erased event or reply.
  public static let erased = RawJSON(unchecked: Array(#"{"erased":true}"#.utf8))
}

extension CloudEvent {
  /// True if the content of the event was erased; only its position and its time remain.
  public var isErased: Bool { data == .erased }
}
