public import Bus
public import FastJSON

/// A meeting, standup or other subject of which only the fact that it existed shall remain.
///
/// What the journal has of it so far is emptied: the events stay, with their places and times, and say
/// `RawJSON.erased`. So do the replies that are stored. The disk has none of it either, soon after.
public struct Erasure: Codable, Hashable, Sendable {
  /// All events of this meeting.
  public var meeting: String?
  /// All events of this standup, those of its meetings included.
  public var standup: String?
  /// Of the standup only what is about no meeting.
  public var keepsMeetings: Bool?

  /// All events about this subject that are of no standup and of no meeting, and the replies that have it as a string.
  public var subject: String?

  /// Names nothing: documents that the same transaction removes leave the disk, too.
  public static let removed = Erasure()

  /// All of a meeting.
  public init(meeting: some CustomStringConvertible) { self.meeting = meeting.description }

  /// All of a standup.
  ///
  /// - Parameter keepsMeetings: true leaves the events of its meetings as they are.
  public init(standup: some CustomStringConvertible, keepsMeetings: Bool? = nil) {
    self.standup = standup.description
    self.keepsMeetings = keepsMeetings
  }

  /// All about something that is neither a meeting nor a standup.
  public init(subject: String) { self.subject = subject }

  /// The texts that the replies have in them that are emptied: ids, and a subject as a string of JSON, as it may be a
  /// word.
  public var texts: [String] {
    [meeting, standup].compactMap { $0 } + (subject.map { [Self.quoted($0)] } ?? [])
  }

  /// Returns true if an event with these labels is emptied.
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
  /// What an event or a stored reply says once it was erased.
  public static let erased = RawJSON(unchecked: Array(#"{"erased":true}"#.utf8))
}

extension CloudEvent {
  /// Whether what it said was erased; it has only its place and its time left.
  public var isErased: Bool { data == .erased }
}
