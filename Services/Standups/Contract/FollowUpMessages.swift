public import Bus
public import FastJSON
public import Schema
public import Standups

/// Notes a follow-up for an attendee.
///
/// It is shown in the attendee's turns, including those of later meetings, until
/// `standups.finishFollowUp`. Fails with `conflict` if no meeting is named and the standup is not
/// meeting, if the standup has 50 open follow-ups, if the meeting has 50 follow-ups or 30,000 bytes
/// of them, or if the requested last words do not exist.
///
/// ```swift
/// // The current speaker waits for something.
/// let followUp = try await bus.send(
///   NoteFollowUp(standup: standup.id, text: "waiting for the login review"))
/// ```
public struct NoteFollowUp: BusCommand, FastCodable, Hashable {
  /// The follow-up as it was saved.
  public typealias Reply = FollowUp
  public static let target = "standups.note"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .invalid, .conflict, .moved])
  /// Id of the standup. A standup with 50 open follow-ups fails with `conflict`.
  public var standup: Standup.ID
  /// Id of the meeting in which the matter came up, live or past. Default: the live meeting. Fails
  /// with `conflict` if no meeting is live.
  public var meeting: Meeting.ID?
  /// Id of the attendee, from the meeting or the standup; any other id fails with `invalid`.
  /// Default: the current speaker. Required for a past meeting, which has no current speaker.
  public var attendee: Attendee.ID?
  /// Text of the follow-up: one line of 1 to 500 Unicode scalars; white space is collapsed to
  /// single spaces. Absent with `last`.
  public var text: String?
  /// True uses the attendee's last words in the transcript of the live meeting as the text,
  /// truncated to 500 characters. Fails with `conflict` if they do not exist, and with `invalid`
  /// together with `text`. Default: false.
  public var last: Bool?
  public static let bounds: MemberBounds<Self> = [\.text: .notEmpty]
  /// Creates a follow-up from a text, or from the attendee's last words.
  public init(
    standup: Standup.ID, meeting: Meeting.ID? = nil, attendee: Attendee.ID? = nil,
    text: String? = nil, last: Bool? = nil
  ) {
    self.standup = standup
    self.meeting = meeting
    self.attendee = attendee
    self.text = text
    self.last = last
  }
}

/// Lists the open follow-ups of a standup, oldest first.
///
/// Those of the live meeting are included. A follow-up that cannot be read is omitted.
public struct ListFollowUps: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "standups.followUps"
  public static let traits = CommandTraits(
    access: .observer, in: .any, errors: [.notFound, .moved])
  /// Id of the standup. An unknown id fails with `not_found`.
  public var standup: Standup.ID
  /// Requests all open follow-ups of the standup.
  public init(standup: Standup.ID) { self.standup = standup }

  /// Open follow-ups of a standup.
  public struct Reply: Codable, Hashable, Sendable {
    /// Open follow-ups, oldest first, including those of the live meeting. Attendees have the names
    /// that they had when the follow-up was noted. A follow-up that cannot be read is omitted.
    public var followUps: [FollowUp]
    /// Creates the reply from at most `FollowUp.maxOpen` follow-ups.
    public init(followUps: [FollowUp]) { self.followUps = followUps }
  }
}

/// Marks a follow-up as done.
///
/// It is no longer shown in turns, and the minutes of its meeting show it as done. Fails with
/// `not_found` if it is not open in the standup.
public struct FinishFollowUp: BusCommand, Hashable {
  /// The follow-up, marked as done.
  public typealias Reply = FollowUp
  public static let target = "standups.finishFollowUp"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .moved])
  /// Id of the standup.
  public var standup: Standup.ID
  /// Id of the follow-up. A follow-up that is not open in that standup fails with `not_found`.
  public var followUp: FollowUp.ID
  /// Marks the follow-up as done. The id of its standup guards against mistakes.
  public init(standup: Standup.ID, followUp: FollowUp.ID) {
    self.standup = standup
    self.followUp = followUp
  }
}
