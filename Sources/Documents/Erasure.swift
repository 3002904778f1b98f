public import Bus
public import FastJSON

/// Of which meeting or standup nothing shall be left but that there was something.
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

  /// All of a meeting.
  public init(meeting: some CustomStringConvertible) { self.meeting = meeting.description }

  /// All of a standup.
  ///
  /// - Parameter keepsMeetings: true leaves the events of its meetings as they are.
  public init(standup: some CustomStringConvertible, keepsMeetings: Bool? = nil) {
    self.standup = standup.description
    self.keepsMeetings = keepsMeetings
  }

  /// The ids that it is about.
  public var names: [String] { [meeting, standup].compactMap { $0 } }

  init(meeting: String?, standup: String?, keepsMeetings: Bool?) {
    self.meeting = meeting
    self.standup = standup
    self.keepsMeetings = keepsMeetings
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
