public import Bus
public import Standups

/// Writes down something for an attendee to come back to. It is shown in that attendee's turn from then on, also at the
/// next meetings, until it is done.
///
/// ```swift
/// // Whoever has the floor waits for something.
/// let followUp = try await bus.send(
///   NoteFollowUp(standup: standup.id, text: "waiting for the login review"))
/// ```
public struct NoteFollowUp: BusCommand, Hashable {
  /// The follow-up as it was saved.
  public typealias Reply = FollowUp
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "standups.note"
  /// Whose meeting it came up in. A standup with `FollowUp.maxOpen` that are open is refused as `conflict`.
  public var standup: Standup.ID
  /// The meeting in which it came up, live or past; the live one unless told. Without one it is refused as `conflict`.
  public var meeting: Meeting.ID?
  /// Whose it is; the one who has the floor unless told. One who neither takes part in the meeting nor is an attendee of
  /// the standup is refused as `invalid`, and so is nobody for a past meeting, where nobody has the floor.
  public var attendee: Attendee.ID?
  /// What is to be come back to: one line of 1 to 500 Unicode scalars, once white space is put right.
  public var text: String?
  /// True takes the last words of the attendee that were written down in the live meeting for the text, cut to 500
  /// characters. Refused as `conflict` if there are none, and as `invalid` together with a text.
  public var last: Bool?
  /// Names the standup, and a text or the last words.
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

/// Lists what is to be come back to in a standup.
public struct ListFollowUps: BusCommand, Hashable {
  /// The name on the wire; it only reads.
  public static let target = "standups.followUps"
  /// It changes nothing, and tells what who follows the events may know.
  public static let isForObservers = true
  /// Which standup; one that does not exist is refused as `not_found`.
  public var standup: Standup.ID
  /// Asks for all that are open.
  public init(standup: Standup.ID) { self.standup = standup }

  /// What is open in a standup.
  public struct Reply: Codable, Hashable, Sendable {
    /// The oldest first, those of the live meeting included. Their attendees are called as they were when it was written
    /// down; one that cannot be read is left out.
    public var followUps: [FollowUp]
    /// At most `FollowUp.maxOpen`.
    public init(followUps: [FollowUp]) { self.followUps = followUps }
  }
}

/// Says that a follow-up is done: it is shown in no turn any more. Minutes of its meeting say so, too.
public struct FinishFollowUp: BusCommand, Hashable {
  /// The follow-up, done.
  public typealias Reply = FollowUp
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "standups.finishFollowUp"
  /// The standup whose it is.
  public var standup: Standup.ID
  /// Which one; one that is not open in that standup is refused as `not_found`.
  public var followUp: FollowUp.ID
  /// Names the follow-up and, so that a slip does no harm, its standup.
  public init(standup: Standup.ID, followUp: FollowUp.ID) {
    self.standup = standup
    self.followUp = followUp
  }
}
